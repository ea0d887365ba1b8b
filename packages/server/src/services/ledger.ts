// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger of this deployment: who it is, whether it may sign, and the one way in. It is opened once; a chain that exists
 * is continued with the keys that its policies name, or not at all.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type ReadPolicy, roleOf } from '@plumbline/core/ledger/policy.ts';
import type { PolicyEpoch } from '@plumbline/core/ledger/policy-chain.ts';
import { type Crypto, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { sameKey } from '@plumbline/core/seal/spki.ts';
import type { StoreFault } from '../store/ledger/audit.ts';
import type { AppendedEntry, AppendOptions, AppendUnit, LedgerStores } from '../store/ledger-store.ts';
import { beginningProblem, markUnused, markUsed } from './ledger-beginning.ts';
import { genesisUnits, type PostQuantum } from './ledger-genesis.ts';
import { Governance, policyDamage } from './ledger-governance.ts';
import { createKeyring, type KeyName, type Keyring, readKeyring } from './ledger-keys.ts';
import { type CheckpointMemory, MEMORY_FILE } from './ledger-memory.ts';
import {
  inForce,
  keyProblems,
  type OverlapSigner,
  overlapSigners,
  type SigningRole,
  type SuccessionProblem,
  successionProblem,
} from './ledger-overlap.ts';
import { freshSalt } from './ledger-salt.ts';
import { signedForProblem } from './signed-for.ts';

export interface LedgerSettings {
  /** Null: whatever genesis says; of a fresh chain the default. */
  readonly origin: string | null;
  /** Made only when a chain is begun. */
  readonly defaultOrigin: () => string;
  readonly postQuantum: PostQuantum;
  readonly witness: { readonly quorum: number; readonly keys: readonly string[] };
}

export interface LedgerOptions {
  readonly stores: LedgerStores;
  readonly crypto: Crypto;
  readonly keysDir: string;
  readonly memory: CheckpointMemory;
  readonly settings: LedgerSettings;
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly nowMs: () => number;
  readonly newId: (prefix: string) => string;
}

/** What the operator has to put right before the chain can be continued; the message says what. */
export class LedgerStartError extends Error {}

export class Ledger {
  readonly stores: LedgerStores;
  readonly crypto: Crypto;
  readonly governance: Governance;
  readonly nowMs: () => number;
  readonly newId: (prefix: string) => string;
  readonly #keysDir: string;
  readonly #onAppend = new Set<() => void>();
  #keys: Keyring;
  #overlap: readonly OverlapSigner[] = [];
  #refusal: string | null = null;
  #damage: StoreFault | null = null;
  /** A key file that cannot be read. */
  #fileProblem: string | null = null;
  /** A lost or foreign key is a refusal, never a new chain. Another policy can put it right. */
  #keyProblems: ReadonlyMap<SigningRole, string> = new Map();

  private constructor(options: LedgerOptions, governance: Governance, keys: Keyring) {
    this.stores = options.stores;
    this.crypto = options.crypto;
    this.governance = governance;
    this.nowMs = options.nowMs;
    this.newId = options.newId;
    this.#keysDir = options.keysDir;
    this.#keys = keys;
  }

  /**
   * Continues the chain, or begins it where there is none. One that is damaged is opened to be read, and refuses to sign.
   * @throws Error when no chain may be begun, or the one that is there has another origin than the settings name
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const { stores, crypto, settings } = options;
    const keys = await keyringFor(options);
    const head = await stores.chain.head();
    const { governance, damage } = await Governance.open(stores.chain, crypto, await signedOrigin(options));
    const { origin } = governance.genesis;
    if (damage === null && settings.origin !== null && settings.origin !== origin)
      throw new LedgerStartError(`ledger.origin: this chain is ${origin} from its genesis on, and cannot be renamed`);
    const ledger = new Ledger(options, governance, keys);
    // What is there is still read, and the audit tells all of it; nothing is signed on top of it.
    if (damage !== null) ledger.reportDamage(damage);
    if (head.problem !== undefined)
      ledger.reportDamage({ seq: Math.max(0, head.size - 1), table: 'ledger_head', detail: head.problem });
    // First: keys that took over since an old backup would be called wrong, and they are not.
    ledger.refuse(await signedForProblem(stores.chain, options.memory, crypto));
    await ledger.#take(keys);
    return ledger;
  }

  get origin(): string {
    return this.governance.genesis.origin;
  }

  /** Why nothing is signed or appended; null while all is well. */
  get refusal(): string | null {
    const [problem] = this.#keyProblems.values();
    return this.logRefusal ?? problem ?? null;
  }

  /** Why not even checkpoints and policies are signed for: a policy can put right what is wrong with the other keys. */
  get logRefusal(): string | null {
    return this.#refusal ?? this.#fileProblem ?? this.#keyProblems.get('log') ?? null;
  }

  /** What was found not to hold while it was used, by whoever used it; null for nothing. The audit tells of it too. */
  get damage(): StoreFault | null {
    return this.#damage;
  }

  /** Stops signing, and makes the ledger known as broken, until the next start. The first one stays. */
  reportDamage(damage: StoreFault): void {
    this.#damage ??= damage;
    this.refuse(`the ledger does not verify: entry ${damage.seq}: ${damage.table}, ${damage.detail}`);
  }

  /** Stops signing until the next start. The first reason stays. */
  refuse(reason: string | null): void {
    this.#refusal ??= reason;
  }

  /** @throws PlumblineError `ledger_unavailable` while the service refuses to sign */
  signer(name: KeyName): Signer {
    const signer = this.#keys.signers[name];
    const reason = name === 'log' ? this.logRefusal : this.refusal;
    if (reason === null && signer !== undefined) return signer;
    throw refused(reason ?? `the ${name} key is missing`);
  }

  /**
   * Of checkpoints: Ed25519 first, also of the key that it follows, or that follows it, during the overlap; ML-DSA-44 last,
   * where the policy in force names our key.
   */
  logSigners(): readonly Signer[] {
    const first = this.signer('log');
    const second = this.#keys.signers['log-mldsa44'];
    const isNamed = second !== undefined && roleOf(this.governance.current, signerKey(second)) === 'log';
    const now = this.nowMs();
    const others = this.#overlap.filter(({ untilMs }) => now < untilMs);
    return [first, ...others.map(({ signer }) => signer), ...(isNamed ? [second] : [])];
  }

  /**
   * The ML-DSA-44 key that signs a certificate of that moment beside Ed25519: that of the policy in force then or, where that
   * one is not here any more, of a later one. Null where no policy asks for it; a text says why it cannot be done.
   */
  secondSigner(issuedAt: string): Signer | string | null {
    if (!this.governance.signsTwiceAt(issuedAt)) return null;
    if (this.#refusal !== null) return `the service does not sign: ${this.#refusal}`;
    const named = this.governance.issuerKeysAt(issuedAt);
    const { seconds, problems } = this.#keys;
    const held = named.flatMap((key) => seconds.find((signer) => sameKey(signerKey(signer), key)) ?? []);
    // What is wrong with the file of another key says nothing about this one.
    const fault = problems.find((problem) => problem.includes('issuer-mldsa44'));
    return held[0] ?? fault ?? 'no ML-DSA-44 key is here that a policy names for the issuer';
  }

  /** Public part of a key, also while nothing is signed. */
  ownKey(name: KeyName): Signer | null {
    return this.#keys.signers[name] ?? null;
  }

  salt(): Uint8Array {
    return freshSalt();
  }

  /** @throws PlumblineError `ledger_unavailable`, and those of the store */
  async append(unit: AppendUnit, options?: AppendOptions): Promise<AppendedEntry> {
    this.assertSigning(unit.entry.type === 'policy');
    const appended = await this.stores.chain.append(unit, options);
    for (const notify of this.#onAppend) notify();
    return appended;
  }

  /** @param isPolicy its signatures are those of people: it only needs checkpoints */
  assertSigning(isPolicy = false): void {
    const reason = isPolicy ? this.logRefusal : this.refusal;
    if (reason !== null) throw refused(reason);
  }

  /** Why a policy that follows all rules must not come into force here; null when it may. */
  successionProblem(next: ReadPolicy): Promise<SuccessionProblem | null> {
    const { current } = this.governance;
    const keys = { inUse: this.#keys, held: readKeyring(this.#keysDir), current, chain: this.stores.chain };
    return successionProblem(next, keys, this.crypto);
  }

  /** Called after every append of this process. */
  onAppend(listener: () => void): void {
    this.#onAppend.add(listener);
  }

  /** Reads policies that other processes have added, and with each new one which keys of the folder sign under it. */
  async follow(): Promise<void> {
    const before = this.governance.current;
    try {
      await this.governance.follow();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.reportDamage(policyDamage(error));
    }
    if (this.governance.current !== before) await this.#take(readKeyring(this.#keysDir));
  }

  async #take(found: Keyring): Promise<void> {
    const { current } = this.governance;
    this.#keys = inForce(found, current);
    this.#overlap = await this.#overlapSigners(current);
    this.#fileProblem = found.problems[0] ?? null;
    this.#keyProblems = keyProblems(this.#keys, current);
  }

  async #overlapSigners(current: PolicyEpoch): Promise<readonly OverlapSigner[]> {
    try {
      return await overlapSigners(this.#keys, current, this.stores.chain, this.crypto);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.reportDamage({ seq: 0, table: 'ledger_entry', detail: `of type key: ${error.message}` });
      return [];
    }
  }
}

/** The origin as it was signed for last: for a ledger whose genesis does not say it any more. */
async function signedOrigin({ stores, memory, settings }: LedgerOptions): Promise<string> {
  const notes = [(await stores.chain.checkpoints.newest())?.note ?? null, await memory.read()];
  const [known] = notes.flatMap((note) => note?.split('\n', 1) ?? []);
  return known ?? settings.origin ?? settings.defaultOrigin();
}

/** @throws Error when a fresh chain cannot be begun */
async function keyringFor(options: LedgerOptions): Promise<Keyring> {
  const { stores, crypto, keysDir, settings, constitution, nowMs, newId } = options;
  if (await isBegun(options)) return readKeyring(keysDir);
  await assertNeverSigned(options.memory);
  const problem = beginningProblem(keysDir);
  // Another process may just have begun it, and used the keys: then it is there by now.
  if (problem !== null && (await isBegun(options))) return readKeyring(keysDir);
  if (problem !== null) throw new LedgerStartError(problem);
  markUnused(keysDir);
  const keys = createKeyring(keysDir);
  const origin = settings.origin ?? settings.defaultOrigin();
  const { postQuantum, witness } = settings;
  const units = genesisUnits(
    { origin, keys, postQuantum, witness, constitution, nowMs: nowMs(), salt: freshSalt, newId },
    crypto,
  );
  try {
    await stores.chain.appendAll(units, { requireSize: 0 });
  } catch (error) {
    // Another process was first: its genesis stands, and its keys are asked for.
    if (!(error instanceof PlumblineError && error.code === 'state_conflict')) throw error;
  }
  markUsed(keysDir);
  return keys;
}

/** Whether there is a ledger; its keys are in use from then on. */
async function isBegun({ stores, keysDir }: LedgerOptions): Promise<boolean> {
  if ((await stores.chain.head()).size === 0) return false;
  markUsed(keysDir);
  return true;
}

/** A database that was lost, or another one named by mistake: what was signed here before is not begun anew. @throws Error */
async function assertNeverSigned(memory: CheckpointMemory): Promise<void> {
  const note = await memory.read();
  if (note === null) return;
  throw new LedgerStartError(
    `the database holds no ledger, and the data folder remembers a signed checkpoint of one (${MEMORY_FILE}: ${note.split('\n', 2).join(', ')} entries); put the newest backup back with plumbline restore, or begin another ledger in another data folder`,
  );
}

function refused(reason: string): PlumblineError {
  return new PlumblineError('ledger_unavailable', {
    detail: `The service does not sign: ${reason}.`,
    retryAfterS: 60,
  });
}
