// SPDX-License-Identifier: Apache-2.0
/** The ledger's transaction on PostgreSQL: one statement for each table and batch, planned once for a connection. */

import type { LedgerHead } from '@plumbline/core/ledger/append.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import type { PoolClient, QueryResultRow } from 'pg';
import { certificateValues, ratificationValues, type Value } from '../ledger/row-values.ts';
import { plainBytes } from '../ledger/schema.ts';
import type { BatchRows, CertificateState, CommitProof, KeptKey, LedgerTx, TileRow } from '../ledger/tx.ts';
import type { Claim, StoredCheckpoint } from '../ledger-store.ts';

const TEXTS = {
  head: 'SELECT size, last_leaf AS "lastLeaf", edge FROM ledger_head WHERE id = 1 FOR UPDATE',
  keys: `SELECT k.scope, k.key, k.body_hash AS "bodyHash", k.seq, e.leaf
    FROM unnest($1::text[], $2::text[]) AS asked (scope, key)
    JOIN ledger_key k ON k.scope = asked.scope AND k.key = asked.key JOIN ledger_entry e ON e.seq = k.seq`,
  claims: `SELECT i.scope, i.key, i.token FROM unnest($1::text[], $2::text[], $3::text[]) AS asked (scope, key, token)
    JOIN idempotency i ON i.scope = asked.scope AND i.key = asked.key AND i.token = asked.token
    WHERE i.status IS NULL ORDER BY i.scope, i.key FOR UPDATE OF i`,
  certificates: `SELECT id, anchored_seq AS "anchoredSeq", revoked_seq AS "revokedSeq" FROM certificate
    WHERE id = ANY($1::text[])`,
  nonces: 'SELECT nonce FROM ratification WHERE nonce = ANY($1::text[])',
  newest: 'SELECT max(seq) AS seq FROM ledger_entry WHERE type = $1',
  leaves: 'SELECT leaf FROM ledger_entry WHERE seq >= $1 AND seq < $2 ORDER BY seq',
  tile: 'SELECT bytes FROM ledger_tile WHERE level = $1 AND n = $2',
  'newest-checkpoint': 'SELECT size, root, note, at_ms AS "atMs" FROM ledger_checkpoint ORDER BY size DESC LIMIT 1',
  checkpoint: 'INSERT INTO ledger_checkpoint (size, root, note, at_ms) VALUES ($1, $2, $3, $4)',
  'set-head': 'UPDATE ledger_head SET size = $1, last_leaf = $2, edge = $3 WHERE id = 1 AND size = $4',
  'add-entries': `INSERT INTO ledger_entry (seq, leaf, type, subject, header)
    SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::text[], $5::bytea[])`,
  'add-payloads': 'INSERT INTO ledger_payload (seq, bytes) SELECT * FROM unnest($1::bigint[], $2::bytea[])',
  'add-keys': `INSERT INTO ledger_key (scope, key, body_hash, seq)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])`,
  'put-tiles': `INSERT INTO ledger_tile (level, n, bytes) SELECT * FROM unnest($1::int[], $2::bigint[], $3::bytea[])
    ON CONFLICT (level, n) DO UPDATE SET bytes = excluded.bytes`,
  'clear-tiles': 'DELETE FROM ledger_tile',
  'add-certificates': `INSERT INTO certificate
    (id, created_at_ms, expires_at_ms, issuer_key_id, payload_sha256, commitment, envelope)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bytea[])`,
  anchor: `UPDATE certificate SET anchored_seq = news.seq FROM unnest($1::bigint[], $2::text[]) AS news (seq, id)
    WHERE certificate.id = news.id AND anchored_seq IS NULL AND revoked_seq IS NULL`,
  revoke: `UPDATE certificate SET revoked_seq = news.seq, superseded_by = news.superseded_by
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS news (seq, superseded_by, id)
    WHERE certificate.id = news.id AND revoked_seq IS NULL`,
  erase: `UPDATE ledger_payload SET bytes = NULL, erased_at_ms = news.at_ms
    FROM unnest($1::bigint[], $2::bigint[]) AS news (seq, at_ms)
    WHERE ledger_payload.seq = news.seq AND ledger_payload.bytes IS NOT NULL`,
  'erase-certificates': 'UPDATE certificate SET envelope = NULL WHERE id = ANY($1::text[])',
  // An id stands in the answer as plain ASCII.
  'forget-answers': `DELETE FROM idempotency USING unnest($1::text[]) AS erased (id)
    WHERE status IS NOT NULL AND position(convert_to(erased.id, 'UTF8') in body) > 0`,
  'add-ratifications': `INSERT INTO ratification (sha256, nonce, epoch, decision, submitted_at_ms, expires_at_ms,
    issuer_key_id, from_ms, until_ms, seq, envelope)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[])`,
  'list-certificates': `INSERT INTO ratification_certificate (certificate_id, ratification, position)
    SELECT * FROM unnest($1::text[], $2::text[], $3::int[])`,
  answers: `UPDATE idempotency SET status = news.status, body = news.body
    FROM unnest($1::int[], $2::bytea[], $3::text[], $4::text[], $5::text[]) AS news (status, body, scope, key, token)
    WHERE idempotency.scope = news.scope AND idempotency.key = news.key AND idempotency.token = news.token
      AND idempotency.status IS NULL`,
  'has-certificate': 'SELECT 1 FROM certificate WHERE id = $1',
  'has-answer': 'SELECT 1 FROM idempotency WHERE scope = $1 AND key = $2 AND token = $3 AND status IS NOT NULL',
  'has-checkpoint': 'SELECT 1 FROM ledger_checkpoint WHERE size = $1 AND note = $2',
} as const;

