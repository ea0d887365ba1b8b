// SPDX-License-Identifier: Apache-2.0
import pg from 'pg';
import { StoreError } from '../store-error.ts';

const SETTING = 'PLUMBLINE_DATABASE_URL';

/** Of socket and names; what else the server or the driver says is clear by itself. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there; is it running?',
  ENOENT: 'there is no such socket; is it running?',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'names of hosts cannot be looked up at the moment',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it broke off the connection',
};

/** SQLSTATE classes of a server that cannot be used as it is: connection, authorisation, database, rights, state, resources. */
const UNUSABLE = /^(?:08|28|3D|25|53|55|57|58)|^42501$/;

/** @param error of the first connection: every one says that the server cannot be used */
export function connectProblem(url: string, error: unknown): StoreError {
  const cause = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ERR_INVALID_URL')
    return new StoreError(
      `${SETTING}: is no address such as postgres://USER:PASSWORD@HOST:PORT/DATABASE; in a password / @ : # are %2F %40 %3A %23`,
    );
  const { host, port, password } = addressOf(url);
  const words = Object.hasOwn(REASONS, code) ? (REASONS[code] as string) : (cause as Error).message;
  const reason = password === '' ? words : words.replaceAll(password, '…');
  // Without a cause: the driver's error may hold what the address holds.
  return new StoreError(`${SETTING}: PostgreSQL at ${host}:${port} cannot be used: ${reason}`);
}

/** The same for what the server says afterwards; any other error as it is. */
export function openProblem(url: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return UNUSABLE.test(code) || Object.hasOwn(REASONS, code) ? connectProblem(url, error) : error;
}

/** As the driver reads it, defaults of its environment included. */
function addressOf(url: string) {
  const { host, port, password } = new pg.Client({ connectionString: url });
  return { host, port, password: typeof password === 'string' ? password : '' };
}
