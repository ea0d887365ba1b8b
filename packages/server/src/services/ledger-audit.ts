// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger checks itself, by the code that strangers check it with and in every column beside it: in full at the start, in
 * the background; then in full for as long as that is cheap, else onward from what was verified, while a pass in slices
 * reads the old entries anew. All of it together takes about a hundredth of one processor.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { VerifiedPrefix } from '@plumbline/core/ledger/ledger-report.ts';
import { auditLedger } from '../store/ledger/audit.ts';
import type { StoredCheckpoint } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import {
  endedEarly,
  type Finding,
  firstProblem,
  type LedgerVerification,
  pendingView,
  type VerificationFrame,
  verificationView,
} from './ledger-audit-view.ts';
import { SeenRevocations } from './seen-revocations.ts';

export type { LedgerVerification } from './ledger-audit-view.ts';

const EVERY_MS = 60_000;
/** Contract section 5: a result is at most so old. */
const FRESH_MS = 60_000;
/**
 * What a verification took is waited for so many times over before the next. The time is that of the serving thread; the
 * collector's threads and looking at what is new take half as much again, and all of it is a hundredth of one processor.
 */
const REST_FACTOR = 150;
const BUDGET_MS = EVERY_MS / REST_FACTOR;
/** Until it was measured: a slow machine. */
const FIRST_MS_PER_ENTRY = 0.1;
/** Of fewer entries the time says little. */
const MEASURABLE = 256;
/** From here on callers notice: others get a turn. */
const SLICE_MS = 5;
/** Longer scans leave half of the time to others. */
const PACED_FROM_MS = 1_000;
/** A caller does not wait longer for the first scan of a long ledger: then it is told how far that is. */
const WAIT_MS = 10_000;

export interface AuditOptions {
  readonly ledger: Ledger;
  /** The pass over the old entries takes no longer, whatever that costs. */
  readonly fullScanMs: number;
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
  /** Time for a scan or a slice that counts as cheap. Default 400 ms. */
  readonly budgetMs?: number;
  /** After a scan so many times what it took is waited before the next. Default 150. */
  readonly restFactor?: number;
}

/** Thrown inside a scan when the service stops. */
class Stopped extends Error {}

/** Says nothing about the ledger: the service stops, or the database is away, and callers are told so. */
const isPassing = (error: unknown): boolean => error instanceof Stopped || error instanceof PlumblineError;

export class LedgerAudit {
  readonly #options: AuditOptions;
  readonly #budgetMs: number;
  readonly #restFactor: number;
  /** All entries so far, as verified. */
  #prefix: VerifiedPrefix | null = null;
  /** How far the pass over the old entries is; null between two passes. */
  #pass: VerifiedPrefix | null = null;
  #msPerEntry = FIRST_MS_PER_ENTRY;
  #fullScanAtMs: number | null = null;
  #finding: Finding | null = null;
  readonly #revocations = new SeenRevocations();
  #running: Promise<Finding> | undefined;
  /** One scan at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #progress = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #sliceDueMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#budgetMs = options.budgetMs ?? BUDGET_MS;
    this.#restFactor = options.restFactor ?? REST_FACTOR;
  }

  /** Scans in the background, now and from here on. */
  start(): void {
    const look = (): void => {
      this.look().catch((error: unknown) => {
        if (!(error instanceof Stopped)) this.#options.onError(error);
      });
    };
    look();
    this.#timer = setInterval(look, EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#last;
  }

  /** The first scan since the start is not done yet. */
  get isPending(): boolean {
    return this.#finding === null;
  }

  /** As last verified. */
  integrity(): 'valid' | 'broken' | 'unverified' {
    const verdict = this.#told()?.report.verdict ?? (this.#options.ledger.damage === null ? 'UNVERIFIED' : 'BROKEN');
    return verdict === 'VALID' ? 'valid' : verdict === 'BROKEN' ? 'broken' : 'unverified';
  }

