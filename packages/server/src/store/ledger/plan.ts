// SPDX-License-Identifier: Apache-2.0
/**
 * Decides the units of a batch in the order of arrival, each against the database and against those before it. Pure: what
 * it needs to know was read before, under the lock of the head.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { AppendOptions, AppendUnit, ClaimedAnswer, Effect, LedgerRow } from '../ledger-store.ts';
import type { Facts } from './facts.ts';
import type { CertificateState, DecisionType, KeptKey } from './tx.ts';
import { type LedgerUnit, pairKey } from './unit.ts';

/**
 * An entry of the answer: one to be placed, or one that stands already. `replayed`: another unit of the batch asked for the
 * same under the same key, and places it.
 */
export type Planned = { readonly seq: number; readonly replayed: boolean } | { readonly kept: KeptKey };

/** An effect with the entry that it belongs to; null for none. */
export interface PlannedEffect {
  readonly effect: Effect;
  readonly seq: number | null;
}

export interface Decision {
  readonly entries: readonly Planned[];
  readonly effects: readonly PlannedEffect[];
}

interface PlacedKey {
  readonly bodyHash: string;
  readonly seq: number;
}

export class BatchPlan {
  /** In the order of their seq. */
  readonly drafts: AppendUnit[] = [];
  readonly #firstSeq: number;
  readonly #facts: Facts;
  readonly #keys = new Map<string, PlacedKey>();
  readonly #certificates = new Map<string, CertificateState>();
  readonly #nonces = new Set<string>();
  readonly #closedClaims = new Set<string>();
  readonly #newest: { [Type in DecisionType]: number | null | undefined };
  /** Takes back what a unit has done so far besides its drafts, should it be refused. */
  #undo: (() => void)[] = [];

  constructor(firstSeq: number, facts: Facts) {
    this.#firstSeq = firstSeq;
    this.#facts = facts;
    this.#newest = { policy: facts.policySeq, ratification: facts.ratificationSeq };
  }

