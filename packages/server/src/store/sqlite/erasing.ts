// SPDX-License-Identifier: Apache-2.0
/** What the file must not remember. Deleted bytes are overwritten by every connection: see `secure_delete` in connection.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { SqliteConnection } from './connection.ts';

/** Readers of other processes hold the log for as long as one statement of theirs takes. */
const LOG_TIMEOUT_MS = 10_000;
const LOG_RETRY_MS = 20;

export type Erasing = <T>(work: () => Promise<T>) => Promise<T>;

/** Empties the write-ahead log after the work: it holds the pages as they were. For rows that come and go. */
export function emptyingLog(connection: SqliteConnection): Erasing {
  return async (work) => {
    try {
      return await work();
    } finally {
      await emptyLog(connection);
    }
  };
}

/**
 * Writes the whole file anew after the work. Overwriting is not enough for what must be gone by law: rows that move when a
 * page is split leave copies in the unused middle of the page, which no later deletion finds, and files of versions that did
 * not overwrite have pages on their free list. The cost grows with the file, and others cannot write meanwhile.
 */
export function rewriting(connection: SqliteConnection): Erasing {
  return async (work) => {
    const result = await work();
    try {
      await vacuum(connection);
    } catch (error) {
      throw stillInFile('the file could not be written anew', error);
    }
    if (!(await emptyLog(connection))) throw stillInFile('another process reads the write-ahead log');
    return result;
  };
}

/** What was erased is deleted and recorded; doing it again goes on from here. */
function stillInFile(reason: string, cause?: unknown): PlumblineError {
  const detail = `The rows are erased, but ${reason}: old copies may still be in it. Erase once more.`;
  return new PlumblineError('ledger_unavailable', { detail, cause });
}

/** The copy is made in a temporary file: in memory it would need as much as the whole file. */
async function vacuum(connection: SqliteConnection): Promise<void> {
  const { db } = connection;
  await connection.take();
  try {
    db.exec('PRAGMA temp_store = FILE');
    await connection.whileBusy(() => db.exec('VACUUM'));
  } finally {
    db.exec('PRAGMA temp_store = MEMORY');
    connection.release();
  }
}

/** @returns false when somebody read from the log all the time */
async function emptyLog(connection: SqliteConnection): Promise<boolean> {
  const deadline = performance.now() + LOG_TIMEOUT_MS;
  for (;;) {
    await connection.take();
    try {
      const { busy } = connection.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      if (busy === 0) return true;
    } finally {
      connection.release();
    }
    if (performance.now() >= deadline) return false;
    await sleep(LOG_RETRY_MS);
  }
}
