// SPDX-License-Identifier: Apache-2.0
/**
 * What a witness must never forget: the newest checkpoint that it co-signed of each log, and whose keys it trusts. SQLite
 * gives what the promise needs: a comparison and a change in one transaction, on disk when it returns, also between
 * processes that were started on one folder by mistake.
 */
import { DatabaseSync } from 'node:sqlite';
import type { WitnessedState } from '@plumbline/core/ledger/witness-protocol.ts';
import { bytesEqual } from '@plumbline/core/seal/bytes.ts';

const BUSY_TIMEOUT_MS = 5_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS log_key (vkey TEXT PRIMARY KEY, origin TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS witnessed (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL, at_ms INTEGER NOT NULL
  ) STRICT;
`;

export interface WitnessedRow extends WitnessedState {
  readonly origin: string;
  /** The note as the log sent it: evidence, should the log ever deny it. */
  readonly note: string;
  readonly atMs: number;
}

export class WitnessStore {
  readonly #db: DatabaseSync;

  /** @throws Error when the file cannot be opened */
  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    // FULL: every commit waits for the disk. A co-signature must not outlive the memory of it.
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  }

  trust(origin: string, vkey: string): void {
    this.#db.prepare('INSERT OR IGNORE INTO log_key (vkey, origin) VALUES (?, ?)').run(vkey, origin);
  }

  /** Verifier keys of a log; empty for one that is not trusted. */
  keysOf(origin: string): string[] {
    const rows = this.#db.prepare('SELECT vkey FROM log_key WHERE origin = ? ORDER BY vkey').all(origin);
    return rows.map(({ vkey }) => vkey as string);
  }

  origins(): string[] {
    const rows = this.#db.prepare('SELECT DISTINCT origin FROM log_key ORDER BY origin').all();
    return rows.map(({ origin }) => origin as string);
  }

  find(origin: string): WitnessedRow | null {
    const row = this.#db.prepare('SELECT * FROM witnessed WHERE origin = ?').get(origin);
    if (!row) return null;
    const { size, root, note, at_ms: atMs } = row as { size: number; root: Uint8Array; note: string; at_ms: number };
    return { origin, size, root, note, atMs };
  }

  /** Sets the state only when it still is `before`. On disk when this returns true. */
  compareAndSet(before: WitnessedState | null, next: WitnessedRow): boolean {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const stored = this.find(next.origin);
      const same = before === null ? stored === null : stored !== null && isSame(stored, before);
      if (same) this.#put(next);
      this.#db.exec('COMMIT');
      return same;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }

  #put({ origin, size, root, note, atMs }: WitnessedRow): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO witnessed (origin, size, root, note, at_ms) VALUES (?, ?, ?, ?, ?)')
      .run(origin, size, root, note, atMs);
  }
}

const isSame = (a: WitnessedState, b: WitnessedState) => a.size === b.size && bytesEqual(a.root, b.root);
