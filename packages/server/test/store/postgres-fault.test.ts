// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { publicFault } from '../../src/store/postgres/fault.ts';

const fault = (message: string, code: string) =>
  publicFault(Object.assign(new Error(message), code === '' ? {} : { code }));

describe('a fault of PostgreSQL or of the way to it', () => {
  it.each([
    { message: 'Connection terminated unexpectedly', code: '' },
    { message: 'Connection terminated due to connection timeout', code: '' },
    { message: 'Client has encountered a connection error and is not queryable', code: '' },
    { message: 'Client was closed and is not queryable', code: '' },
    { message: 'timeout exceeded when trying to connect', code: '' },
    { message: 'write EPIPE', code: 'EPIPE' },
    { message: 'terminating connection due to administrator command', code: '57P01' },
    { message: 'could not extend file: No space left on device', code: '53100' },
    { message: 'could not serialize access', code: '40001' },
  ])('is a 503: $message', ({ message, code }) => {
    expect(fault(message, code)).toMatchObject({ code: 'overloaded', status: 503 });
  });

  it.each([
    { message: 'duplicate key value violates unique constraint', code: '23505' },
    { message: 'syntax error at or near "SELEC"', code: '42601' },
    { message: 'Cannot read properties of undefined', code: '' },
  ])('is none of these: $message', ({ message, code }) => {
    expect(fault(message, code)).not.toHaveProperty('status');
  });

  it('is told by words that the driver still says', () => {
    const driver = readFileSync(createRequire(import.meta.url).resolve('pg/lib/client.js'), 'utf8');
    expect(driver).toContain('Client has encountered a connection error and is not queryable');
    expect(driver).toContain('Connection terminated unexpectedly');
  });
});
