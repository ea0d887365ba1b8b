// SPDX-License-Identifier: Apache-2.0
/** Puts the ledger's stores together over one driver. */
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import type { Kysely } from 'kysely';
import { createNodeCrypto } from '../../crypto.ts';
import { CommitQueue } from '../commit-queue.ts';
import type { AppendOptions, AppendUnit, Effect, LedgerRow, LedgerStore, LedgerStores } from '../ledger-store.ts';
import { certificateStore } from './certificates.ts';
import { checkpointStore } from './checkpoints.ts';
import { writeBatch } from './commit.ts';
import { entryReaders, TileCache, tileSource } from './entries.ts';
import { guardedBy } from './fault.ts';
import { idempotencyStore } from './idempotency.ts';
import { ratificationStore } from './ratifications.ts';
import { rebuildTiles } from './rebuild.ts';
import type { LedgerTables } from './schema.ts';
import { OpenLeaves } from './tile-rows.ts';
import type { LedgerDriver } from './tx.ts';
import type { LedgerOutcome, LedgerUnit } from './unit.ts';

export interface OpenLedger {
  readonly stores: LedgerStores;
  /** Resolves when nothing waits for a commit any more. */
  drained(): Promise<void>;
}

/** @param tables the connection of the whole store; the ledger's tables are among its own */
export function openLedger(tables: unknown, driver: LedgerDriver): OpenLedger {
  const db = tables as Kysely<LedgerTables>;
  const crypto = createNodeCrypto();
  const open = new OpenLeaves();
  const queue = new CommitQueue<LedgerUnit, LedgerOutcome>({
    async commit(batch) {
      const outcomes = await driver.transact((tx) => writeBatch(tx, batch, crypto, open));
      for (const [i, item] of batch.entries()) item.outcome = outcomes[i];
    },
    publicFault: driver.publicFault,
  });
  const guard = <Part extends object>(part: Part): Part => guardedBy(part, driver.publicFault);
  const storedTiles = guard(tileSource(db));
  const tiles = new TileCache(storedTiles);
  const stores: LedgerStores = {
    chain: {
      ...writers(queue, driver, crypto),
      ...guard(entryReaders(db, driver, crypto)),
      ...guard({
        rebuildTiles: () => driver.transact((tx) => rebuildTiles(tx, crypto)).finally(() => tiles.forget()),
      }),
      checkpoints: guard(checkpointStore(db, driver, crypto)),
      tiles,
      storedTiles,
    },
    certificates: guard(certificateStore(db)),
    ratifications: guard(ratificationStore(db)),
    idempotency: guard(idempotencyStore(db)),
  };
  return { stores, drained: () => queue.drained() };
}

function writers(
  queue: CommitQueue<LedgerUnit, LedgerOutcome>,
  driver: LedgerDriver,
  crypto: Crypto,
): Pick<LedgerStore, 'append' | 'appendAll' | 'write'> {
  const run = async (appends: readonly AppendUnit[], effect: Effect | null, options: AppendOptions = {}) => {
    for (const unit of appends) assertPayload(unit, crypto);
    const enqueue = () => queue.enqueue({ appends, effect, options });
    const outcome = await (isErasing(appends, effect) ? driver.erasing(enqueue) : enqueue());
    if (outcome.refusal) throw outcome.refusal;
    return outcome.entries;
  };
  return {
    appendAll: async (units, options) => [...(await run(units, null, options))],
    async append(unit, options) {
      const [entry] = await run([unit], null, options);
      if (!entry) throw new Error('append: one unit gave no entry');
      return entry;
    },
    async write(effect) {
      assertNoEntryNeeded(effect);
      await run([], effect);
    },
  };
}

const ERASING: ReadonlySet<LedgerRow['kind']> = new Set(['erased', 'certificate_erased']);

function isErasing(appends: readonly AppendUnit[], effect: Effect | null): boolean {
  return [...appends, effect].some((part) => part?.rows?.some(({ kind }) => ERASING.has(kind)));
}

function assertPayload({ entry, payload }: AppendUnit, crypto: Crypto): void {
  if (!bytesEqual(crypto.sha256(payload), entry.payloadDigest))
    throw new TypeError('append: the payload is not the one that the draft names');
}

function assertNoEntryNeeded({ rows = [] }: Effect): void {
  const row = rows.find(({ kind }) => kind === 'anchored' || kind === 'revoked');
  if (row) throw new TypeError(`${row.kind}: needs an entry to point at`);
}
