// SPDX-License-Identifier: Apache-2.0
import type { Kysely } from 'kysely';
import type { KeyTable, Tables } from './schema.ts';
import type { KeyEnvironment, KeyLimits, KeyRecord, KeyState, KeyStore, TierName } from './store.ts';

/** Keys are few and written rarely: the same SQL on both drivers. */
export function keyStore(db: Kysely<Tables>): KeyStore {
  return {
    async insert(key) {
      await db.insertInto('api_key').values(rowOf(key)).execute();
    },
    async find(id) {
      const row = await db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? keyOf(row) : null;
    },
    async list() {
      const rows = await db.selectFrom('api_key').selectAll().orderBy('created_at_ms').orderBy('id').execute();
      return rows.map(keyOf);
    },
    rotate: (oldId, next, overlapEndsAtMs) => rotate(db, oldId, next, overlapEndsAtMs),
    async revoke(id) {
      const result = await db
        .updateTable('api_key')
        .set({ state: 'revoked', overlap_ends_at_ms: null })
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async markLeaked(id, atMs) {
      await db
        .updateTable('api_key')
        .set({ leaked_at_ms: atMs })
        .where('id', '=', id)
        .where('leaked_at_ms', 'is', null)
        .execute();
    },
    touch: (uses) => touch(db, uses),
  };
}

function rotate(db: Kysely<Tables>, oldId: string, next: KeyRecord, overlapEndsAtMs: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const result = await tx
      .updateTable('api_key')
      .set({ state: 'rotating', overlap_ends_at_ms: overlapEndsAtMs })
      .where('id', '=', oldId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await tx.insertInto('api_key').values(rowOf(next)).execute();
    return true;
  });
}

function touch(db: Kysely<Tables>, uses: ReadonlyMap<string, number>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    // One order everywhere, so that two processes cannot wait for each other's rows.
    for (const [id, atMs] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1)))
      await tx
        .updateTable('api_key')
        .set({ last_used_at_ms: atMs })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at_ms', 'is', null), eb('last_used_at_ms', '<', atMs)]))
        .execute();
  });
}

function rowOf(key: KeyRecord): KeyTable {
  return {
    id: key.id,
    hash: key.hash,
    line_id: key.lineId,
    environment: key.environment,
    tier: key.tier,
    label: key.label,
    owner: key.owner,
    scopes: key.scopes.join(' '),
    limits: key.limits === null ? null : JSON.stringify(key.limits),
    created_at_ms: key.createdAtMs,
    last_used_at_ms: key.lastUsedAtMs,
    expires_at_ms: key.expiresAtMs,
    state: key.state,
    overlap_ends_at_ms: key.overlapEndsAtMs,
    leaked_at_ms: key.leakedAtMs,
  };
}

function keyOf(row: KeyTable): KeyRecord {
  return {
    id: row.id,
    hash: row.hash,
    lineId: row.line_id,
    environment: row.environment as KeyEnvironment,
    tier: row.tier as TierName,
    label: row.label,
    owner: row.owner,
    scopes: row.scopes === '' ? [] : row.scopes.split(' '),
    limits: row.limits === null ? null : (JSON.parse(row.limits) as KeyLimits),
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    expiresAtMs: row.expires_at_ms,
    state: row.state as KeyState,
    overlapEndsAtMs: row.overlap_ends_at_ms,
    leakedAtMs: row.leaked_at_ms,
  };
}
