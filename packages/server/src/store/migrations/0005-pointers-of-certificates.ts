// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Rows that point at an entry, in the order of the entries: without them a look for false ones reads every certificate. */
export const pointersOfCertificates: Migration = {
  number: 5,
  name: 'pointers-of-certificates',
  async up(db) {
    for (const column of ['anchored_seq', 'revoked_seq'])
      await db.schema
        .createIndex(`certificate_${column}`)
        .on('certificate')
        .columns([column, 'id'])
        .where(sql.ref(column), 'is not', null)
        .execute();
  },
};
