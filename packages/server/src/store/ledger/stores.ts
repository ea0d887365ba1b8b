// SPDX-License-Identifier: Apache-2.0
/** Puts the ledger's stores together over one driver. */
import type { Kysely } from 'kysely';
import { createNodeCrypto } from '../../crypto.ts';
import { CommitQueue } from '../commit-queue.ts';
import type {
  AppendedEntry,
  AppendOptions,
  AppendUnit,
  Effect,
  LedgerRow,
  LedgerStore,
  LedgerStores,
} from '../ledger-store.ts';
import { certificateStore } from './certificates.ts';
import { checkpointStore } from './checkpoints.ts';
import { Workplace, writeBatch } from './commit.ts';
import { entryReaders, lacksTiles, TileCache, tileSource } from './entries.ts';
import { guardedBy } from './fault.ts';
import { idempotencyStore } from './idempotency.ts';
import { ratificationStore } from './ratifications.ts';
import { rebuildTiles } from './rebuild.ts';
import type { LedgerTables } from './schema.ts';
import type { LedgerDriver } from './tx.ts';
import { effectsOf, type LedgerOutcome, type LedgerUnit } from './unit.ts';

export interface OpenLedger {
  readonly stores: LedgerStores;
  /** Resolves when nothing waits for a commit any more. */
  drained(): Promise<void>;
}

/** @param tables the connection of the whole store; the ledger's tables are among its own */
export function openLedger(tables: unknown, driver: LedgerDriver): OpenLedger {
  const db = tables as Kysely<LedgerTables>;
  const crypto = createNodeCrypto();
  const workplace = new Workplace();
  const queue = new CommitQueue<LedgerUnit, LedgerOutcome>({
    async commit(batch) {
      const outcomes = await driver.transact((tx) => writeBatch(tx, batch, crypto, workplace));
      for (const [i, item] of batch.entries()) item.outcome = outcomes[i];
    },
    publicFault: driver.publicFault,
  });
  const guard = <Part extends object>(part: Part): Part => guardedBy(part, driver.publicFault);
  const storedTiles = guard(tileSource(db));
  const tiles = new TileCache(storedTiles);
  const readers = entryReaders(db, driver, crypto);
  const rebuild = () => driver.transact((tx) => rebuildTiles(tx, crypto)).finally(() => tiles.forget());
  const stores: LedgerStores = {
    chain: {
      ...writers(queue, driver),
      ...guard(readers),
      ...guard({
        rebuildTiles: rebuild,
        mendTiles: async () => {
          const head = await readers.head();
          return head.problem === undefined && (await lacksTiles(db, head.size)) ? rebuild() : 0;
        },
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
): Pick<LedgerStore, 'append' | 'appendAll' | 'write'> {
  const enqueue = (appends: readonly AppendUnit[], effect: Effect | null, options: AppendOptions = NO_OPTIONS) => {
    const unit = { appends, effect, options };
    if (isErasing(unit)) return driver.erasing(() => queue.enqueue(unit));
    return queue.enqueue(unit);
  };
  return {
    appendAll: async (units, options) => [...grantedEntries(await enqueue(units, null, options))],
    append: (unit, options) => enqueue([unit], null, options).then(onlyEntry),
    async write(effect) {
      assertNoEntryNeeded(effect);
      grantedEntries(await enqueue([], effect));
    },
  };
}

/** One for each unit that was to be appended. */
function grantedEntries(outcome: LedgerOutcome): readonly AppendedEntry[] {
  if (outcome.refusal) throw outcome.refusal;
  return outcome.entries;
}

const NO_OPTIONS: AppendOptions = {};

const onlyEntry = (outcome: LedgerOutcome) => grantedEntries(outcome)[0] as AppendedEntry;

const ERASING: ReadonlySet<LedgerRow['kind']> = new Set(['erased', 'certificate_erased']);

function isErasing(unit: LedgerUnit): boolean {
  return effectsOf(unit).some(({ rows }) => rows?.some(({ kind }) => ERASING.has(kind)));
}

function assertNoEntryNeeded({ rows = [] }: Effect): void {
  const row = rows.find(({ kind }) => kind === 'anchored' || kind === 'revoked');
  if (row) throw new TypeError(`${row.kind}: needs an entry to point at`);
}