type Run = <Row extends QueryResultRow>(
  name: keyof typeof TEXTS,
  ...values: unknown[]
) => Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;

export function postgresLedgerTx(client: PoolClient): LedgerTx {
  const run: Run = (name, ...values) => client.query({ name: `ledger-${name}`, text: TEXTS[name], values });
  const rowsOf = async <Row extends QueryResultRow>(name: keyof typeof TEXTS, ...values: unknown[]): Promise<Row[]> =>
    (await run<Row>(name, ...values)).rows;
  const leaves = async (from: number, to: number): Promise<Uint8Array[]> =>
    (await rowsOf<{ leaf: Uint8Array }>('leaves', from, to)).map(({ leaf }) => plainBytes(leaf));
  return {
    async lockHead() {
      const [head] = await rowsOf<LedgerHead & QueryResultRow>('head');
      if (!head) throw new Error('ledger_head: has no row');
      return { size: head.size, lastLeaf: plainBytes(head.lastLeaf), edge: plainBytes(head.edge) };
    },
    async keys(keys) {
      const rows = await rowsOf<KeptKey & QueryResultRow>('keys', ...columns(keys, ['scope', 'key']));
      return rows.map((row) => ({ ...row, leaf: plainBytes(row.leaf) }));
    },
    openClaims: (claims) => rowsOf<Claim & QueryResultRow>('claims', ...columns(claims, ['scope', 'key', 'token'])),
    certificates: (ids) => rowsOf<CertificateState & QueryResultRow>('certificates', ids),
    usedNonces: async (nonces) => (await rowsOf<{ nonce: string }>('nonces', nonces)).map(({ nonce }) => nonce),
    newestSeq: async (type) => (await rowsOf<{ seq: number | null }>('newest', type))[0]?.seq ?? null,
    leaves,
    async tile(level, n) {
      const [row] = await rowsOf<{ bytes: Uint8Array }>('tile', level, n);
      return row ? plainBytes(row.bytes) : null;
    },
    putTiles: (tiles) => putTiles(run, tiles),
    clearTiles: () => run('clear-tiles').then(() => {}),
    write: (rows) => write(run, rows),
    async newestCheckpoint() {
      const [row] = await rowsOf<StoredCheckpoint & QueryResultRow>('newest-checkpoint');
      return row ? { ...row, root: plainBytes(row.root) } : null;
    },
    insertCheckpoint: ({ size, root, note, atMs }) =>
      run('checkpoint', size, Buffer.from(root), note, atMs).then(() => {}),
    holds: (proof) => holds(run, proof, leaves),
  };
}

