// SPDX-License-Identifier: Apache-2.0
/** A published log as a folder or an address holds it. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogReader, MAX_CHECKPOINT_BYTES, SourceError } from '@plumbline/core/ledger/published-log.ts';
import { UsageError } from '../io.ts';
import { httpReader } from './http-reader.ts';

/**
 * Opens a folder or an http(s) address; both may be the log's prefix or what stands above its `log/`.
 * @throws UsageError for other places, SourceError when there is no checkpoint
 */
export async function openLog(place: string): Promise<LogReader> {
  const isUrl = /^https?:\/\//.test(place);
  if (!isUrl && !(await isFolder(place))) throw new UsageError(`${place} is neither a folder nor an http(s) address`);
  const open = isUrl ? httpReader : folderReader;
  const prefixes = isUrl
    ? [place.replace(/\/+$/, ''), `${place.replace(/\/+$/, '')}/log`]
    : [place, join(place, 'log')];
  for (const prefix of prefixes) {
    const reader = open(prefix);
    if ((await reader.read('checkpoint', MAX_CHECKPOINT_BYTES)) !== null) return reader;
  }
  throw new SourceError(`${place} has neither 'checkpoint' nor 'log/checkpoint'`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function folderReader(folder: string): LogReader {
  return {
    place: folder,
    read: async (path, maxBytes) => {
      const file = join(folder, path);
      try {
        const { size } = await stat(file);
        if (size > maxBytes) throw new SourceError(`${file} is longer than ${maxBytes} bytes`);
        return await readFile(file);
      } catch (error) {
        if (error instanceof SourceError) throw error;
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') return null;
        throw new SourceError(`${file} cannot be read: ${(error as Error).message}`);
      }
    },
  };
}
