// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ulid, ulidSource } from '../src/ulid.ts';

describe('ulid', () => {
  it('encodes the time of the specification example', () => {
    expect(ulid(1469922850259, new Uint8Array(10)).slice(0, 10)).toBe('01ARZ3NDEK');
  });

  it('encodes the extremes', () => {
    expect(ulid(0, new Uint8Array(10))).toBe('0'.repeat(26));
    expect(ulid(2 ** 48 - 1, new Uint8Array(10).fill(255))).toBe(`7${'Z'.repeat(25)}`);
  });

  it('sorts by time, whatever the randomness, and never loses a random bit', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
    const time = fc.integer({ min: 0, max: 2 ** 47 });
    fc.assert(
      fc.property(time, time, bytes, bytes, (a, b, x, y) => {
        if (a !== b) expect(ulid(a, x) < ulid(b, y)).toBe(a < b);
        if (Buffer.compare(x, y) !== 0) expect(ulid(a, x)).not.toBe(ulid(a, y));
      }),
      { seed: 7 },
    );
  });

  it('refuses what it cannot encode', () => {
    expect(() => ulid(-1, new Uint8Array(10))).toThrow(RangeError);
    expect(() => ulid(2 ** 48, new Uint8Array(10))).toThrow(RangeError);
    expect(() => ulid(1, new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('ulidSource', () => {
  it('gives the ULIDs of the bytes that it draws, none of them twice, across more than one draw', () => {
    const drawn: number[] = [];
    const next = ulidSource((pool) => {
      for (let i = 0; i < pool.length; i++) {
        pool[i] = (drawn.length * 151 + (drawn.length >> 8)) & 255;
        drawn.push(pool[i] as number);
      }
    });
    const times = Array.from({ length: 1500 }, (_, i) => 1469922850259 + Math.floor(i / 3));
    const ids = times.map((time) => next(time));
    expect(ids).toEqual(times.map((time, i) => ulid(time, Uint8Array.from(drawn.slice(i * 10, i * 10 + 10)))));
    expect(drawn.length).toBeGreaterThan(10_000);
  });

  it('refuses a time that it cannot encode', () => {
    expect(() => ulidSource(() => {})(2 ** 48)).toThrow(RangeError);
  });
});
