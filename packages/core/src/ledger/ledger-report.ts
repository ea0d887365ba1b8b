// SPDX-License-Identifier: Apache-2.0
/** What the verification of a whole log found, part by part, each with the first entry at which it failed. */
import type { Ratification } from '../seal/ratification-statement.ts';
import type { PolicyChain } from './policy-chain.ts';
import type { Tile } from './tile-writer.ts';

export const SPINE_CHECKS = [
  'entry_form',
  'seq_contiguous',
  'prev_hashes',
  'genesis_pin',
  'policy_chain',
  'entry_signers',
  'checkpoint_signatures',
  'checkpoint_roots',
  'tiles',
] as const;
/** Looked at where the public statements are at hand; a statement that was erased does not break the spine. */
export const STATEMENT_CHECKS = ['key_rotations', 'ratifications', 'revocations', 'erasures'] as const;
export type LedgerCheckName = (typeof SPINE_CHECKS)[number] | (typeof STATEMENT_CHECKS)[number];

export interface LedgerCheck {
  readonly name: LedgerCheckName;
  /** Null: not checked, and `detail` says why. */
  readonly ok: boolean | null;
  readonly detail: string;
  readonly firstFailingSeq: number | null;
  readonly expected: string | null;
  readonly observed: string | null;
}

export interface LedgerReport {
  /** VALID: every part holds. BROKEN: one does not. UNVERIFIED: a part could not be checked. */
  readonly verdict: 'VALID' | 'BROKEN' | 'UNVERIFIED';
  readonly canonicalSpineValid: boolean;
  readonly checks: readonly LedgerCheck[];
  /** The failed check with the lowest entry. */
  readonly firstError: LedgerCheck | null;
  /** Entries read, those before a resumed start included. */
  readonly size: number;
  /** Hex leaf hash of the last entry; empty for an empty log. */
  readonly head: string;
  readonly root: Uint8Array;
  /** Size of the newest checkpoint: entries past it are chained, but not yet signed for. */
  readonly checkpointSize: number | null;
  /** Payloads of which an entry that was read says that they were erased by law, in the order of those entries. */
  readonly erasures: readonly Erasure[];
  /** Policies up to the last entry, those that no checkpoint covers yet included; null unless VALID. */
  readonly policies: PolicyChain | null;
  /** From here, the newest checkpoint, a later verification can go on; null unless VALID. */
  readonly prefix: VerifiedPrefix | null;
}

export interface Erasure {
  /** The entry whose payload was erased. */
  readonly seq: number;
  /** The entry that says so. */
  readonly recordedIn: number;
  readonly legalBasis: string;
  readonly decidedBy: string;
  readonly erasedAt: string;
}

/** Everything that is needed to go on from a verified size. Keep it where the log's writer cannot change it. */
export interface VerifiedPrefix {
  readonly size: number;
  readonly lastLeaf: Uint8Array;
  readonly chain: PolicyChain;
  /** The open tiles of that size (`TileWriter.partials()`). */
  readonly tiles: readonly Tile[];
  /** Of ratifications under the policy in force. */
  readonly nonces: readonly string[];
  readonly vetoes: readonly Ratification[];
}

interface Failure {
  readonly seq: number;
  readonly detail: string;
  readonly expected: string | null;
  readonly observed: string | null;
}

/** Collects results: the first failure of each part stays, and what was never looked at is said to be so. */
export class LedgerChecks {
  readonly #failures = new Map<LedgerCheckName, Failure>();
  readonly #passed = new Map<LedgerCheckName, number>();
  readonly #skipped = new Map<LedgerCheckName, string>();

  pass(name: LedgerCheckName, count = 1): void {
    this.#passed.set(name, (this.#passed.get(name) ?? 0) + count);
  }

  fail(name: LedgerCheckName, seq: number, detail: string, expected?: string, observed?: string): void {
    if (this.#failures.has(name)) return;
    this.#failures.set(name, { seq, detail, expected: expected ?? null, observed: observed ?? null });
  }

  /** Moves a failure that was told of at one entry to the one that another part has shown to be at fault. */
  place(name: LedgerCheckName, toldAt: number, failure: Failure): void {
    if (this.#failures.get(name)?.seq === toldAt) this.#failures.set(name, failure);
  }

  /** What could not be looked at stays unknown, whatever else passes. */
  skip(name: LedgerCheckName, why: string): void {
    if (!this.#skipped.has(name)) this.#skipped.set(name, why);
  }

  failed(name: LedgerCheckName): boolean {
    return this.#failures.has(name);
  }

  list(): readonly LedgerCheck[] {
    return [...SPINE_CHECKS, ...STATEMENT_CHECKS].map((name) => this.#check(name));
  }

  #check(name: LedgerCheckName): LedgerCheck {
    const failure = this.#failures.get(name);
    if (failure) {
      const { seq, detail, expected, observed } = failure;
      return { name, ok: false, detail, firstFailingSeq: seq, expected, observed };
    }
    const unknown = { name, firstFailingSeq: null, expected: null, observed: null };
    const skipped = this.#skipped.get(name);
    if (skipped !== undefined) return { ...unknown, ok: null, detail: skipped };
    const passed = this.#passed.get(name);
    if (passed === undefined) return { ...unknown, ok: null, detail: 'nothing to check' };
    return { ...unknown, ok: true, detail: `${passed} checked` };
  }
}

/** Entry at which a log first fails, and the verdict over all parts. */
export function verdictOf(
  checks: readonly LedgerCheck[],
): Pick<LedgerReport, 'verdict' | 'canonicalSpineValid' | 'firstError'> {
  const failed = checks.filter(({ ok }) => ok === false);
  const [firstError = null] = failed.toSorted((a, b) => (a.firstFailingSeq ?? 0) - (b.firstFailingSeq ?? 0));
  const spine = checks.filter(({ name }) => SPINE_CHECKS.some((part) => part === name));
  const whole = failed.length === 0 && spine.every(({ ok }) => ok === true);
  const verdict = whole ? 'VALID' : failed.length > 0 ? 'BROKEN' : 'UNVERIFIED';
  return { verdict, canonicalSpineValid: whole, firstError };
}
