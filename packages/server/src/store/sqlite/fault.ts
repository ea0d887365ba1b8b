// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';

/** Primary result codes, sqlite.org/rescode.html; the low byte of an extended code. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;
const CANTOPEN = 14;

/** Null for an error that is not SQLite's. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Another connection writes at the moment: trying again helps. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
}

/** The disk or the file is at fault, not the statement. */
export function isDiskFault(error: unknown): boolean {
  const code = resultCode(error);
  return code === FULL || code === IOERR || code === READONLY || code === CANTOPEN;
}

/** What the caller learns: 503 for a fault of the disk or a long lock; everything else stays as it is. */
export function publicFault(error: unknown): unknown {
  if (isDiskFault(error)) return cannotWrite(error);
  if (isBusy(error))
    return new PlumblineError('overloaded', { detail: 'The store is busy.', retryAfterS: 1, cause: error });
  return error;
}

const cannotWrite = (cause: unknown) =>
  new PlumblineError('overloaded', { detail: 'The store cannot write at the moment.', retryAfterS: 10, cause });

/** The database was deleted or replaced while it was open. */
export const fileGone = (file: string): PlumblineError =>
  cannotWrite(new Error(`${file}: was deleted or replaced while the service had it open; put it back and start again`));
