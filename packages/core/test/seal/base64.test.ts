// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, fromBase64Either, fromBase64Url, toBase64, toBase64Url } from '../../src/seal/base64.ts';
import { uint64At, uint64Bytes } from '../../src/seal/bytes.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { fromHex, toHex } from '../../src/seal/hex.ts';

const options = { seed: 4648, numRuns: 500 };
const bytes = fc.uint8Array({ maxLength: 80 });

describe('base64', () => {
  it('writes what Node writes, and reads it back', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const node = Buffer.from(value);
        expect(toBase64(value)).toBe(node.toString('base64'));
        expect(toBase64Url(value)).toBe(node.toString('base64url'));
        expect(fromBase64(toBase64(value))).toEqual(value);
        expect(fromBase64Url(toBase64Url(value))).toEqual(value);
        expect(fromBase64Either(toBase64(value))).toEqual(value);
        expect(fromBase64Either(toBase64Url(value))).toEqual(value);
      }),
      options,
    );
  });

  it('accepts one spelling per value: any accepted text is written back as it was', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ABYZabyz0189+/-_= \n\u00e9'), maxLength: 10 });
    fc.assert(
      fc.property(text, (candidate) => {
        for (const [read, write] of [
          [fromBase64, toBase64],
          [fromBase64Url, toBase64Url],
        ] as const) {
          try {
            expect(write(read(candidate))).toBe(candidate);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
          }
        }
      }),
      { ...options, numRuns: 2000 },
    );
  });

  it.each(['A', 'AAAAA', 'AB==', 'AAF=', 'AA=A', 'A===', 'AA A', 'AA\n='])('refuses %j', (text) => {
    expect(() => fromBase64(text)).toThrow(FormatError);
    expect(() => fromBase64Either(text)).toThrow(FormatError);
  });
});

describe('hex', () => {
  it('reads what it writes, in lower case only', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(toHex(value)).toBe(Buffer.from(value).toString('hex'));
        expect(fromHex(toHex(value))).toEqual(value);
      }),
      options,
    );
    for (const text of ['A0', '0', 'zz', '0x']) expect(() => fromHex(text)).toThrow(FormatError);
  });
});

describe('uint64', () => {
  it('carries safe integers, and refuses larger ones', () => {
    for (const value of [0, 1, 255, 2 ** 32, Number.MAX_SAFE_INTEGER])
      expect(uint64At(uint64Bytes(value), 0)).toBe(value);
    expect(() => uint64At(fromHex('0020000000000000'), 0)).toThrow(FormatError);
    expect(() => uint64At(new Uint8Array(7), 0)).toThrow(FormatError);
    expect(() => uint64Bytes(-1)).toThrow(RangeError);
  });
});
