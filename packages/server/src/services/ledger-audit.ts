// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger checks itself, by the code that strangers check it with: in full at the start, now and then in the background
 * and whenever it is short; else onward from what was verified. One verification runs at a time, and none is older than 60 s.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { LedgerReport, VerifiedPrefix } from '@plumbline/core/ledger/ledger-report.ts';
import { type LedgerSource, verifyLedger } from '@plumbline/core/ledger/verify-ledger.ts';
import type { Ledger } from './ledger.ts';
import { statementOf } from './ledger-entries.ts';

export type LedgerVerification = OutputOf<Operations['ironledgerVerify']>;

const FRESH_MS = 60_000;
/** Up to so many entries a full scan costs less than keeping count of what was verified. */
const SHORT = 2_000;

export interface AuditOptions {
  readonly ledger: Ledger;
  readonly fullScanMs: number;
  readonly baseUrl: () => string;
}

interface Finding {
  readonly report: LedgerReport;
  readonly from: number;
  readonly atMs: number;
  readonly durationMs: number;
  readonly checkpoint: string;
}

export class LedgerAudit {
  readonly #options: AuditOptions;
  #prefix: VerifiedPrefix | null = null;
  #fullScanAtMs: number | null = null;
  #finding: Finding | null = null;
  #running: Promise<Finding> | undefined;

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** As last verified. */
  integrity(): 'valid' | 'broken' | 'unverified' {
    const verdict = this.#finding?.report.verdict ?? 'UNVERIFIED';
    return verdict === 'VALID' ? 'valid' : verdict === 'BROKEN' ? 'broken' : 'unverified';
  }

  /** What the last verification found to be broken, in a sentence; null while nothing is. */
  get problem(): string | null {
    return this.#finding === null ? null : problemOf(this.#finding.report);
  }

  /** At most 60 s old. */
  async report(): Promise<LedgerVerification> {
    return this.#view(await this.#fresh());
  }

  /** Verifies when what is known is older than 60 s. */
  async keepFresh(): Promise<void> {
    await this.#fresh();
  }

  #fresh(): Promise<Finding> {
    const known = this.#finding;
    if (known !== null && this.#options.ledger.nowMs() - known.atMs < FRESH_MS) return Promise.resolve(known);
    this.#running ??= this.#verify().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #verify(): Promise<Finding> {
    const { ledger, fullScanMs } = this.#options;
    const startedMs = performance.now();
    const { size } = await ledger.stores.chain.head();
    const isDue = this.#fullScanAtMs === null || ledger.nowMs() - this.#fullScanAtMs >= fullScanMs;
    const from = this.#prefix === null || isDue || size <= SHORT ? undefined : this.#prefix;
    const newest = await ledger.stores.chain.checkpoints.newest();
    const checkpoint = newest?.note ?? '';
    const { origin, hash: genesis } = ledger.governance.genesis;
    const report = await verifyLedger(
      { source: this.#source(checkpoint, newest?.size ?? 0), pins: { origin, genesis, vkeys: [] }, from },
      ledger.crypto,
    );
    this.#prefix = report.prefix;
    if (report.verdict === 'BROKEN') ledger.refuse(`the ledger does not verify: ${problemOf(report)}`);
    const atMs = ledger.nowMs();
    if (from === undefined) this.#fullScanAtMs = atMs;
    const durationMs = performance.now() - startedMs;
    this.#finding = { report, from: from?.size ?? 0, atMs, durationMs, checkpoint };
    return this.#finding;
  }

  #source(newest: string, newestSize: number): LedgerSource {
    const { stores, crypto } = this.#options.ledger;
    const { chain } = stores;
    return {
      async *entries(from) {
        for await (const page of chain.entries({ from })) {
          yield page.map(({ header }) => header);
          // A scan of a long ledger must not keep callers waiting.
          await nextTurn();
        }
      },
      newestCheckpoint: async () => (newest === '' ? null : newest),
      async *checkpoints(size) {
        // Those signed since belong to entries that this scan may not have read: they are for the next one.
        for await (const page of chain.checkpoints.after(size))
          for (const checkpoint of page) if (checkpoint.size <= newestSize) yield checkpoint.note;
      },
      tiles: chain.tiles,
      async statement(seq) {
        const entry = await chain.entry(seq);
        return entry && statementOf(chain, entry, crypto);
      },
    };
  }

  #view({ report, from, atMs, durationMs, checkpoint }: Finding): LedgerVerification {
    const { governance } = this.#options.ledger;
    const { firstError, checks } = report;
    return {
      canonical_spine_valid: report.canonicalSpineValid,
      verdict: report.verdict,
      height: report.size,
      blocks_checked: report.size - from,
      range: { from, to: report.size },
      genesis: governance.genesis.hash,
      head: report.head,
      checkpoint,
      signatures_valid: checks.find(({ name }) => name === 'checkpoint_signatures')?.ok ?? null,
      first_error: firstError && {
        index: firstError.firstFailingSeq ?? 0,
        check: firstError.name,
        expected: firstError.expected,
        observed: firstError.observed,
      },
      method: from === 0 ? 'full' : 'incremental',
      verified_through: report.verdict === 'VALID' ? report.size : (firstError?.firstFailingSeq ?? 0),
      full_scan_at: this.#fullScanAtMs === null ? null : new Date(this.#fullScanAtMs).toISOString(),
      checks: checks.map(({ name, ok, detail, firstFailingSeq }) => ({ name, ok, detail, index: firstFailingSeq })),
      verified_at: new Date(atMs).toISOString(),
      duration_ms: Math.round(durationMs * 1000) / 1000,
      recipe: recipe(this.#options.baseUrl(), governance.genesis.hash),
    };
  }
}

function problemOf({ firstError }: LedgerReport): string | null {
  return firstError && `entry ${firstError.firstFailingSeq ?? 0}: ${firstError.name}, ${firstError.detail}`;
}

function recipe(baseUrl: string, genesis: string): string[] {
  return [
    `Pin the genesis hash ${genesis}, told to you by somebody you trust.`,
    `plumbline verify ledger ${baseUrl} --genesis ${genesis}`,
    `By hand: read ${baseUrl}/log/tile/entries/…; leaf hash = SHA-256(0x00 || entry); iron.prev = leaf hash of the entry before.`,
    `Compute the RFC 9162 root of all leaf hashes and compare it with ${baseUrl}/log/checkpoint, whose signature is by the first key of ${baseUrl}/log/keys.txt.`,
  ];
}
