// SPDX-License-Identifier: Apache-2.0
/** What both drivers do alike between opening and closing. */
import type { Kysely } from 'kysely';
import type { OpenLedger } from './ledger/stores.ts';
import type { Tables } from './schema.ts';
import type { MaintenanceReport } from './store.ts';
import { maintain } from './usage-rows.ts';

export interface StoreUpkeep {
  maintain(nowMs: number, recordDays: number): Promise<MaintenanceReport>;
  /** Resolves when nothing waits for a commit any more. */
  drained(): Promise<void>;
}

export function storeUpkeep(db: Kysely<Tables>, queue: { drained(): Promise<void> }, ledger: OpenLedger): StoreUpkeep {
  return {
    async maintain(nowMs, recordDays) {
      const report = await maintain(db, nowMs, recordDays);
      const swept = await ledger.stores.idempotency.sweep(nowMs);
      return { ...report, rowsRemoved: report.rowsRemoved + swept };
    },
    async drained() {
      await queue.drained();
      await ledger.drained();
    },
  };
}
