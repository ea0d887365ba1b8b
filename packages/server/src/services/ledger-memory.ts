// SPDX-License-Identifier: Apache-2.0
/**
 * The newest checkpoint, kept outside the database: a database that is put back from an old backup does not know what was
 * signed since, and this file does.
 */
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { makeFolder } from '../folder.ts';

/** In the data folder: the newest checkpoint that was signed here. */
export const MEMORY_FILE = 'newest-checkpoint';

export class CheckpointMemory {
  readonly #file: string;
  #size = -1;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** The signed note; null when nothing was ever signed here. */
  async read(): Promise<string | null> {
    try {
      return await readFile(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Keeps the larger one. Written aside and renamed, so that a crash leaves the old or the new. */
  remember(note: string): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write(note));
    return this.#writing;
  }

  async #write(note: string): Promise<void> {
    const { size } = parseCheckpoint(note);
    if (size <= this.#size) return;
    const stored = await this.read();
    if (stored !== null && parseCheckpoint(stored).size >= size) return;
    makeFolder(dirname(this.#file));
    const aside = `${this.#file}.${process.pid}`;
    await writeFile(aside, note, { mode: 0o600, flush: true });
    await rename(aside, this.#file);
    await syncFolder(dirname(this.#file));
    this.#size = size;
  }
}

/** A rename is on disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
