// SPDX-License-Identifier: Apache-2.0
/** The policies of the chain, read from genesis on and followed as they are added, by whichever process adds them. */
import { readLogged } from '@plumbline/core/ledger/logged.ts';
import type { ReadPolicy } from '@plumbline/core/ledger/policy.ts';
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
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { StoreFault } from '../store/ledger/audit.ts';
import type { LedgerStore, StoredEntry } from '../store/ledger-store.ts';
import { statementOf } from './ledger-entries.ts';

export interface Genesis {
  readonly origin: string;
  /** Hex leaf hash of entry 0: what clients pin. */
  readonly hash: string;
  readonly timestamp: string;
}

/** A policy that does not hold, and the entry that it stands in. */
export class PolicyProblem extends FormatError {
  readonly seq: number;

  constructor(seq: number, { format, message }: FormatError) {
    super(format, message.slice(format.length + 2));
    this.seq = seq;
  }
}

/** Genesis and policy 0 are judged together: what is amiss with either is told of the first. */
export function policyDamage(error: FormatError): StoreFault {
  return { seq: error instanceof PolicyProblem ? error.seq : 0, table: 'ledger_entry', detail: error.message };
}

function noPolicy(timestamp: string): ReadPolicy {
  const none = { threshold: 1, keys: [] };
  const roles = { council: none, authority: none, anchor: none, issuer: none, log: none };
  const witness = { quorum: 0, keys: [] };
  const policy = { v: 1, epoch: 0, not_before: timestamp, roles, witness, prev_policy_sha256: null } as const;
  const keys = { council: [], authority: [], anchor: [], issuer: [], log: [] };
  return { policy, sha256: '0'.repeat(64), keys, witnesses: [] };
}

export class Governance {
  readonly genesis: Genesis;
  /** False where genesis or policy 0 does not hold: then no key is known. */
  readonly isRead: boolean;
  readonly #chainStore: LedgerStore;
  readonly #crypto: Crypto;
  #chain: PolicyChain;

  private constructor(store: LedgerStore, crypto: Crypto, genesis: Genesis, chain: PolicyChain, isRead: boolean) {
    this.isRead = isRead;
    this.#chainStore = store;
    this.#crypto = crypto;
    this.genesis = genesis;
    this.#chain = chain;
  }

  /** @throws FormatError when genesis or a policy does not hold */
  static async read(store: LedgerStore, crypto: Crypto): Promise<Governance> {
    const governance = await Governance.#begin(store, crypto);
    await governance.follow();
    return governance;
  }

  /**
   * The same for whoever has to go on reading whatever is damaged: with the policies before the one that does not hold, and where
   * genesis or policy 0 does not, with none and without a key.
   */
  static async open(
    store: LedgerStore,
    crypto: Crypto,
    origin: string,
  ): Promise<{ readonly governance: Governance; readonly damage: StoreFault | null }> {
    let governance: Governance | null = null;
    try {
      governance = await Governance.#begin(store, crypto);
      await governance.follow();
      return { governance, damage: null };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return {
        governance: governance ?? (await Governance.#unread(store, crypto, origin)),
        damage: policyDamage(error),
      };
    }
  }

  /** Nothing can be known of who may sign what: so nobody may. */
  static async #unread(store: LedgerStore, crypto: Crypto, origin: string): Promise<Governance> {
    const leaf = (await store.leafOf(0)) ?? new Uint8Array(32);
    const timestamp = timestampOf((await store.checkpoints.newest())?.atMs ?? 0);
    const chain = [{ ...noPolicy(timestamp), seq: 1, ts: timestamp }];
    return new Governance(store, crypto, { origin, hash: toHex(leaf), timestamp }, chain, false);
  }

  static async #begin(store: LedgerStore, crypto: Crypto): Promise<Governance> {
    const [first, second] = await Promise.all([store.entry(0), store.entry(1)]);
    if (!first || !second) throw new FormatError('ledger', 'does not begin with genesis and policy 0');
    const genesis = await logged(store, first, 'genesis', crypto);
    const policy = await logged(store, second, 'policy', crypto);
    const { origin } = genesis.statement.predicate;
    if (typeof origin !== 'string') throw new FormatError('genesis', 'names no origin');
    const chain = openPolicyChain(genesis, policy, origin, crypto);
    const facts = { origin, hash: toHex(genesis.leaf), timestamp: genesis.header.ts };
    return new Governance(store, crypto, facts, chain, true);
  }

  /** Policy 0 first. */
  get chain(): PolicyChain {
    return this.#chain;
  }

  /** The policy in force. */
  get current(): PolicyEpoch {
    return this.#chain.at(-1) as PolicyEpoch;
  }

  /** Takes policies that were added since. @throws PolicyProblem for one that does not follow */
  async follow(): Promise<void> {
    if (!this.isRead) return;
    const newest = await this.#chainStore.newestOfType('policy');
    if (newest === null || newest.seq <= this.current.seq) return;
    let chain = this.#chain;
    for await (const page of this.#chainStore.entries({ from: this.current.seq + 1, types: ['policy'] })) {
      for (const entry of page) {
        chain = await this.#extended(chain, entry);
      }
    }
    this.#chain = chain;
  }

  async #extended(chain: PolicyChain, entry: StoredEntry): Promise<PolicyChain> {
    try {
      const next = await logged(this.#chainStore, entry, 'policy', this.#crypto);
      return extendPolicyChain(chain, next, this.genesis.origin, this.#crypto);
    } catch (error) {
      if (error instanceof FormatError) throw new PolicyProblem(entry.seq, error);
      throw error;
    }
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
