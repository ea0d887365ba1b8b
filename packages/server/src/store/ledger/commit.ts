// SPDX-License-Identifier: Apache-2.0
/** One batch of the ledger's queue in one transaction: lock the head, decide, place, write. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type EntryDraft, type PlacedEntry, placeEntries } from '@plumbline/core/ledger/append.ts';
import { HeaderPage } from '@plumbline/core/ledger/header-page.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import type { AppendedEntry, AppendUnit } from '../ledger-store.ts';
import { readFacts } from './facts.ts';
import { provisional } from './idempotency.ts';
import { BatchPlan, type Decision, type Planned } from './plan.ts';
import { OpenLeaves, TileRoots, tileRows } from './tile-rows.ts';
import type { BatchRows, CommitProof, LedgerTx, TxResult } from './tx.ts';
import type { LedgerOutcome, QueuedUnit } from './unit.ts';

type Hash = Pick<Crypto, 'sha256'>;

/** What the batches of one store use one after another. */
export class Workplace {
  readonly page = new HeaderPage();
  readonly open = new OpenLeaves();
}

/** Writes the batch and resolves to the outcome of each unit, in order. They hold once the transaction is committed. */
export async function writeBatch(
  tx: LedgerTx,
  batch: readonly QueuedUnit[],
  crypto: Hash,
  { page, open }: Workplace,
): Promise<TxResult<readonly LedgerOutcome[]>> {
  const head = await tx.lockHead();
  const plan = new BatchPlan(head.size, await readFacts(tx, batch));
  const decisions = batch.map(({ unit }) => decide(plan, unit));
  const roots = new TileRoots();
  const placed = placeEntries(head, plan.drafts.map(draftOf), crypto, page, roots.take);
  const entries = new PlacedEntries(head.size, placed.entries);
  const rows: BatchRows = {
    ...rowsOf(plan.drafts, placed.entries),
    ...effectRows(decisions, entries),
    head: placed.entries.length > 0 ? { oldSize: head.size, next: placed.head } : null,
    tiles: await tileRows(tx, head, placed.entries, roots, open),
  };
  await tx.write(rows);
  const value = decisions.map((decision): LedgerOutcome => {
    if (decision instanceof PlumblineError) return { refusal: decision };
    return { entries: decision.entries.map((planned) => entries.answer(planned)), refusal: null };
  });
  return { value, proof: proofOf(rows) };
}

function draftOf({ entry: { ts, type, subject, signatures }, payload }: AppendUnit): EntryDraft {
  return { ts, type, subject, signatures, payloadDigest: payload.digest };
}

function decide(plan: BatchPlan, unit: QueuedUnit['unit']): Decision | PlumblineError {
  try {
    return plan.take(unit);
  } catch (error) {
    if (error instanceof PlumblineError) return error;
    throw error;
  }
}

class PlacedEntries {
  readonly #first: number;
  readonly #placed: readonly PlacedEntry[];

  constructor(first: number, placed: readonly PlacedEntry[]) {
    this.#first = first;
    this.#placed = placed;
  }

  at(seq: number): AppendedEntry {
    const { leaf } = this.#placed[seq - this.#first] as PlacedEntry;
    return { seq, leaf, replayed: false };
  }

  answer(planned: Planned): AppendedEntry {
    if ('kept' in planned) {
      const { seq, leaf } = planned.kept;
      return { seq, leaf, replayed: true };
    }
    const { seq, replayed } = planned;
    const { leaf } = this.#placed[seq - this.#first] as PlacedEntry;
    return { seq, leaf, replayed };
  }
}

function rowsOf(units: readonly AppendUnit[], placed: readonly PlacedEntry[]): Pick<BatchRows, 'entries' | 'keys'> {
  const keys: BatchRows['keys'][number][] = [];
  const entries = placed.map(({ seq, header, leaf }, i) => {
    const { entry, payload, idempotency } = units[i] as AppendUnit;
    if (idempotency) keys.push({ ...idempotency, seq });
    return { seq, leaf, type: entry.type, subject: entry.subject, header, payload: payload.bytes };
  });
  return { entries, keys };
}

type EffectRows = Omit<BatchRows, 'head' | 'entries' | 'keys' | 'tiles'>;
type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : never };

function effectRows(decisions: readonly (Decision | PlumblineError)[], entries: PlacedEntries): EffectRows {
  const out: Growing<EffectRows> = {
    certificates: [],
    anchored: [],
    revoked: [],
    erased: [],
    erasedCertificates: [],
    ratifications: [],
    answers: [],
  };
  for (const decision of decisions) {
    if (decision instanceof PlumblineError) continue;
    for (const { effect, seq } of decision.effects) {
      for (const row of effect.rows ?? []) addRow(out, row, seq);
      if (!effect.answer) continue;
      const { claim, build, isProvisional = false } = effect.answer;
      const answer = build(seq === null ? null : entries.at(seq));
      out.answers.push({ claim, answer: isProvisional ? provisional(answer) : answer });
    }
  }
  return out;
}

function addRow(out: Growing<EffectRows>, row: NonNullable<AppendUnit['rows']>[number], seq: number | null): void {
  if (row.kind === 'certificate') out.certificates.push(row.certificate);
  else if (row.kind === 'ratification') out.ratifications.push({ ...row.ratification, seq });
  else if (row.kind === 'erased') out.erased.push({ seq: row.seq, atMs: row.atMs });
  else if (row.kind === 'certificate_erased') out.erasedCertificates.push(row.certificateId);
  else if (seq === null) throw new TypeError(`${row.kind}: needs an entry to point at`);
  else if (row.kind === 'anchored') out.anchored.push({ id: row.certificateId, seq });
  else out.revoked.push({ id: row.certificateId, seq, supersededBy: row.supersededBy });
}

function proofOf({ entries, certificates, answers }: BatchRows): CommitProof | null {
  const [entry] = entries;
  if (entry) return { kind: 'entry', seq: entry.seq, leaf: entry.leaf };
  const [certificate] = certificates;
  if (certificate) return { kind: 'certificate', id: certificate.id };
  const [answer] = answers;
  return answer ? { kind: 'answer', claim: answer.claim } : null;
}
