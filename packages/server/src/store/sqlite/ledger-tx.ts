// SPDX-License-Identifier: Apache-2.0
/** The ledger's transaction straight on `node:sqlite`: every statement prepared once, one run a row. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { LedgerHead } from '@plumbline/core/ledger/append.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';
import { certificateValues, ratificationValues } from '../ledger/row-values.ts';
import type { BatchRows, CertificateState, CommitProof, EntryRow, KeptKey, LedgerTx, TileRow } from '../ledger/tx.ts';
import type { Claim, StoredCheckpoint } from '../ledger-store.ts';
import type { SqliteConnection } from './connection.ts';

/** Rows that one run of a statement adds where so many are left: a tenth of an append's cost is in calling for each row. */
const ROWS_AT_ONCE = 16;
const ADD_ENTRY = 'INSERT INTO ledger_entry (seq, leaf, type, subject, header) VALUES (?, ?, ?, ?, ?)';
const ADD_PAYLOAD = 'INSERT INTO ledger_payload (seq, bytes) VALUES (?, ?)';

function manyRows(addOne: string): string {
  const row = addOne.slice(addOne.lastIndexOf('('));
  return addOne + `, ${row}`.repeat(ROWS_AT_ONCE - 1);
}

const TEXTS = {
  head: 'SELECT size, last_leaf AS lastLeaf, edge FROM ledger_head WHERE id = 1',
  key: `SELECT k.scope, k.key, k.body_hash AS bodyHash, k.seq, e.leaf FROM ledger_key k
    JOIN ledger_entry e ON e.seq = k.seq WHERE k.scope = ? AND k.key = ?`,
  claim: 'SELECT 1 FROM idempotency WHERE scope = ? AND key = ? AND token = ? AND status IS NULL',
  certificate: 'SELECT id, anchored_seq AS anchoredSeq, revoked_seq AS revokedSeq FROM certificate WHERE id = ?',
  nonce: 'SELECT 1 FROM ratification WHERE nonce = ?',
  newest: 'SELECT max(seq) AS seq FROM ledger_entry WHERE type = ?',
  leaves: 'SELECT leaf FROM ledger_entry WHERE seq >= ? AND seq < ? ORDER BY seq',
  tile: 'SELECT bytes FROM ledger_tile WHERE level = ? AND n = ?',
  newestCheckpoint: 'SELECT size, root, note, at_ms AS atMs FROM ledger_checkpoint ORDER BY size DESC LIMIT 1',
  checkpoint: 'INSERT INTO ledger_checkpoint (size, root, note, at_ms) VALUES (?, ?, ?, ?)',
  setHead: 'UPDATE ledger_head SET size = ?, last_leaf = ?, edge = ? WHERE id = 1 AND size = ?',
  addEntry: ADD_ENTRY,
  addEntries: manyRows(ADD_ENTRY),
  addPayload: ADD_PAYLOAD,
  addPayloads: manyRows(ADD_PAYLOAD),
  addKey: 'INSERT INTO ledger_key (scope, key, body_hash, seq) VALUES (?, ?, ?, ?)',
  putTile: `INSERT INTO ledger_tile (level, n, bytes) VALUES (?, ?, ?)
    ON CONFLICT (level, n) DO UPDATE SET bytes = excluded.bytes`,
  clearTiles: 'DELETE FROM ledger_tile',
  addCertificate: `INSERT INTO certificate
    (id, created_at_ms, expires_at_ms, issuer_key_id, payload_sha256, commitment, envelope) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  anchor: 'UPDATE certificate SET anchored_seq = ? WHERE id = ? AND anchored_seq IS NULL AND revoked_seq IS NULL',
  revoke: 'UPDATE certificate SET revoked_seq = ?, superseded_by = ? WHERE id = ? AND revoked_seq IS NULL',
  erase: 'UPDATE ledger_payload SET bytes = NULL, erased_at_ms = ? WHERE seq = ? AND bytes IS NOT NULL',
  eraseCertificate: 'UPDATE certificate SET envelope = NULL WHERE id = ?',
  // An id stands in the answer as plain ASCII.
  forgetAnswers: 'DELETE FROM idempotency WHERE status IS NOT NULL AND instr(body, ?) > 0',
  addRatification: `INSERT INTO ratification (sha256, nonce, epoch, decision, submitted_at_ms, expires_at_ms,
    issuer_key_id, from_ms, until_ms, seq, envelope) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  listCertificate: 'INSERT INTO ratification_certificate (certificate_id, ratification, position) VALUES (?, ?, ?)',
  answer: 'UPDATE idempotency SET status = ?, body = ? WHERE scope = ? AND key = ? AND token = ? AND status IS NULL',
  hasCertificate: 'SELECT 1 FROM certificate WHERE id = ?',
  hasAnswer: 'SELECT 1 FROM idempotency WHERE scope = ? AND key = ? AND token = ? AND status IS NOT NULL',
  hasCheckpoint: 'SELECT 1 FROM ledger_checkpoint WHERE size = ? AND note = ?',
} as const;

type Statements = Readonly<Record<keyof typeof TEXTS, StatementSync>>;

/** What answers at once. */
export interface SyncLedgerTx extends LedgerTx {
  openClaims(claims: readonly Claim[]): readonly Claim[];
  write(rows: BatchRows): void;
}

