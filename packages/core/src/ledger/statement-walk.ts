// SPDX-License-Identifier: Apache-2.0
/** Follows the public statements of a log: the policy chain, rotations of keys, and ratifications as they were accepted. */
import type { Crypto } from '../seal/crypto.ts';
import type { DsseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import type { Ratification } from '../seal/ratification-statement.ts';
import { erasureOf } from './erasure.ts';
import { judgeRotation, rotationOf } from './key-rotation.ts';
import type { Erasure, LedgerCheckName, LedgerChecks } from './ledger-report.ts';
import type { WalkInput } from './ledger-walk.ts';
import { type LoggedStatement, readLogged } from './logged.ts';
import { extendPolicyChain, openPolicyChain, type PolicyChain, type PolicyEpoch } from './policy-chain.ts';
import { acceptRatification } from './ratification.ts';
import { readRevocation, requireRevocation } from './revocation.ts';

const FOLLOWED: ReadonlyMap<string, LedgerCheckName> = new Map([
  ['genesis', 'policy_chain'],
  ['policy', 'policy_chain'],
  ['key', 'key_rotations'],
  ['ratification', 'ratifications'],
  ['revoke', 'revocations'],
  ['erasure', 'erasures'],
]);

export class StatementWalk {
  readonly #input: WalkInput;
  readonly #checks: LedgerChecks;
  readonly #crypto: Crypto;
  readonly #origin: string;
  #genesis: LoggedStatement | null = null;
  #chain: PolicyChain | null;
  /** What was not given, so that from there on nobody can know which keys are in force: unknown, never wrong. */
  #gap: string | null = null;
  /** Of the policy in force only: an older epoch is refused before its nonce is looked at. */
  #nonces: Set<string>;
  #vetoes: Ratification[];
  readonly #erasures: Erasure[] = [];

  constructor(input: WalkInput) {
    this.#input = input;
    this.#checks = input.checks;
    this.#crypto = input.crypto;
    this.#origin = input.pins.origin;
    this.#chain = input.from?.chain ?? null;
    this.#nonces = new Set(input.from?.nonces);
    this.#vetoes = [...(input.from?.vetoes ?? [])];
  }

  get chain(): PolicyChain | null {
    return this.#chain;
  }

  /** Why the keys in force are not known; null while they are, or should be. */
  get gap(): string | null {
    return this.#gap;
  }

  get nonces(): readonly string[] {
    return [...this.#nonces];
  }

  get vetoes(): readonly Ratification[] {
    return this.#vetoes;
  }

  get erasures(): readonly Erasure[] {
    return this.#erasures;
  }

  take(seq: number, type: string, entry: Uint8Array): Promise<void> | null {
    const check = FOLLOWED.get(type);
    if (check === undefined) return null;
    if (seq > 0 && type === 'genesis') {
      this.#checks.fail('policy_chain', seq, 'a second genesis');
      return null;
    }
    return this.#follow(seq, type, entry, check);
  }

  end(): void {
    if (!this.#chain) this.#checks.skip('policy_chain', 'no genesis and policy 0 to begin with');
  }

  async #follow(seq: number, type: string, entry: Uint8Array, check: LedgerCheckName): Promise<void> {
    const { source } = this.#input;
    const envelope = await this.#statement(seq, check);
    if (envelope === undefined) return;
    if (!envelope) {
      const missing = source.statement
        ? `the statement of entry ${seq} is not available: withheld, erased or left out`
        : 'no statements were given';
      this.#checks.skip(check, missing);
      // Without this policy the keys in force are not known; with an older one they would be wrong.
      if (check === 'policy_chain') {
        this.#chain = null;
        this.#gap ??= missing;
      }
      return;
    }
    if (this.#gap !== null) {
      this.#checks.skip(check, this.#gap);
      return;
    }
    try {
      this.#judge(type, entry, envelope);
      this.#checks.pass(check);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#checks.fail(check, seq, error.message);
    }
  }

  /** Undefined where what the source holds is no statement: that is a finding at its entry, like any other. */
  async #statement(seq: number, check: LedgerCheckName): Promise<DsseEnvelope | null | undefined> {
    const { source } = this.#input;
    if (!source.statement) return null;
    try {
      return await source.statement(seq);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#checks.fail(check, seq, error.message);
      return undefined;
    }
  }

  #judge(type: string, entry: Uint8Array, envelope: DsseEnvelope): void {
    if (type === 'genesis') this.#genesis = readLogged('genesis', 'genesis', entry, envelope, this.#crypto);
    else if (type === 'policy') this.#takePolicy(readLogged('policy', 'policy', entry, envelope, this.#crypto));
    else if (type === 'key') this.#takeRotation(readLogged('key', 'key', entry, envelope, this.#crypto));
    else if (type === 'revoke') requireRevocation(readRevocation(entry, envelope, this.#crypto), this.#origin);
    else if (type === 'erasure') this.#takeErasure(readLogged('erasure', 'erasure', entry, envelope, this.#crypto));
    else this.#takeRatification(readLogged('ratification', 'ratification', entry, envelope, this.#crypto), envelope);
  }

  #takePolicy(logged: LoggedStatement): void {
    if (this.#chain) this.#chain = extendPolicyChain(this.#chain, logged, this.#origin, this.#crypto);
    else if (this.#genesis) this.#chain = openPolicyChain(this.#genesis, logged, this.#origin, this.#crypto);
    else throw new FormatError('policy chain', 'has no genesis');
    this.#nonces = new Set();
    this.#vetoes = [];
  }

  #takeRotation({ statement, signers }: LoggedStatement): void {
    if (!this.#chain) throw new FormatError('key rotation', 'comes before any policy');
    const rotation = rotationOf(statement, this.#crypto);
    const verdict = judgeRotation(rotation, signers, this.#chain, this.#origin, this.#crypto);
    if (!verdict.ok) throw new FormatError('key rotation', `${verdict.reason}: ${verdict.detail}`);
  }

  #takeRatification({ header }: LoggedStatement, envelope: DsseEnvelope): void {
    const policy = this.#chain?.at(-1) as PolicyEpoch | undefined;
    if (!policy) throw new FormatError('ratification', 'comes before any policy');
    const context = {
      policy,
      origin: this.#origin,
      nowMs: Date.parse(header.ts),
      hasNonce: (nonce: string) => this.#nonces.has(nonce),
      vetoes: this.#vetoes,
    };
    const verdict = acceptRatification(envelope, context, this.#crypto);
    const taken = verdict.accepted ? verdict : verdict.veto;
    if (!taken)
      throw new FormatError('ratification', `${verdict.accepted ? '' : verdict.reason} was recorded all the same`);
    this.#nonces.add(taken.ratification.predicate.nonce);
    if (!verdict.accepted) this.#vetoes.push(taken.ratification);
  }

  #takeErasure({ header, statement }: LoggedStatement): void {
    const erasure = erasureOf(statement, header.seq);
    if (statement.predicate.log_origin !== this.#origin) throw new FormatError('erasure', 'is of another log');
    this.#erasures.push(erasure);
  }
}
