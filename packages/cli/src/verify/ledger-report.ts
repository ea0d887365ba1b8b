// SPDX-License-Identifier: Apache-2.0
import type { Check } from '@plumbline/core/ledger/checks.ts';
import type { LedgerCheck, LedgerReport } from '@plumbline/core/ledger/ledger-report.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { Paint } from '../colour.ts';
import { checkTable } from './check-table.ts';

const WORDS = { VALID: 'green', BROKEN: 'red', UNVERIFIED: 'yellow' } as const;

export interface VerifiedLog {
  readonly report: LedgerReport;
  /** What became of the keys that were given. */
  readonly given: readonly Check[];
  readonly origin: string;
  /** Why the entries ended before the checkpoint did, where they did. */
  readonly bundleProblem: string | null;
}

export function renderLedgerReport({ report, given, origin, bundleProblem }: VerifiedLog, paint: Paint): string {
  const { verdict, size, head, checkpointSize, checks, firstError } = report;
  const word = paint.bold(paint[WORDS[verdict]](verdict));
  const lines = [`${word}  ${origin}, ${size} entries read, checkpoint of ${checkpointSize ?? 'no'} entries\n`];
  lines.push(checkTable([...checks.map(shown), ...given], paint));
  for (const { seq, recordedIn, legalBasis, decidedBy } of report.erasures)
    lines.push(`entry ${seq}: its payload was erased by law (entry ${recordedIn}, ${decidedBy}: ${legalBasis})\n`);
  if (bundleProblem !== null) lines.push(`The entries end early: ${bundleProblem}\n`);
  if (firstError) lines.push(...firstFailure(firstError, paint));
  lines.push(`head ${head || 'none'}\n`);
  return lines.join('');
}

const shown = (check: LedgerCheck): LedgerCheck =>
  check.ok === false ? { ...check, detail: `entry ${check.firstFailingSeq}: ${check.detail}` } : check;

function firstFailure({ name, firstFailingSeq, expected, observed }: LedgerCheck, paint: Paint): string[] {
  const lines = [paint.red(`first failing entry: ${firstFailingSeq} (${name})\n`)];
  if (expected !== null) lines.push(`  expected  ${expected}\n`);
  if (observed !== null) lines.push(`  observed  ${observed}\n`);
  return lines;
}

/** The same as one JSON object: names as in the API. */
export function ledgerReportJson({ report, given, origin, bundleProblem }: VerifiedLog): object {
  const { verdict, canonicalSpineValid, size, head, root, checkpointSize, checks, firstError } = report;
  return {
    verdict,
    canonical_spine_valid: canonicalSpineValid,
    origin,
    blocks_checked: size,
    head,
    root: toHex(root),
    checkpoint_size: checkpointSize,
    entries_problem: bundleProblem,
    checks: [...checks.map(checkJson), ...given],
    erased: report.erasures.map(({ seq, recordedIn, legalBasis, decidedBy, erasedAt }) => ({
      index: seq,
      recorded_in: recordedIn,
      reason: legalBasis,
      by: decidedBy,
      erased_at: erasedAt,
    })),
    first_error: firstError && checkJson(firstError),
  };
}

const checkJson = ({ name, ok, detail, firstFailingSeq, expected, observed }: LedgerCheck) => ({
  name,
  ok,
  detail,
  index: firstFailingSeq,
  expected,
  observed,
});
