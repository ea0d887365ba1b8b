// SPDX-License-Identifier: Apache-2.0
/** What a verification found, under the names of contract section 5. */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { GENESIS_PREV } from '@plumbline/core/ledger/entry.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { StoredLedgerReport } from '../store/ledger/audit.ts';

export type LedgerVerification = OutputOf<Operations['ironledgerVerify']>;

const MAX_ERASED = 1_000;

export interface Finding {
  readonly report: StoredLedgerReport;
  /** First entry that was read. */
  readonly from: number;
  /** All entries, from the first on. */
  readonly isFull: boolean;
  readonly atMs: number;
  /** Of the monotonic clock. */
  readonly endedMs: number;
  readonly durationMs: number;
  /** Without the time that was left to others. */
  readonly workMs: number;
  /** Signed note; empty before the first. */
  readonly checkpoint: string;
}

export interface VerificationFrame {
  readonly genesis: string;
  readonly fullScanAtMs: number | null;
  readonly baseUrl: string;
  readonly nowMs: number;
}

export interface Problem {
  readonly index: number;
  readonly check: string;
  readonly detail: string;
  readonly expected: string | null;
  readonly observed: string | null;
}

/** The earliest entry at which something fails, in the log or in a column beside it; null where nothing does. */
export function firstProblem({ firstError, storeFaults }: StoredLedgerReport): Problem | null {
  const inLog = firstError && {
    index: firstError.firstFailingSeq ?? 0,
    check: firstError.name,
    detail: firstError.detail,
    expected: firstError.expected,
    observed: firstError.observed,
  };
  const [fault] = storeFaults;
  if (fault === undefined || (inLog !== null && inLog.index <= fault.seq)) return inLog;
  return { index: fault.seq, check: fault.table, detail: fault.detail, expected: null, observed: fault.detail };
}

/**
 * What is left to say of a verification that could not go on.
 * @param read entries that it came to
 * @param last leaf hash of the last of them
 */
export function endedEarly(error: unknown, read: number, last: Uint8Array | null): StoredLedgerReport {
  // What a driver says may name files and hosts: the log has it.
  const isOurs = error instanceof FormatError || error instanceof RangeError;
  const reason = isOurs ? error.message : 'the log of the service says why';
  return {
    verdict: 'BROKEN',
    canonicalSpineValid: false,
    checks: [],
    firstError: null,
    size: read,
    head: last === null ? GENESIS_PREV : toHex(last),
    root: new Uint8Array(0),
    checkpointSize: null,
    erasures: [],
    policies: null,
    prefix: null,
    storeFaults: [{ seq: read, table: 'audit', detail: `could not go on: ${reason}` }],
  };
}

export function verificationView(finding: Finding, frame: VerificationFrame): LedgerVerification {
  const { report, from, isFull, atMs, durationMs, checkpoint } = finding;
  const { checks, storeFaults } = report;
  const problem = firstProblem(report);
  const columns = storeFaults.map(({ table, seq, detail }) => ({ name: table, ok: false, detail, index: seq }));
  return {
    canonical_spine_valid: report.canonicalSpineValid,
    verdict: report.verdict,
    height: report.size,
    blocks_checked: report.size - from,
    range: { from, to: report.size },
    genesis: frame.genesis,
    head: report.head,
    checkpoint,
    signatures_valid: checks.find(({ name }) => name === 'checkpoint_signatures')?.ok ?? null,
    first_error: problem && {
      index: problem.index,
      check: problem.check,
      expected: problem.expected,
      observed: problem.observed,
    },
    method: isFull ? 'full' : 'incremental',
    verified_through: report.verdict === 'VALID' ? report.size : (problem?.index ?? 0),
    full_scan_at: isoOrNull(frame.fullScanAtMs),
    checks: [
      ...checks.map(({ name, ok, detail, firstFailingSeq }) => ({ name, ok, detail, index: firstFailingSeq })),
      ...columns,
    ],
    erased: report.erasures
      .slice(0, MAX_ERASED)
      .map(({ seq, recordedIn }) => ({ index: seq, recorded_in: recordedIn })),
    verified_at: new Date(atMs).toISOString(),
    duration_ms: roundMs(durationMs),
    recipe: recipe(frame),
  };
}

export interface Pending {
  readonly size: number;
  readonly lastLeaf: Uint8Array;
  readonly checkpoint: string;
  /** Entries read so far. */
  readonly read: number;
  readonly durationMs: number;
}

/** While the first scan since the start is under way: nothing is known yet, and that is what is said. */
export function pendingView(
  { size, lastLeaf, checkpoint, read, durationMs }: Pending,
  frame: VerificationFrame,
): LedgerVerification {
  return {
    canonical_spine_valid: false,
    verdict: 'UNVERIFIED',
    height: size,
    blocks_checked: read,
    range: { from: 0, to: read },
    genesis: frame.genesis,
    head: toHex(lastLeaf),
    checkpoint,
    signatures_valid: null,
    first_error: null,
    method: 'full',
    verified_through: 0,
    full_scan_at: isoOrNull(frame.fullScanAtMs),
    checks: [],
    erased: [],
    verified_at: new Date(frame.nowMs).toISOString(),
    duration_ms: roundMs(durationMs),
    recipe: recipe(frame),
  };
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const roundMs = (ms: number) => Math.round(ms * 1000) / 1000;

function recipe({ baseUrl, genesis }: VerificationFrame): string[] {
  return [
    `Pin the genesis hash ${genesis}, told to you by somebody you trust.`,
    `plumbline verify ledger ${baseUrl} --genesis ${genesis}`,
    `By hand: read ${baseUrl}/log/tile/entries/…; leaf hash = SHA-256(0x00 || entry); iron.prev = leaf hash of the entry before.`,
    `Compute the RFC 9162 root of all leaf hashes and compare it with ${baseUrl}/log/checkpoint, whose signature is by the first key of ${baseUrl}/log/keys.txt.`,
  ];
}
