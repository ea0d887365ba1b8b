// SPDX-License-Identifier: Apache-2.0
import { StoreError } from '../store-error.ts';
import { systemProblem } from '../system-problem.ts';
import { resultCode } from './fault.ts';

/** By the primary result codes of sqlite.org/rescode.html. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another process holds it locked',
  6: 'another process holds it locked',
  8: 'this user may only read it, or the disk is read-only',
  10: 'the disk fails, or is full',
  11: 'it is damaged: `plumbline restore` puts a backup in its place',
  13: 'the disk is full',
  14: 'it cannot be opened: it is no file, or this user may not write it and its folder',
  26: 'it is no database, or is damaged: `plumbline restore` puts a backup in its place',
};

/** A StoreError for what lies in the file, the disk or the rights of the user; any other error as it is. */
export function openProblem(file: string, error: unknown): unknown {
  const system = systemProblem(error);
  if (system !== null) return new StoreError(system, { cause: error });
  const reason = REASONS[resultCode(error) ?? 0];
  if (reason === undefined) return error;
  return new StoreError(`${file}: ${reason} (${(error as Error).message})`, { cause: error });
}