  /** What the last verification found to be broken, in a sentence; null while nothing is. */
  get problem(): string | null {
    const found = this.#told();
    if (found !== null) return problemOf(found);
    const { damage } = this.#options.ledger;
    return damage && `entry ${damage.seq}: ${damage.table}, ${damage.detail}`;
  }

  /** The entry that ends a certificate, as its header says that was verified; null for none that was read yet. */
  revocationOf(certificateId: string): number | null {
    return this.#revocations.of(certificateId);
  }

  /** At most 60 s old while the ledger holds; the first scan of a long one is waited for as long as a caller would. */
  async report(): Promise<LedgerVerification> {
    const startedMs = performance.now();
    await this.keepFresh(WAIT_MS);
    const frame = this.#frame();
    const found = this.#told();
    if (found !== null) return verificationView(found, frame);
    const { chain } = this.#options.ledger.stores;
    const [{ size, lastLeaf }, newest] = await Promise.all([chain.head(), chain.checkpoints.newest()]);
    const durationMs = performance.now() - startedMs;
    return pendingView({ size, lastLeaf, checkpoint: newest?.note ?? '', read: this.#progress, durationMs }, frame);
  }

  /** Verifies where that is due, and waits for it. @returns false when it was not done within the time */
  async keepFresh(withinMs: number): Promise<boolean> {
    const late = new AbortController();
    const waited = sleep(withinMs, false, { signal: late.signal, ref: false }).catch(() => false);
    try {
      return await Promise.race([this.#fresh().then(() => true), waited]);
    } finally {
      late.abort();
    }
  }

  /** Once a minute: what is new; and of a long ledger the next slice of what is old. */
  async look(): Promise<void> {
    const { isFull } = await this.#fresh();
    if (!isFull && performance.now() >= this.#sliceDueMs) await this.#alone(() => this.#slice());
  }

  async #fresh(): Promise<Finding> {
    await this.#running?.catch(() => {});
    const known = this.#finding;
    if (known !== null && this.#isResting()) {
      const { size } = await this.#options.ledger.stores.chain.head();
      // What was added since is verified at once: that costs as much as there is of it.
      if (size === known.report.size || this.#prefix === null) return known;
    }
    this.#running ??= this.#alone(() => this.#verify()).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** What was found, by the last scan or by whoever used the ledger since: both say the same to everybody. */
  #told(): Finding | null {
    const { damage } = this.#options.ledger;
    if (this.#finding === null || damage === null || this.#finding.report.verdict === 'BROKEN') return this.#finding;
    const report = {
      ...this.#finding.report,
      verdict: 'BROKEN',
      canonicalSpineValid: false,
      storeFaults: [damage],
    } as const;
    return { ...this.#finding, report };
  }

  #isResting(): boolean {
    return performance.now() < this.#restUntilMs;
  }

  /** What is broken stays so until somebody acts: it is looked at again when that is cheap, not when a caller asks. */
  #rest({ report, endedMs, workMs }: Finding): void {
    const untilMs = Math.max(this.#restUntilMs, endedMs) + workMs * this.#restFactor;
    this.#restUntilMs = report.verdict === 'VALID' ? Math.min(untilMs, endedMs + FRESH_MS) : untilMs;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #verify(): Promise<Finding> {
    const { size } = await this.#options.ledger.stores.chain.head();
    const isFull = !this.#isResting() && size * this.#msPerEntry <= this.#budgetMs;
    const finding = await this.#scan(isFull ? null : this.#prefix, null);
    this.#finding = finding;
    this.#rest(finding);
    this.#prefix = finding.report.prefix;
    if (finding.isFull) this.#fullScanAtMs = finding.atMs;
    return finding;
  }

  /** Bytes can change long after they were verified. */
  async #slice(): Promise<void> {
    const { ledger, fullScanMs } = this.#options;
    const { checkpoints } = ledger.stores.chain;
    const newest = await checkpoints.newest();
    if (newest === null || this.#prefix === null) return;
    const from = this.#pass?.size ?? 0;
    const due = Math.ceil((newest.size * EVERY_MS) / fullScanMs);
    const entries = Math.max(MEASURABLE, due, Math.floor(this.#budgetMs / this.#msPerEntry));
    const until = (await checkpoints.covering(from + entries - 1)) ?? newest;
    const finding = await this.#scan(this.#pass, until);
    // Slices end at checkpoints, which may lie far apart: what was read too much is waited for.
    this.#sliceDueMs = finding.endedMs + finding.workMs * this.#restFactor - EVERY_MS;
    const ends = until.size >= newest.size;
    this.#pass = ends ? null : finding.report.prefix;
    if (finding.report.verdict !== 'VALID') {
      this.#finding = finding;
      this.#prefix = null;
    } else if (ends) this.#fullScanAtMs = finding.atMs;
  }

  async #scan(from: VerifiedPrefix | null, upTo: StoredCheckpoint | null): Promise<Finding> {
    const { ledger, onError } = this.#options;
    const startedMs = performance.now();
    this.#revocations.begin();
    const rest = this.#pauses(startedMs);
    const report = await this.#audited(from, upTo, rest.pause).catch(async (error: unknown) => {
      if (isPassing(error)) throw error;
      // Nobody knows what the ledger holds behind the place where its own check cannot go on.
      onError(error);
      const last = await ledger.stores.chain.leafOf(this.#progress - 1);
      return endedEarly(error, this.#progress, last);
    });
    this.#revocations.end(report.verdict !== 'BROKEN');
    const durationMs = performance.now() - startedMs;
    const workMs = durationMs - rest.restedMs();
    const read = report.size - (from?.size ?? 0);
    if (read >= MEASURABLE) this.#msPerEntry = workMs / read;
    const checkpoint = upTo ?? (await ledger.stores.chain.checkpoints.newest());
    const endedMs = performance.now();
    const finding: Finding = {
      report,
      from: from?.size ?? 0,
      isFull: from === null && upTo === null,
      atMs: ledger.nowMs(),
      endedMs,
      durationMs,
      workMs,
      checkpoint: checkpoint?.note ?? '',
    };
    const problem = problemOf(finding);
    if (problem !== null) ledger.refuse(`the ledger does not verify: ${problem}`);
    return finding;
  }

  #audited(from: VerifiedPrefix | null, upTo: StoredCheckpoint | null, pause: () => Promise<void>) {
    const { ledger } = this.#options;
    const { origin, hash: genesis } = ledger.governance.genesis;
    this.#progress = from?.size ?? 0;
    const onProgress = (done: number): void => {
      this.#progress = done;
    };
    return auditLedger(
      ledger.stores.chain,
      {
        pins: { origin, genesis, vkeys: [] },
        from: from ?? undefined,
        upTo: upTo ?? undefined,
        index: ledger.stores,
        onRevocation: this.#revocations.see,
        pause,
        onProgress,
      },
      ledger.crypto,
    );
  }

  /** A scan of a long ledger must not keep callers waiting. */
  #pauses(startedMs: number) {
    let worksSinceMs = startedMs;
    let restedMs = 0;
    const pause = async (): Promise<void> => {
      if (this.#stopped) throw new Stopped('the service stops');
      const now = performance.now();
      if (now - worksSinceMs < SLICE_MS) return;
      if (now - startedMs < PACED_FROM_MS) await nextTurn();
      else await sleep(now - worksSinceMs, undefined, { ref: false });
      worksSinceMs = performance.now();
      restedMs += worksSinceMs - now;
    };
    return { pause, restedMs: () => restedMs };
  }

  #frame(): VerificationFrame {
    const { ledger, baseUrl } = this.#options;
    const genesis = ledger.governance.genesis.hash;
    return { genesis, fullScanAtMs: this.#fullScanAtMs, baseUrl: baseUrl(), nowMs: ledger.nowMs() };
  }
}

function problemOf({ report }: Finding): string | null {
  const found = firstProblem(report);
  return found && `entry ${found.index}: ${found.check}, ${found.detail}`;
}
