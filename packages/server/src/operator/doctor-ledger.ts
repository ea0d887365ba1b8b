// SPDX-License-Identifier: Apache-2.0
/** Whether the ledger verifies: by the audit of the service, piece by piece, so that what was read counts when the time is up. */
import type { Pins } from '@plumbline/core/ledger/check-checkpoint.ts';
import type { VerifiedPrefix } from '@plumbline/core/ledger/ledger-report.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import type { HealthStatus } from '../services/health.ts';
import { firstProblem } from '../services/ledger-audit-view.ts';
import type { Governance } from '../services/ledger-governance.ts';
import { auditLedger, type StoredLedgerReport } from '../store/ledger/audit.ts';
import type { LedgerStores } from '../store/ledger-store.ts';

/** Some two million entries on a small machine. */
const LIMIT_MS = 60_000;
/** Entries that are lost to the time limit, at most, where checkpoints lie no further apart. */
const ENTRIES_AT_ONCE = 20_000;

export interface LedgerCheck {
  readonly name: 'ledger';
  readonly status: HealthStatus;
  readonly detail: string;
}

const told = (status: HealthStatus, detail: string): LedgerCheck => ({ name: 'ledger', status, detail });
const counted = (count: number) => count.toLocaleString('en-GB');

class TimeUp extends Error {}

/** @param limitMs what is not read by then is told of as not read */
export async function auditCheck(
  ledger: LedgerStores,
  { genesis }: Pick<Governance, 'genesis'>,
  crypto: Crypto,
  limitMs: number = LIMIT_MS,
): Promise<LedgerCheck> {
  const pins = { origin: genesis.origin, genesis: genesis.hash, vkeys: [] };
  const untilMs = performance.now() + limitMs;
  const { size } = await ledger.chain.head();
  let prefix: VerifiedPrefix | null = null;
  try {
    for (;;) {
      const { report, isLast } = await nextPiece(ledger, pins, prefix, untilMs, crypto);
      if (report.verdict !== 'VALID' || isLast) return verdictOn(report);
      prefix = report.prefix;
    }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    const seconds = Math.round(limitMs / 1000);
    const read = `${counted(prefix?.size ?? 0)} of ${counted(size)} entries were verified in ${seconds} s, and hold`;
    return told('warn', `${read}; plumbline restore --verify reads all of them`);
  }
}

async function nextPiece(
  { chain, ...index }: LedgerStores,
  pins: Pins,
  from: VerifiedPrefix | null,
  untilMs: number,
  crypto: Crypto,
): Promise<{ readonly report: StoredLedgerReport; readonly isLast: boolean }> {
  const pause = async (): Promise<void> => {
    if (performance.now() > untilMs) throw new TimeUp();
  };
  await pause();
  const newest = await chain.checkpoints.newest();
  const until = await chain.checkpoints.covering((from?.size ?? 0) + ENTRIES_AT_ONCE - 1);
  const isLast = until === null || until.size === newest?.size;
  const upTo = isLast ? undefined : until;
  const report = await auditLedger(chain, { pins, from: from ?? undefined, upTo, index, pause }, crypto);
  return { report, isLast };
}

function verdictOn(report: StoredLedgerReport): LedgerCheck {
  const problem = firstProblem(report);
  if (problem !== null)
    return told('fail', `it does not verify: entry ${problem.index}: ${problem.check}, ${problem.detail}`);
  const entries = `${counted(report.size)} entries`;
  if (report.verdict === 'VALID') return told('pass', `${entries}, every one verified`);
  if (report.checkpointSize === null) return told('pass', `${entries}; no checkpoint is signed yet`);
  const unknown = report.checks.find(({ ok }) => ok === null);
  return told('warn', `${entries}; ${unknown?.name ?? 'a part'} could not be checked: ${unknown?.detail ?? ''}`);
}
