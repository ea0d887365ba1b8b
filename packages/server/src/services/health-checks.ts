// SPDX-License-Identifier: Apache-2.0
/** The checks behind /api/health, /readyz and `doctor`. Each does what a request would do. */
import { statfs } from 'node:fs/promises';
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Ports } from '@plumbline/core/engine/types.ts';
import type { Store } from '../store/store.ts';
import type { CheckResult } from './health.ts';
import type { JudgePool } from './judge-pool.ts';
import type { LedgerParts } from './ledger-parts.ts';
import { CONTRADICTING_FORWARDING, UNREADABLE_FORWARDING, UNTRUSTED_FORWARDING } from './networks.ts';

export type HealthCheck = () => Measurement | Promise<Measurement>;
export type Measurement = Omit<CheckResult, 'time'>;

const MIB = 1_048_576;
const DISK_WARN_MIB = 512;
const DISK_FAIL_MIB = 32;
const DRIFT_WARN_MS = 2_000;
/** The first scan of a long ledger takes longer, and says so. */
const LEDGER_WAIT_MS = 1_000;
/** No clock that is right shows a time before this code was written. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);

/** Writes a row and reads it back. */
export function storeCheck(store: Store, nowMs: () => number): HealthCheck {
  return async () => {
    const startedMs = performance.now();
    await store.probe.check(nowMs());
    return { status: 'pass', observed: roundMs(performance.now() - startedMs), unit: 'ms' };
  };
}

/** Whether the ledger holds, as verified at most a minute ago, and may be written. */
export function ledgerCheck({
  ledger,
  audit,
  witnessWatch,
  anchoring,
}: Pick<LedgerParts, 'ledger' | 'audit' | 'witnessWatch' | 'anchoring'>): HealthCheck {
  return async () => {
    await audit.keepFresh(LEDGER_WAIT_MS);
    if (audit.problem !== null) return { status: 'fail', observed: audit.problem };
    if (ledger.refusal !== null) return { status: 'fail', observed: ledger.refusal };
    const [{ size }, newest] = await Promise.all([
      ledger.stores.chain.head(),
      ledger.stores.chain.checkpoints.newest(),
    ]);
    if (newest === null) return { status: 'warn', observed: 'no checkpoint yet' };
    if (anchoring.rows.warning !== null) return { status: 'warn', observed: anchoring.rows.warning };
    if (audit.isPending) return { status: 'warn', observed: 'not verified since the start yet' };
    if (audit.integrity() === 'unverified') return { status: 'warn', observed: 'a part could not be verified' };
    const warning = await witnessWatch.warning();
    if (warning !== null) return { status: 'warn', observed: warning };
    return { status: 'pass', observed: size, unit: 'entries' };
  };
}

/** Judges a sentence whose verdict is known. */
export function engineCheck(ruleset: Ruleset, ports: Ports): HealthCheck {
  return () => {
    const startedMs = performance.now();
    const { stages } = evaluate('The library opens at nine.', ruleset, ports);
    const broken = stages.filter(({ status }) => status === 'failed' || status === 'degraded');
    if (broken.length > 0) return { status: 'warn', observed: broken.map(({ name, status }) => `${name} ${status}`) };
    return { status: 'pass', observed: roundMs(performance.now() - startedMs), unit: 'ms' };
  };
}

/** Without its weights the AI scan sees nothing, and no text can pass where it is required. */
export function modelCheck(ruleset: Ruleset): HealthCheck {
  return () =>
    ruleset.classifier === null
      ? { status: 'warn', observed: 'no weights' }
      : { status: 'pass', observed: ruleset.classifier.name };
}

/** Room on the disk of the data folder. */
export function diskCheck(folder: string): HealthCheck {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    const freeMib = Math.floor((bavail * bsize) / MIB);
    const status = freeMib < DISK_FAIL_MIB ? 'fail' : freeMib < DISK_WARN_MIB ? 'warn' : 'pass';
    return { status, observed: freeMib, unit: 'MiB free' };
  };
}

/** Compares the wall clock with the monotonic one since the start: a jump moves day quotas and signatures. */
export function clockCheck(nowMs: () => number): HealthCheck {
  const wallStartMs = nowMs();
  const steadyStartMs = performance.now();
  return () => {
    const driftMs = Math.round(nowMs() - wallStartMs - (performance.now() - steadyStartMs));
    if (nowMs() < EARLIEST_MS) return { status: 'fail', observed: new Date(nowMs()).toISOString() };
    return { status: Math.abs(driftMs) > DRIFT_WARN_MS ? 'warn' : 'pass', observed: driftMs, unit: 'ms' };
  };
}

/** How late the event loop is; above the limit requests are being shed. */
export function loopCheck(lagMs: () => number, limitMs: number): HealthCheck {
  return () => ({ status: lagMs() > limitMs ? 'warn' : 'pass', observed: roundMs(lagMs()), unit: 'ms' });
}

/** How full the queue for long work is, and whether there are threads to do it. */
export function workersCheck(pool: Pick<JudgePool, 'jobs' | 'areThreadsLost'>, maxJobs: number): HealthCheck {
  return () => {
    if (pool.areThreadsLost())
      return { status: 'warn', observed: 'threads for long work end before their time; the log says why' };
    return { status: pool.jobs >= maxJobs ? 'warn' : 'pass', observed: pool.jobs, unit: `jobs of ${maxJobs}` };
  };
}

const DAY_MS = 86_400_000;

/** What each notice of services/networks.ts counts; the first that is recent is reported. */
const FORWARDING_FAULTS = [
  [UNTRUSTED_FORWARDING, 'with forwarding headers from a peer that is not in trusted_proxies'],
  [CONTRADICTING_FORWARDING, 'whose Forwarded and X-Forwarded-For disagree: counted as the proxy itself'],
  [UNREADABLE_FORWARDING, 'whose forwarding headers name no readable address: counted as the nearest known proxy'],
] as const;

/**
 * Forwarding headers that could not be used: everybody behind that proxy shares one free quota. Reported while the last
 * one is less than a day old.
 * @param flush writes what this process has noticed and not written yet
 */
export function forwardingCheck(
  store: Pick<Store, 'notices'>,
  nowMs: () => number,
  flush = async (): Promise<void> => {},
): HealthCheck {
  return async () => {
    await flush();
    const notices = await store.notices.list();
    const recent = FORWARDING_FAULTS.flatMap(([name, meaning]) => {
      const notice = notices.find((known) => known.name === name);
      return notice === undefined || nowMs() - notice.lastAtMs > DAY_MS ? [] : [{ count: notice.count, meaning }];
    });
    const [first, ...others] = recent;
    if (first === undefined) return { status: 'pass', observed: 0 };
    const more = others.map(({ count, meaning }) => `; ${requests(count)} ${meaning}`);
    const noun = first.count === 1 ? 'request' : 'requests';
    return { status: 'warn', observed: first.count, unit: `${noun} ${first.meaning}${more.join('')}` };
  };
}

const requests = (count: number) => `${count.toLocaleString('en-GB')} request${count === 1 ? '' : 's'}`;

const roundMs = (ms: number) => Math.round(ms * 1000) / 1000;
