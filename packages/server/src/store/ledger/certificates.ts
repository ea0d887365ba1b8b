// SPDX-License-Identifier: Apache-2.0
import { type Kysely, sql } from 'kysely';
import type { CertificateRecord, CertificateStore } from '../ledger-store.ts';
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

export function certificateStore(db: Kysely<LedgerTables>): CertificateStore {
  return {
    async find(id) {
      const row = await db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? recordOf(row) : null;
    },
    async previews(issuerKeyId, fromMs, untilMs, { afterId, limit }) {
      let query = db
        .selectFrom('certificate')
        .selectAll()
        .where('created_at_ms', '>=', fromMs)
        .where('created_at_ms', '<', untilMs)
        .where('issuer_key_id', '=', issuerKeyId)
        .where('anchored_seq', 'is', null)
        .where('revoked_seq', 'is', null)
        .where('envelope', 'is not', null)
        .orderBy('id')
        .limit(limit);
      if (afterId !== null) query = query.where('id', '>', afterId);
      return (await query.execute()).map(recordOf);
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
