// SPDX-License-Identifier: Apache-2.0
import { type Stats, statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileGone, isBusy, publicFault } from './fault.ts';

/** How long another process may hold the write lock before we give up with 503. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_RETRY_MIN_MS = 1;
const BUSY_RETRY_SPREAD_MS = 4;
const MAX_CACHED_STATEMENTS = 200;

/**
 * One connection and the right to use it. Transactions that wait for something in between (Kysely's) hold the turn, so
 * that a batch of the commit queue never slips into them.
 */
export class SqliteConnection {
  readonly db: DatabaseSync;
  readonly #file: string;
  /** Null in memory. */
  readonly #opened: Stats | null;
  readonly #begin: StatementSync;
  readonly #statements = new Map<string, StatementSync>();
  #taken = false;
  readonly #queue: (() => void)[] = [];

  constructor(file: string) {
    this.db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    try {
      this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
      // Updates free pages too, long before anybody erases what was on them.
      this.db.exec('PRAGMA secure_delete = ON');
      // From here on a lock is waited for without blocking the event loop: see `begin`.
      this.db.exec('PRAGMA busy_timeout = 0');
      this.#begin = this.db.prepare('BEGIN IMMEDIATE');
      this.#file = file;
      this.#opened = file === ':memory:' ? null : statSync(file);
    } catch (error) {
      this.db.close();
      throw error;
    }
  }

  /** Takes the turn at once, or answers false. */
  tryTake(): boolean {
    if (this.#taken) return false;
    this.#taken = true;
    return true;
  }

  async take(): Promise<void> {
    if (this.tryTake()) return;
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#taken = false;
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text);
    if (known) return known;
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    const statement = this.db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** @throws PlumblineError `overloaded` when another process keeps the write lock too long */
  async begin(): Promise<void> {
    await this.whileBusy(() => this.#begin.run());
  }

  /** Runs `action` again while the file is locked, leaving the event loop free in between. */
  async whileBusy<T>(action: () => T): Promise<T> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw publicFault(error);
      }
      await sleep(BUSY_RETRY_MIN_MS + Math.random() * BUSY_RETRY_SPREAD_MS);
    }
  }

  /**
   * Asked behind each commit: SQLite goes on writing to a file that was deleted or replaced, and all of that is lost with
   * the process, so none of it may be acknowledged.
   * @throws PlumblineError `overloaded`
   */
  assertFile(): void {
    if (this.#opened === null) return;
    const now = statSync(this.#file, { throwIfNoEntry: false });
    if (now?.ino !== this.#opened.ino || now.dev !== this.#opened.dev) throw fileGone(this.#file);
  }

  /** A full disk may have rolled back by itself already. */
  rollback(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK');
  }

  close(): void {
    this.#statements.clear();
    if (this.db.isOpen) this.db.close();
  }
}
