// SPDX-License-Identifier: Apache-2.0
/** What both drivers do alike between opening and closing. */
import type { Kysely } from 'kysely';
import type { OpenGateway } from './gateway-rows.ts';
import type { Retention } from './gateway-store.ts';
import type { OpenLedger } from './ledger/stores.ts';
import type { ReceiptStore } from './receipt-store.ts';
import type { Tables } from './schema.ts';
import type { MaintenanceReport } from './store.ts';
import { maintain } from './usage-rows.ts';

export interface StoreUpkeep {
  maintain(nowMs: number): Promise<MaintenanceReport>;
  /** Resolves when nothing waits for a commit any more. */
  drained(): Promise<void>;
}

export interface UpkeepParts {
  readonly queue: { drained(): Promise<void> };
  readonly ledger: OpenLedger;
  readonly gateway: OpenGateway;
  readonly receipts: ReceiptStore;
}

export function storeUpkeep(
  db: Kysely<Tables>,
  retention: Retention,
  { queue, ledger, gateway, receipts }: UpkeepParts,
): StoreUpkeep {
  return {
    async maintain(nowMs) {
      const report = await maintain(db, nowMs, retention.recordDays);
      const swept = await ledger.stores.idempotency.sweep(nowMs);
      const traces = await gateway.store.sweep(nowMs, retention);
      const expired = await receipts.sweep(nowMs);
      return { ...report, rowsRemoved: report.rowsRemoved + swept + traces + expired };
    },
    async drained() {
      await queue.drained();
      await gateway.drained();
      await ledger.drained();
    },
  };
}