/** The driver writes a bare Uint8Array inside an array as JSON: it must see Buffers. */
function column<Row extends object>(rows: readonly Row[], name: keyof Row): unknown[] {
  return rows.map((row) => value(row[name]));
}

const value = (of: unknown): unknown =>
  of instanceof Uint8Array ? Buffer.from(of.buffer, of.byteOffset, of.length) : of;

function columns<Row extends object>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map((name) => column(rows, name));
}

function turned(rows: readonly (readonly Value[])[]): unknown[][] {
  return (rows[0] ?? []).map((_, i) => rows.map((row) => value(row[i])));
}

async function putTiles(run: Run, tiles: readonly TileRow[]): Promise<void> {
  // One statement may touch a row once: of a tile that grew twice the last form counts.
  const last = [...new Map(tiles.map((tile) => [`${tile.level}/${tile.n}`, tile])).values()];
  if (last.length > 0) await run('put-tiles', ...columns(last, ['level', 'n', 'bytes']));
}

/** A changed row that another transaction changed first is a fault of ours: all of it was read under the lock. */
async function runExact(run: Run, name: keyof typeof TEXTS, count: number, values: unknown[]): Promise<void> {
  const { rowCount } = await run(name, ...values);
  if (rowCount !== count) throw new Error(`${name}: a row changed under its lock`);
}

async function write(run: Run, rows: BatchRows): Promise<void> {
  const { entries, keys, certificates, anchored, revoked, answers } = rows;
  if (entries.length > 0) {
    await run('add-entries', ...columns(entries, ['seq', 'leaf', 'type', 'subject', 'header']));
    await run('add-payloads', ...columns(entries, ['seq', 'payload']));
  }
  if (keys.length > 0) await run('add-keys', ...columns(keys, ['scope', 'key', 'bodyHash', 'seq']));
  await putTiles(run, rows.tiles);
  if (certificates.length > 0) await run('add-certificates', ...turned(certificates.map(certificateValues)));
  if (anchored.length > 0) await runExact(run, 'anchor', anchored.length, columns(anchored, ['seq', 'id']));
  if (revoked.length > 0)
    await runExact(run, 'revoke', revoked.length, columns(revoked, ['seq', 'supersededBy', 'id']));
  if (rows.erased.length > 0) await run('erase', ...columns(rows.erased, ['seq', 'atMs']));
  if (rows.erasedCertificates.length > 0) {
    await run('erase-certificates', rows.erasedCertificates);
    await run('forget-answers', rows.erasedCertificates);
  }
  if (rows.ratifications.length > 0) await addRatifications(run, rows.ratifications);
  if (answers.length > 0) {
    const flat = answers.map(({ claim, answer }) => ({ ...claim, ...answer }));
    await runExact(run, 'answers', flat.length, columns(flat, ['status', 'body', 'scope', 'key', 'token']));
  }
  if (!rows.head) return;
  const { oldSize, next } = rows.head;
  await runExact(run, 'set-head', 1, [next.size, value(next.lastLeaf), value(next.edge), oldSize]);
}

async function addRatifications(run: Run, ratifications: BatchRows['ratifications']): Promise<void> {
  await run('add-ratifications', ...turned(ratifications.map(ratificationValues)));
  const listed = ratifications.flatMap(({ sha256, scope }) =>
    scope.form === 'listed' ? scope.certificateIds.map((id, position) => ({ id, sha256, position })) : [],
  );
  if (listed.length > 0) await run('list-certificates', ...columns(listed, ['id', 'sha256', 'position']));
}

async function holds(
  run: Run,
  proof: CommitProof,
  leaves: (from: number, to: number) => Promise<Uint8Array[]>,
): Promise<boolean> {
  if (proof.kind === 'entry') {
    const [leaf] = await leaves(proof.seq, proof.seq + 1);
    return leaf !== undefined && bytesEqual(leaf, proof.leaf);
  }
  const found = (name: keyof typeof TEXTS, ...values: unknown[]) =>
    run(name, ...values).then(({ rows }) => rows.length > 0);
  if (proof.kind === 'certificate') return found('has-certificate', proof.id);
  if (proof.kind === 'checkpoint') return found('has-checkpoint', proof.size, proof.note);
  const { scope, key, token } = proof.claim;
  return found('has-answer', scope, key, token);
}