  /** @throws PlumblineError when the unit cannot be; then it has left no trace in the plan */
  take(unit: LedgerUnit): Decision {
    const placed = this.drafts.length;
    try {
      return this.#take(unit);
    } catch (error) {
      this.drafts.length = placed;
      for (const undo of this.#undo.toReversed()) undo();
      throw error;
    } finally {
      if (this.#undo.length > 0) this.#undo = [];
    }
  }

  #take({ appends, effect, options }: LedgerUnit): Decision {
    const [only] = appends;
    if (appends.length === 1 && effect === null && isBare(only as AppendUnit)) {
      this.#checkOptions(options);
      return { entries: [{ seq: this.#place(only as AppendUnit), replayed: false }], effects: NO_EFFECTS };
    }
    const standing = appends.map((unit) => this.#standing(unit));
    const isNew = standing.some((entry) => entry === null) || effect !== null;
    if (isNew) this.#checkOptions(options);
    const entries: Planned[] = [];
    const effects: PlannedEffect[] = [];
    for (const [i, unit] of appends.entries()) {
      // Asked again: an earlier unit of the same call may have the key.
      const entry = standing[i] ?? this.#standing(unit);
      if (entry) {
        entries.push(entry);
        continue;
      }
      const seq = this.#place(unit);
      entries.push({ seq, replayed: false });
      if (this.#takeEffect(unit, seq)) effects.push({ effect: unit, seq });
    }
    if (effect && this.#takeEffect(effect, null)) effects.push({ effect, seq: null });
    return { entries, effects };
  }

  #standing({ idempotency }: AppendUnit): Planned | null {
    if (!idempotency) return null;
    const key = pairKey(idempotency);
    const kept = this.#facts.keys.get(key);
    const found = kept ?? this.#keys.get(key);
    if (!found) return null;
    if (found.bodyHash !== idempotency.bodyHash) throw new PlumblineError('idempotency_mismatch');
    return kept ? { kept } : { seq: found.seq, replayed: true };
  }

  #checkOptions({ requireSize, requirePolicySeq, requireRatificationSeq }: AppendOptions): void {
    const size = this.#firstSeq + this.drafts.length;
    if (requireSize !== undefined && requireSize !== size)
      throw new PlumblineError('state_conflict', { detail: `The ledger has ${size} entries, not ${requireSize}.` });
    if (requirePolicySeq !== undefined && requirePolicySeq !== this.#newest.policy)
      throw new PlumblineError('state_conflict', { detail: 'Another policy has come into force.' });
    if (requireRatificationSeq !== undefined && requireRatificationSeq !== this.#newest.ratification)
      throw new PlumblineError('state_conflict', { detail: 'Another ratification was recorded meanwhile.' });
  }

  #place(unit: AppendUnit): number {
    const seq = this.#firstSeq + this.drafts.length;
    this.drafts.push(unit);
    if (unit.idempotency) {
      const key = pairKey(unit.idempotency);
      this.#keys.set(key, { bodyHash: unit.idempotency.bodyHash, seq });
      this.#undo.push(() => this.#keys.delete(key));
    }
    const { type } = unit.entry;
    if (type === 'policy' || type === 'ratification') {
      const before = this.#newest[type];
      this.#newest[type] = seq;
      this.#undo.push(() => {
        this.#newest[type] = before;
      });
    }
    return seq;
  }

  /** Whether there is anything to write. */
  #takeEffect({ rows = [], answer }: Effect, seq: number | null): boolean {
    if (answer) this.#closeClaim(answer);
    for (const row of rows) this.#takeRow(row, seq);
    return answer !== undefined || rows.length > 0;
  }

  #closeClaim({ claim }: ClaimedAnswer): void {
    const key = pairKey(claim);
    if (this.#facts.openClaims.get(key) !== claim.token || this.#closedClaims.has(key))
      throw new PlumblineError('idempotency_in_flight', { retryAfterS: 1 });
    this.#closedClaims.add(key);
    this.#undo.push(() => this.#closedClaims.delete(key));
  }

  #takeRow(row: LedgerRow, seq: number | null): void {
    if (row.kind === 'ratification') {
      const { nonce } = row.ratification;
      if (this.#facts.nonces.has(nonce) || this.#nonces.has(nonce))
        throw new PlumblineError('state_conflict', { detail: 'A ratification with this nonce was recorded before.' });
      this.#nonces.add(nonce);
      this.#undo.push(() => this.#nonces.delete(nonce));
      return;
    }
    if (row.kind === 'erased') {
      if (row.seq >= this.#firstSeq) throw new PlumblineError('not_found', { detail: 'There is no such entry.' });
      return;
    }
    const id = row.kind === 'certificate' ? row.certificate.id : row.certificateId;
    const before = this.#stateOf(id);
    if (row.kind === 'revoked' && row.supersededBy !== null && this.#isRevoked(row.supersededBy))
      throw new PlumblineError('state_conflict', { detail: 'The certificate that should take its place is revoked.' });
    this.#certificates.set(id, stateAfter(row, id, before, seq));
    this.#undo.push(() => (before ? this.#certificates.set(id, before) : this.#certificates.delete(id)));
  }

  #stateOf(id: string): CertificateState | null {
    return this.#certificates.get(id) ?? this.#facts.certificates.get(id) ?? null;
  }

  #isRevoked(id: string): boolean {
    return (this.#stateOf(id)?.revokedSeq ?? null) !== null;
  }
}

const NO_EFFECTS: readonly PlannedEffect[] = [];

/** An entry and nothing else: what most units of a busy log are. */
const isBare = ({ idempotency, rows, answer }: AppendUnit) =>
  idempotency === undefined && rows === undefined && answer === undefined;

function stateAfter(
  row: Exclude<LedgerRow, { kind: 'ratification' | 'erased' }>,
  id: string,
  before: CertificateState | null,
  seq: number | null,
): CertificateState {
  if (row.kind === 'certificate') {
    if (before) throw new PlumblineError('already_exists', { detail: 'There is a certificate with this id.' });
    return { id, anchoredSeq: null, revokedSeq: null };
  }
  if (!before) throw new PlumblineError('not_found', { detail: 'There is no such certificate.' });
  if (row.kind === 'certificate_erased') return before;
  if (before.revokedSeq !== null) throw new PlumblineError('state_conflict', { detail: 'The certificate is revoked.' });
  if (row.kind === 'revoked') return { ...before, revokedSeq: seq };
  if (before.anchoredSeq !== null)
    throw new PlumblineError('state_conflict', { detail: 'The certificate is anchored already.' });
  return { ...before, anchoredSeq: seq };
}
