// SPDX-License-Identifier: Apache-2.0
/** Checkpoints: never a smaller size after a larger one, never two roots for one size. */
import { Frontier } from '@plumbline/core/ledger/frontier.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import type { Kysely } from 'kysely';
import type { CheckpointStore, Publication, StoredCheckpoint, StoredCosignature } from '../ledger-store.ts';
import { type LedgerTables, plainBytes } from './schema.ts';
import type { LedgerDriver, LedgerTx, TxResult } from './tx.ts';

const PAGE_ROWS = 200;
const COSIGNATURES_SEARCHED = 4_000;
const COSIGNED_FOUND = 8;

interface CheckpointRow {
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
  readonly at_ms: number;
}

const stored = ({ size, root, note, at_ms }: CheckpointRow): StoredCheckpoint => ({
  size,
  root: plainBytes(root),
  note,
  atMs: at_ms,
});

export function checkpointStore(
  db: Kysely<LedgerTables>,
  driver: LedgerDriver,
  crypto: Pick<Crypto, 'sha256'>,
): CheckpointStore {
  const rows = () => db.selectFrom('ledger_checkpoint').selectAll();
  const orNull = (row: CheckpointRow | undefined): StoredCheckpoint | null => (row ? stored(row) : null);
  return {
    publish: (sign, atMs) => driver.transact((tx) => publish(tx, sign, atMs, crypto)),
    newest: async () => orNull(await rows().orderBy('size', 'desc').limit(1).executeTakeFirst()),
    find: async (size) => orNull(await rows().where('size', '=', size).executeTakeFirst()),
    covering: async (seq) => orNull(await rows().where('size', '>', seq).orderBy('size').limit(1).executeTakeFirst()),
    async *after(size) {
      for (let last = size; ; ) {
        const page = await rows().where('size', '>', last).orderBy('size').limit(PAGE_ROWS).execute();
        if (page.length === 0) return;
        yield page.map(stored);
        last = (page.at(-1) as CheckpointRow).size;
      }
    },
    addCosignature: (cosignature) => addCosignature(db, cosignature),
    async cosignatures(size) {
      const found = db.selectFrom('ledger_cosignature').selectAll().where('size', '=', size).orderBy('witness');
      return (await found.execute()).map(cosignatureOf);
    },
    async cosignedBy(least, after) {
      const near = db
        .selectFrom('ledger_cosignature')
        .select('size')
        .where('size', '>', after)
        .orderBy('size')
        .limit(COSIGNATURES_SEARCHED);
      const found = await db
        .selectFrom(near.as('near'))
        .select('size')
        .groupBy('size')
        .having(({ fn }) => fn.countAll(), '>=', least)
        .orderBy('size')
        .limit(COSIGNED_FOUND)
        .execute();
      return found.map(({ size }) => size);
    },
    async newestCosignatures() {
      const found = await db
        .selectFrom('ledger_cosignature as c')
        .selectAll()
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ledger_cosignature as later')
                .select('later.size')
                .whereRef('later.witness', '=', 'c.witness')
                .whereRef('later.size', '>', 'c.size'),
            ),
          ),
        )
        .orderBy('witness')
        .execute();
      return found.map(cosignatureOf);
    },
  };
}

async function publish(
  tx: LedgerTx,
  sign: (tree: { readonly size: number; readonly root: Uint8Array }) => string,
  atMs: number,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<TxResult<Publication | null>> {
  const { size, edge } = await tx.lockHead();
  const newest = await tx.newestCheckpoint();
  if (size === 0 && !newest) return { value: null, proof: null };
  if (newest && newest.size > size) return { value: { status: 'behind', newest, size }, proof: null };
  const root = Frontier.from(crypto, size, edge).root();
  if (newest?.size === size) {
    const isSame = bytesEqual(newest.root, root);
    return {
      value: isSame ? { status: 'unchanged', checkpoint: newest } : { status: 'forked', newest, size },
      proof: null,
    };
  }
  const checkpoint = { size, root, note: sign({ size, root }), atMs };
  await tx.insertCheckpoint(checkpoint);
  return {
    value: { status: 'published', checkpoint },
    proof: { kind: 'checkpoint', size, note: checkpoint.note },
  };
}

async function addCosignature(db: Kysely<LedgerTables>, cosignature: StoredCosignature): Promise<boolean> {
  const { size, witness, line, witnessedAtS } = cosignature;
  return db.transaction().execute(async (tx) => {
    const checkpoint = await tx.selectFrom('ledger_checkpoint').select('size').where('size', '=', size).execute();
    if (checkpoint.length === 0) return false;
    await tx
      .insertInto('ledger_cosignature')
      .values({ size, witness, line, witnessed_at_s: witnessedAtS })
      .onConflict((conflict) =>
        conflict
          .columns(['size', 'witness'])
          .doUpdateSet({ line, witnessed_at_s: witnessedAtS })
          .where('ledger_cosignature.witnessed_at_s', '<', witnessedAtS),
      )
      .execute();
    return true;
  });
}

const cosignatureOf = (row: LedgerTables['ledger_cosignature']): StoredCosignature => ({
  size: row.size,
  witness: row.witness,
  line: row.line,
  witnessedAtS: row.witnessed_at_s,
});
