// SPDX-License-Identifier: Apache-2.0
/**
 * Contract 1.7. A row without a status is a request that runs, or one whose process died: its lease tells them apart. So does
 * it for a status below zero: the effect stands, and the answer that is kept holds unless the request still finishes.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Claim, ClaimOutcome, ClaimRequest, IdempotencyStore, StoredAnswer } from '../ledger-store.ts';
import { parameter } from './entries.ts';
import { type LedgerTables, plainBytes } from './schema.ts';

const ANSWER_KEPT_MS = 24 * 3_600_000;

/** As an answer is kept that a better one may still replace. */
export const provisional = ({ status, body }: StoredAnswer): StoredAnswer => ({ status: -status, body });

export function idempotencyStore(db: Kysely<LedgerTables>): IdempotencyStore {
  return {
    async claim(request) {
      for (;;) {
        const claim = await take(db, request);
        if (claim) return { status: 'claimed', claim };
        const standing = await stand(db, request);
        // Null: it was given back between the two statements.
        if (standing) return standing;
      }
    },
    async complete(claim, answer) {
      const { scope, key, token } = claim;
      const query = db
        .updateTable('idempotency')
        .set({ status: answer.status, body: parameter(answer.body) })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('token', '=', token)
        .where(({ or, eb }) => or([eb('status', 'is', null), eb('status', '<', 0)]));
      return (await query.executeTakeFirst()).numUpdatedRows > 0n;
    },
    async release({ scope, key, token }) {
      const own = { scope, key, token };
      await db
        .deleteFrom('idempotency')
        .where((eb) => eb.and(own))
        .where('status', 'is', null)
        .execute();
      // The effect stands: nothing better is to come, and what was kept with it is the answer.
      await db
        .updateTable('idempotency')
        .set({ status: sql<number>`-status` })
        .where((eb) => eb.and(own))
        .where('status', '<', 0)
        .execute();
    },
    async sweep(nowMs) {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency')
        .where(({ and, or, eb }) =>
          or([
            and([eb('status', 'is', null), eb('lease_ends_at_ms', '<=', nowMs)]),
            and([eb('status', 'is not', null), eb('created_at_ms', '<=', nowMs - ANSWER_KEPT_MS)]),
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** One statement inserts the row or takes over one that is dead or too old. Null when another row stands. */
async function take(db: Kysely<LedgerTables>, request: ClaimRequest): Promise<Claim | null> {
  const { scope, key, bodyHash, nowMs, leaseEndsAtMs } = request;
  const token = randomUUID();
  const fresh = {
    body_hash: bodyHash,
    token,
    lease_ends_at_ms: leaseEndsAtMs,
    created_at_ms: nowMs,
    status: null,
    body: null,
  };
  const row = await db
    .insertInto('idempotency')
    .values({ scope, key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(fresh)
        .where(({ and, or, eb }) =>
          or([
            and([eb('idempotency.status', 'is', null), eb('idempotency.lease_ends_at_ms', '<=', nowMs)]),
            and([
              eb('idempotency.status', 'is not', null),
              eb('idempotency.created_at_ms', '<=', nowMs - ANSWER_KEPT_MS),
            ]),
          ]),
        ),
    )
    .returning('token')
    .executeTakeFirst();
  return row ? { scope, key, token } : null;
}

async function stand(
  db: Kysely<LedgerTables>,
  { scope, key, bodyHash, nowMs }: ClaimRequest,
): Promise<ClaimOutcome | null> {
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'status', 'body', 'lease_ends_at_ms'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.body_hash !== bodyHash) return { status: 'mismatch' };
  if (row.status === null || row.body === null) return { status: 'in_flight' };
  if (row.status < 0 && row.lease_ends_at_ms > nowMs) return { status: 'in_flight' };
  return { status: 'replay', answer: { status: Math.abs(row.status), body: plainBytes(row.body) } };
}
