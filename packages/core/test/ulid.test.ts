// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ulid } from '../src/ulid.ts';

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
