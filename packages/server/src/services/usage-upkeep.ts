// SPDX-License-Identifier: Apache-2.0
import type { Store } from '../store/store.ts';
import type { KeyService } from './keys.ts';
import type { Networks } from './networks.ts';

const FLUSH_INTERVAL_MS = 30_000;
const MAINTENANCE_INTERVAL_MS = 10 * 60_000;

export interface UpkeepOptions {
  readonly store: Store;
  readonly keys: KeyService;
  readonly networks: Networks;
  readonly nowMs: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Writes what need not be durable at once and removes what has outlived its time: at the start, then now and then.
 * @returns stops it, after one last flush
 */
export function startUpkeep(options: UpkeepOptions): { stop(): Promise<void> } {
  let maintainedAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await options.keys.flushUses();
    await options.networks.flushNotices();
  };
  const round = async (): Promise<void> => {
    await flush();
    const nowMs = options.nowMs();
    // Either way: a clock that was set back must not put it off by as much.
    if (Math.abs(nowMs - maintainedAtMs) < MAINTENANCE_INTERVAL_MS) return;
    maintainedAtMs = nowMs;
    await options.store.maintain(nowMs);
  };
  const tick = (): void => {
    running = running.then(round).catch(options.onError);
  };
  const timer = setInterval(tick, FLUSH_INTERVAL_MS).unref();
  tick();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
}
