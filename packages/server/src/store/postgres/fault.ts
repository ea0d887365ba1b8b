// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Serialisation failure and deadlock: the whole transaction may be run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** What `pg` says without a code: a connection that broke, that breaks as it is used, or that could not be had in time. */
const BROKEN = /connection terminated|is not queryable|timeout exceeded when trying to connect/i;

/** SQLSTATE classes 08 (connection), 53 (resources, a full disk), 57 (shutdown), 58 (system), and socket errors. */
export function isServerFault(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|57|58)/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return error instanceof Error && BROKEN.test(error.message);
}

/** What the caller learns: 503 for a fault of the server or the way to it; everything else stays as it is. */
export function publicFault(error: unknown): unknown {
  if (!isServerFault(error) && !isConflict(error)) return error;
  return new PlumblineError('overloaded', {
    detail: 'The store cannot be reached or cannot write at the moment.',
    retryAfterS: 5,
    cause: error,
  });
}
