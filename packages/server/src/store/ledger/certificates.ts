// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import type { CertificateRecord, CertificateStore, StrayPointer } from '../ledger-store.ts';
import { type CertificateTable, type LedgerTables, plainBytes } from './schema.ts';

function recordOf(row: CertificateTable): CertificateRecord {
  return {
    id: row.id,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    issuerKeyId: row.issuer_key_id,
    payloadSha256: row.payload_sha256,
    commitment: row.commitment,
    anchoredSeq: row.anchored_seq,
    revokedSeq: row.revoked_seq,
    supersededBy: row.superseded_by,
    envelope: row.envelope === null ? null : plainBytes(row.envelope),
  };
}

async function strayBy(
  db: Kysely<LedgerTables>,
  column: StrayPointer['column'],
  type: string,
  from: number,
  to: number,
): Promise<StrayPointer | null> {
  const row = await db
    .selectFrom('certificate as c')
    .leftJoin('ledger_entry as e', (join) =>
      join.onRef('e.seq', '=', `c.${column}`).onRef('e.subject', '=', 'c.id').on('e.type', '=', type),
    )
    .select(['c.id', `c.${column} as seq`])
    .where(`c.${column}`, '>=', from)
    .where(`c.${column}`, '<', to)
    .where('e.seq', 'is', null)
    .orderBy(`c.${column}`)
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.id, column, seq: row.seq as number } : null;
}

export function certificateStore(db: Kysely<LedgerTables>): CertificateStore {
  return {
    async find(id) {
      const row = await db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? recordOf(row) : null;
    },
    async previews(issuerKeyId, fromMs, untilMs, { after, limit }) {
      const query = db
        .selectFrom('certificate')
        .selectAll()
        .where('issuer_key_id', '=', issuerKeyId)
        .where('created_at_ms', '>=', after?.createdAtMs ?? fromMs)
        .where('created_at_ms', '<', untilMs)
        .where('anchored_seq', 'is', null)
        .where('revoked_seq', 'is', null)
        .where('envelope', 'is not', null)
        .orderBy('created_at_ms')
        .orderBy('id')
        .limit(limit);
      const next =
        after === null
          ? query
          : query.where(({ eb, or }) => or([eb('created_at_ms', '>', after.createdAtMs), eb('id', '>', after.id)]));
      return (await next.execute()).map(recordOf);
    },
    async stray(from, to) {
      const anchored = await strayBy(db, 'anchored_seq', 'anchor', from, to);
      const revoked = await strayBy(db, 'revoked_seq', 'revoke', from, to);
      if (anchored === null || revoked === null) return anchored ?? revoked;
      return anchored.seq <= revoked.seq ? anchored : revoked;
    },
    async counts(fromMs, untilMs) {
      const countIf = (condition: string) =>
        sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`;
      const row = await db
        .selectFrom('certificate')
        .select([
          countIf('anchored_seq is null and revoked_seq is null').as('preview'),
          countIf('anchored_seq is not null and revoked_seq is null').as('anchored'),
          countIf('revoked_seq is not null').as('revoked'),
        ])
        .where('created_at_ms', '>=', fromMs)
        .where('created_at_ms', '<', untilMs)
        .executeTakeFirstOrThrow();
      return { preview: Number(row.preview), anchored: Number(row.anchored), revoked: Number(row.revoked) };
    },
  };
}
