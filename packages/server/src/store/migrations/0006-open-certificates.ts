// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Certificates that may still be anchored, by when they were issued. A window stays open for months and is looked at every few
 * seconds: without this each look reads every certificate that was issued in it.
 */
export const openCertificates: Migration = {
  number: 6,
  name: 'open-certificates',
  async up(db) {
    await db.schema
      .createIndex('certificate_open')
      .on('certificate')
      .columns(['issuer_key_id', 'created_at_ms', 'id'])
      .where(sql.ref('anchored_seq'), 'is', null)
      .where(sql.ref('revoked_seq'), 'is', null)
      .execute();
  },
};
