// SPDX-License-Identifier: Apache-2.0
import type { Kysely } from 'kysely';
import type { RatificationRecord, RatificationStore } from '../ledger-store.ts';
import { type LedgerTables, plainBytes, type RatificationTable } from './schema.ts';

export function ratificationStore(db: Kysely<LedgerTables>): RatificationStore {
  const rows = () => db.selectFrom('ratification').selectAll('ratification');
  const records = async (found: readonly RatificationTable[]): Promise<RatificationRecord[]> => {
    const listed = await listedIn(db, found);
    return found.map((row) => recordOf(row, listed.get(row.sha256) ?? []));
  };
  const oneOf = async (found: readonly RatificationTable[]) => (await records(found))[0] ?? null;
  return {
    find: async (sha256) => oneOf(await rows().where('sha256', '=', sha256).execute()),
    findByNonce: async (nonce) => oneOf(await rows().where('nonce', '=', nonce).execute()),
    listing: async (certificateId) =>
      records(
        await rows()
          .innerJoin('ratification_certificate as listed', 'listed.ratification', 'ratification.sha256')
          .where('listed.certificate_id', '=', certificateId)
          .orderBy('submitted_at_ms')
          .orderBy('sha256')
          .execute(),
      ),
    windowsAt: async (issuerKeyId, atMs) =>
      records(
        await rows()
          .where('issuer_key_id', '=', issuerKeyId)
          .where('from_ms', '<=', atMs)
          .where('until_ms', '>', atMs)
          .orderBy('submitted_at_ms')
          .orderBy('sha256')
          .execute(),
      ),
    ofEpoch: async (epoch) =>
      records(await rows().where('epoch', '=', epoch).orderBy('submitted_at_ms').orderBy('sha256').execute()),
    stray: async (from) => (await strayRow(db, from)) ?? (await listedForWindow(db)),
  };
}

/** A row and its entry are written together: one statement sees both or none. */
async function strayRow(db: Kysely<LedgerTables>, from: number) {
  const row = await db
    .selectFrom('ratification as r')
    .leftJoin('ledger_entry as e', (join) => join.onRef('e.seq', '=', 'r.seq').on('e.type', '=', 'ratification'))
    .select(['r.sha256', 'r.seq'])
    .where(({ eb, or }) => or([eb('r.seq', 'is', null), eb('r.seq', '>=', from)]))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('e.seq', 'is', null),
        exists(
          selectFrom('ratification as other')
            .select('other.sha256')
            .whereRef('other.seq', '=', 'r.seq')
            .whereRef('other.sha256', '<', 'r.sha256'),
        ),
      ]),
    )
    .orderBy('r.seq')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

async function listedForWindow(db: Kysely<LedgerTables>) {
  const row = await db
    .selectFrom('ratification_certificate as c')
    .innerJoin('ratification as r', 'r.sha256', 'c.ratification')
    .select(['r.sha256', 'r.seq'])
    .where('r.issuer_key_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Certificate ids by ratification, in the order in which they were listed. */
async function listedIn(
  db: Kysely<LedgerTables>,
  found: readonly RatificationTable[],
): Promise<ReadonlyMap<string, string[]>> {
  const of = found.filter(({ issuer_key_id }) => issuer_key_id === null).map(({ sha256 }) => sha256);
  const listed = new Map<string, string[]>(of.map((sha256) => [sha256, []]));
  if (of.length === 0) return listed;
  const rows = await db
    .selectFrom('ratification_certificate')
    .select(['ratification', 'certificate_id'])
    .where('ratification', 'in', of)
    .orderBy('ratification')
    .orderBy('position')
    .execute();
  for (const row of rows) listed.get(row.ratification)?.push(row.certificate_id);
  return listed;
}

function recordOf(row: RatificationTable, certificateIds: readonly string[]): RatificationRecord {
  const { issuer_key_id: issuerKeyId, from_ms: fromMs, until_ms: untilMs } = row;
  const isWindow = issuerKeyId !== null && fromMs !== null && untilMs !== null;
  return {
    sha256: row.sha256,
    nonce: row.nonce,
    epoch: row.epoch,
    decision: row.decision === 'approve' ? 'approve' : 'reject',
    submittedAtMs: row.submitted_at_ms,
    expiresAtMs: row.expires_at_ms,
    envelope: plainBytes(row.envelope),
    scope: isWindow ? { form: 'window', issuerKeyId, fromMs, untilMs } : { form: 'listed', certificateIds },
    seq: row.seq,
  };
}
