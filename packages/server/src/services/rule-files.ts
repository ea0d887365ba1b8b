// SPDX-License-Identifier: Apache-2.0
/** The files that rules come from, as bytes that all threads look at: none of them holds a copy, or a text, of its own. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DataFile } from '@plumbline/core/constitution/parse.ts';
import type { Ruleset, RulesetInput } from '@plumbline/core/engine/ruleset.ts';

export interface RuleFile {
  readonly path: string;
  /** On memory that is shared; nobody writes to it. */
  readonly bytes: Uint8Array;
}

type Texts = 'constitutionFiles' | 'patternFiles' | 'verdictFile' | 'preparedFiles' | 'allowFile';

/** What a ruleset is built from, before it is read as text. */
export interface RuleFiles extends Omit<RulesetInput, Texts> {
  readonly constitutionFiles: readonly RuleFile[];
  readonly patternFiles: readonly RuleFile[];
  readonly verdictFile: RuleFile;
  readonly preparedFiles: readonly RuleFile[];
  readonly allowFile: RuleFile | null;
}

/**
 * For threads: with the tables of what was built of the files. A getter, because a thread is handed a clone: the tables are
 * read when one starts, and the thread that serves keeps no second copy of them.
 */
export function forThreads(files: RuleFiles, { pack }: Pick<Ruleset, 'pack'>): RuleFiles {
  return {
    ...files,
    tried: true,
    get tables() {
      try {
        return pack.tables();
      } catch {
        // No memory for a copy. A thread makes its own where it gets none; a clone that throws would end the process.
        return null;
      }
    },
  };
}

/**
 * The whole of a file, in memory that threads can be handed without a copy. It is read right into there: a copy that is let
 * go of would be the largest piece of memory ever freed, and from then on the allocator keeps as much for the next one.
 */
export function readShared(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return length === bytes.length ? bytes : bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** The texts last as long as the building of a ruleset does. */
export function textsOf(files: RuleFiles): RulesetInput {
  return {
    ...files,
    constitutionFiles: files.constitutionFiles.map(textOf),
    patternFiles: files.patternFiles.map(textOf),
    verdictFile: textOf(files.verdictFile),
    preparedFiles: files.preparedFiles.map(textOf),
    allowFile: files.allowFile === null ? null : textOf(files.allowFile),
  };
}

function textOf({ path, bytes }: RuleFile): DataFile {
  return { path, text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') };
}