/** Statements last as long as the connection. */
export function sqliteLedgerTx({ db }: SqliteConnection): SyncLedgerTx {
  const statements = Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [name, db.prepare(text)]),
  ) as unknown as Statements;
  const leaves = (from: number, to: number): Uint8Array[] =>
    (statements.leaves.all(from, to) as unknown as { leaf: Uint8Array }[]).map(({ leaf }) => leaf);
  return {
    lockHead: () => {
      const head = statements.head.get();
      if (head === undefined) throw new Error('ledger_head: has no row');
      return head as unknown as LedgerHead;
    },
    keys: (keys) =>
      keys.flatMap(({ scope, key }) => (statements.key.get(scope, key) as unknown as KeptKey | undefined) ?? []),
    openClaims: (claims) =>
      claims.filter(({ scope, key, token }) => statements.claim.get(scope, key, token) !== undefined),
    certificates: (ids) =>
      ids.flatMap((id) => (statements.certificate.get(id) as unknown as CertificateState | undefined) ?? []),
    usedNonces: (nonces) => nonces.filter((nonce) => statements.nonce.get(nonce) !== undefined),
    newestSeq: (type) => (statements.newest.get(type) as { seq: number | null }).seq,
    leaves,
    tile: (level, n) => (statements.tile.get(level, n) as { bytes: Uint8Array } | undefined)?.bytes ?? null,
    putTiles: (tiles) => putTiles(statements, tiles),
    clearTiles: () => void statements.clearTiles.run(),
    write: (rows) => write(statements, rows),
    newestCheckpoint: () => (statements.newestCheckpoint.get() as unknown as StoredCheckpoint | undefined) ?? null,
    insertCheckpoint: ({ size, root, note, atMs }) => void statements.checkpoint.run(size, root, note, atMs),
    holds: (proof) => holds(statements, proof, leaves),
  };
}

function putTiles(statements: Statements, tiles: readonly TileRow[]): void {
  for (const { level, n, bytes } of tiles) statements.putTile.run(level, n, bytes);
}

function addEntries(statements: Statements, rows: readonly EntryRow[]): void {
  let at = 0;
  for (; at + ROWS_AT_ONCE <= rows.length; at += ROWS_AT_ONCE) {
    const entries: SQLInputValue[] = [];
    const payloads: SQLInputValue[] = [];
    for (let i = at; i < at + ROWS_AT_ONCE; i++) {
      const { seq, leaf, type, subject, header, payload } = rows[i] as EntryRow;
      entries.push(seq, leaf, type, subject, header);
      payloads.push(seq, payload);
    }
    statements.addEntries.run(...entries);
    statements.addPayloads.run(...payloads);
  }
  for (; at < rows.length; at++) {
    const { seq, leaf, type, subject, header, payload } = rows[at] as EntryRow;
    statements.addEntry.run(seq, leaf, type, subject, header);
    statements.addPayload.run(seq, payload);
  }
}

function write(statements: Statements, rows: BatchRows): void {
  addEntries(statements, rows.entries);
  for (const { scope, key, bodyHash, seq } of rows.keys) statements.addKey.run(scope, key, bodyHash, seq);
  putTiles(statements, rows.tiles);
  for (const certificate of rows.certificates) statements.addCertificate.run(...certificateValues(certificate));
  for (const { id, seq } of rows.anchored) runOne(statements.anchor, 'certificate', seq, id);
  for (const { id, seq, supersededBy } of rows.revoked) runOne(statements.revoke, 'certificate', seq, supersededBy, id);
  for (const { seq, atMs } of rows.erased) statements.erase.run(atMs, seq);
  for (const id of rows.erasedCertificates) {
    statements.eraseCertificate.run(id);
    statements.forgetAnswers.run(Buffer.from(id));
  }
  for (const ratification of rows.ratifications) {
    statements.addRatification.run(...ratificationValues(ratification));
    if (ratification.scope.form !== 'listed') continue;
    for (const [position, id] of ratification.scope.certificateIds.entries())
      statements.listCertificate.run(id, ratification.sha256, position);
  }
  for (const { claim, answer } of rows.answers)
    runOne(statements.answer, 'idempotency', answer.status, answer.body, claim.scope, claim.key, claim.token);
  if (!rows.head) return;
  const { oldSize, next } = rows.head;
  runOne(statements.setHead, 'ledger_head', next.size, next.lastLeaf, next.edge, oldSize);
}

/** What was read under the lock must still hold when it is changed: anything else is a fault of ours. */
function runOne(statement: StatementSync, table: string, ...values: SQLInputValue[]): void {
  if (statement.run(...values).changes !== 1) throw new Error(`${table}: the row changed under its lock`);
}

function holds(
  statements: Statements,
  proof: CommitProof,
  leaves: (from: number, to: number) => Uint8Array[],
): boolean {
  if (proof.kind === 'entry') {
    const [leaf] = leaves(proof.seq, proof.seq + 1);
    return leaf !== undefined && bytesEqual(leaf, proof.leaf);
  }
  if (proof.kind === 'certificate') return statements.hasCertificate.get(proof.id) !== undefined;
  if (proof.kind === 'checkpoint') return statements.hasCheckpoint.get(proof.size, proof.note) !== undefined;
  const { scope, key, token } = proof.claim;
  return statements.hasAnswer.get(scope, key, token) !== undefined;
}
