// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';

const RETRY_AFTER_S = 5;

/** `overloaded`, which a driver makes of a full disk or a lost server, says `ledger_unavailable` of the ledger. */
export function ledgerFault(error: unknown): unknown {
  if (!(error instanceof PlumblineError) || error.code !== 'overloaded') return error;
  return new PlumblineError('ledger_unavailable', {
    detail: error.detail,
    retryAfterS: error.retryAfterS ?? RETRY_AFTER_S,
    cause: error.cause,
  });
}

/** The commit was sent and its answer lost, and the database stays away: nobody can say yet what became of it. */
export function outcomeUnknown(cause: unknown): PlumblineError {
  return new PlumblineError('ledger_unavailable', {
    detail: 'It is not known whether this was recorded. Send it again with the same Idempotency-Key.',
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}

type Method = (...args: unknown[]) => unknown;

/** The same interface; what goes wrong in the driver becomes what the caller may learn, in iterations too. */
export function guardedBy<Part extends object>(part: Part, publicFault: (error: unknown) => unknown): Part {
  const wrap = (method: Method): Method => {
    return (...args) => {
      const result = method(...args);
      if (result instanceof Promise)
        return result.catch((error: unknown) => {
          throw publicFault(error);
        });
      return guardedPages(result as AsyncIterable<unknown>, publicFault);
    };
  };
  const members = Object.entries(part).map(([name, member]) => [
    name,
    typeof member === 'function' ? wrap(member as Method) : member,
  ]);
  return Object.fromEntries(members) as Part;
}

async function* guardedPages<T>(pages: AsyncIterable<T>, publicFault: (error: unknown) => unknown): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    throw publicFault(error);
  }
}
