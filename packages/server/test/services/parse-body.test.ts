// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JudgePool } from '../../src/services/judge-pool.ts';
import { parseBody } from '../../src/services/parse-body.ts';
import { rules } from './airlock/airlock-scene.ts';

/** Not from Node's pool for small buffers, whose bytes cannot be handed over. */
function bytesOf(text: string | Uint8Array): Buffer<ArrayBuffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

/** Value, or everything that a caller sees of the refusal. */
async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { code: error.code, status: error.status, detail: error.detail, errors: error.errors };
  }
}

const many = (count: number) => `{${Array.from({ length: count }, (_, i) => `"m${i}":0`).join()}}`;

describe('a body that another thread parses', () => {
  const pool = new JudgePool({ threads: 1, maxJobs: 8, rules, serving: null });
  beforeAll(() => pool.warm());
  afterAll(() => pool.close());

  it.each([
    ['an object', '{"items":[{"id":"a","text":"x"},{"id":"b","text":"\u{1F98A}"}]}'],
    ['escapes', '{"text":"\\ud83e\\udd8a\\n"}'],
    ['no object', '[1,[2,null],true]'],
    ['nothing', ''],
    ['half an object', '{"a":'],
    ['a member twice', '{"a":[{"b":1,"b":2}]}'],
    ['NUL', '{"a":"\\u0000"}'],
    ['half of a surrogate pair', '{"a":["\\ud800"]}'],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['too many levels', '['.repeat(100) + ']'.repeat(100)],
    ['too many members', many(100_000)],
    ['too many elements', `{"items":[${'1,'.repeat(30_000)}1]}`],
  ])('is read and refused as here: %s', async (_, text) => {
    const elsewhere = await outcome(() => pool.parse(bytesOf(text)));
    expect(elsewhere).toEqual(await outcome(() => parseBody(bytesOf(text))));
  });

  it('inherits nothing', async () => {
    const value = await pool.parse(bytesOf('{"a":[{"__proto__":{"polluted":true}}],"constructor":1}'));
    const { a } = value as { a: [Record<string, unknown>] };
    expect(Object.keys(value as object)).toEqual(['a', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.getPrototypeOf(a[0])).toBe(null);
    expect(Object.keys(a[0])).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });

  it('is taken away from this thread', async () => {
    const bytes = bytesOf('{}');
    const parsing = pool.parse(bytes);
    expect(bytes.length).toBe(0);
    await parsing;
  });

  it('is refused where too many wait', async () => {
    const large = () => bytesOf(`[${' '.repeat(4_000_000)}]`);
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(() => pool.parse(large()))));
    expect(all.filter((one) => (one as { code?: string }).code === 'overloaded')).toHaveLength(4);
    expect(all.filter((one) => (one as { code?: string }).code === undefined)).toHaveLength(16);
    expect(await outcome(() => pool.parse(large()))).toEqual({ value: [] });
  });

  it('waits for no thread to start', async () => {
    const cold = new JudgePool({ threads: 1, maxJobs: 8, rules, serving: null });
    const bytes = bytesOf('{}');
    expect(cold.parse(bytes)).toBe(null);
    expect(bytes.length).toBe(2);
    await cold.close();
  });
});
