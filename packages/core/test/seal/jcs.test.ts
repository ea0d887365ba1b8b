// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/seal/jcs.ts';

const vector = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../spec/vectors/${name}.json`, import.meta.url), 'utf8'));
const { documents } = vector('jcs') as {
  documents: { name: string; input: string; canonical: string; sha256: string }[];
};
const { numbers } = vector('jcs-numbers') as { numbers: { ieee754: string; canonical: string | null }[] };

const seed = { seed: 8785, numRuns: 300 };
const isCanonical = (n: number) => !Number.isInteger(n) || Number.isSafeInteger(n) || Math.abs(n) >= 1e21;
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isCanonical);
const text = fc.string({ unit: 'binary', maxLength: 12 });
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    number,
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('canonicalJson', () => {
  it.each(documents)('writes the golden document: $name', ({ input, canonical, sha256 }) => {
    const written = canonicalJson(JSON.parse(input));
    expect(written).toBe(canonical);
    expect(createHash('sha256').update(written, 'utf8').digest('hex')).toBe(sha256);
  });

  it.each(numbers)('writes or refuses the double $ieee754', ({ ieee754, canonical }) => {
    const double = Buffer.from(ieee754, 'hex').readDoubleBE();
    if (canonical === null) expect(() => canonicalJson(double)).toThrow(TypeError);
    else expect(canonicalJson(double)).toBe(canonical);
  });

  it('loses nothing: what it wrote reads back as the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        // JSON itself turns -0 into 0; a dictionary of fast-check has no prototype, a parsed object has.
        const expected: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(expected);
      }),
      seed,
    );
  });

  it('is a fixed point: canonical text that is read and written again does not change', () => {
    fc.assert(
      fc.property(json, (value) => {
        const once = canonicalJson(value);
        expect(canonicalJson(JSON.parse(once))).toBe(once);
      }),
      seed,
    );
  });

  it('does not depend on the order in which members were set', () => {
    const members = fc.uniqueArray(fc.tuple(text, json), { selector: ([key]) => key, maxLength: 8 });
    fc.assert(
      fc.property(members, (entries) => {
        const object = (list: typeof entries) => Object.assign(Object.create(null), Object.fromEntries(list)) as object;
        expect(canonicalJson(object(entries.toReversed()))).toBe(canonicalJson(object(entries)));
      }),
      seed,
    );
  });

  it('puts keys in the order of their UTF-16 code units, numbers among them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(text, fc.nat().map(String)), { maxLength: 8 }), (keys) => {
        const object = Object.fromEntries(keys.map((key) => [key, 0]));
        const byUnits = keys.toSorted((a, b) => compareUnits(a, b));
        expect(canonicalJson(object)).toBe(`{${byUnits.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
      }),
      seed,
    );
  });

  it('takes objects without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  it.each([
    ['undefined', { a: [1, undefined] }, '/a/1'],
    ['a hole in an array', { a: new Array(1) }, '/a/0'],
    ['NaN', [Number.NaN], '/0'],
    ['an infinity', { 'a/b': Number.NEGATIVE_INFINITY }, '/a~1b'],
    ['an integer past 2^53-1', { '~': 2 ** 53 }, '/~0'],
    ['a bigint', [1n], '/0'],
    ['a function', { f: () => 1 }, '/f'],
    ['a symbol', Symbol('s'), ''],
    ['a lone surrogate in a text', { a: 'x\ud800y' }, '/a'],
    ['a date', { at: new Date(0) }, '/at'],
    ['a map', new Map(), ''],
  ])('refuses %s and says where', (_, value, pointer) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson(value)).toThrow(`"${pointer}"`);
  });

  it('refuses a lone surrogate in a key', () => {
    expect(() => canonicalJson({ '\udc00': 1 })).toThrow(TypeError);
  });

  it('refuses a value that holds itself instead of overflowing the stack', () => {
    const knot: unknown[] = [];
    knot.push(knot);
    expect(() => canonicalJson(knot)).toThrow(/nested too deeply/);
  });
});

function compareUnits(a: string, b: string): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
