// SPDX-License-Identifier: Apache-2.0
/** The policies of the chain, read from genesis on and followed as they are added, by whichever process adds them. */
import { readLogged } from '@plumbline/core/ledger/logged.ts';
import {
  extendPolicyChain,
  issuerKeysOf,
  openPolicyChain,
  type PolicyChain,
  type PolicyEpoch,
  signsTwiceAt,
} from '@plumbline/core/ledger/policy-chain.ts';
import type { Crypto, PublicKey } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import type { LedgerStore, StoredEntry } from '../store/ledger-store.ts';
import { statementOf } from './ledger-entries.ts';

export interface Genesis {
  readonly origin: string;
  /** Hex leaf hash of entry 0: what clients pin. */
  readonly hash: string;
  readonly timestamp: string;
}

export class Governance {
  readonly genesis: Genesis;
  readonly #chainStore: LedgerStore;
  readonly #crypto: Crypto;
  #chain: PolicyChain;

  private constructor(store: LedgerStore, crypto: Crypto, genesis: Genesis, chain: PolicyChain) {
    this.#chainStore = store;
    this.#crypto = crypto;
    this.genesis = genesis;
    this.#chain = chain;
  }

  /** @throws FormatError when genesis or a policy does not hold */
  static async read(store: LedgerStore, crypto: Crypto): Promise<Governance> {
    const [first, second] = await Promise.all([store.entry(0), store.entry(1)]);
    if (!first || !second) throw new FormatError('ledger', 'does not begin with genesis and policy 0');
    const genesis = await logged(store, first, 'genesis', crypto);
    const policy = await logged(store, second, 'policy', crypto);
    const { origin } = genesis.statement.predicate;
    if (typeof origin !== 'string') throw new FormatError('genesis', 'names no origin');
    const chain = openPolicyChain(genesis, policy, origin, crypto);
    const facts = { origin, hash: toHex(genesis.leaf), timestamp: genesis.header.ts };
    const governance = new Governance(store, crypto, facts, chain);
    await governance.follow();
    return governance;
  }

  /** Policy 0 first. */
  get chain(): PolicyChain {
    return this.#chain;
  }

  /** The policy in force. */
  get current(): PolicyEpoch {
    return this.#chain.at(-1) as PolicyEpoch;
  }

  /** Takes policies that were added since. @throws FormatError for one that does not follow */
  async follow(): Promise<void> {
    const newest = await this.#chainStore.newestOfType('policy');
    if (newest === null || newest.seq <= this.current.seq) return;
    let chain = this.#chain;
    for await (const page of this.#chainStore.entries({ from: this.current.seq + 1, types: ['policy'] })) {
      for (const entry of page) {
        const next = await logged(this.#chainStore, entry, 'policy', this.#crypto);
        chain = extendPolicyChain(chain, next, this.genesis.origin, this.#crypto);
      }
    }
    this.#chain = chain;
  }

  /** Whether a policy of this chain ever named the key as an issuer: that of test keys is in none. */
  isIssuer(keyId: string): boolean {
    return this.#chain.some(({ keys }) => keys.issuer.some((key) => keyIdOf(key, this.#crypto) === keyId));
  }

  /** Issuer keys whose signatures count for what was issued then. */
  issuerKeysAt(issuedAt: string): readonly PublicKey[] {
    return issuerKeysOf(this.#chain, issuedAt);
  }

  /** The first policy from that moment on that names a key for the issuer; null for none. */
  issuerNamedAt(issuedAt: string, keyId: string): number | null {
    const from = this.#chain.findLastIndex(({ ts }) => ts <= issuedAt);
    const named = ({ keys }: PolicyEpoch) => keys.issuer.some((key) => keyIdOf(key, this.#crypto) === keyId);
    return from < 0 ? null : (this.#chain.slice(from).find(named)?.seq ?? null);
  }

  /** Whether bundles of what was issued then carry a second signature. */
  signsTwiceAt(issuedAt: string): boolean {
    return signsTwiceAt(this.#chain, issuedAt);
  }
}

async function logged(store: LedgerStore, entry: StoredEntry, type: 'genesis' | 'policy', crypto: Crypto) {
  const envelope = await statementOf(store, entry, crypto);
  if (envelope === null) throw new FormatError('ledger', `lacks the statement of entry ${entry.seq}`);
  return readLogged(type, type, entry.header, envelope, crypto);
}
