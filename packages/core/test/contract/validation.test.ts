// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { requestText } from '../../src/contract/schemas/scalars.ts';
import { toFieldErrors, toParameterErrors } from '../../src/contract/validation.ts';
import { errorsAgainst } from './schema-compiler.ts';

const check = (schema: TSchema, value: unknown) => toFieldErrors(errorsAgainst(schema, value), value);
const codes = (schema: TSchema, value: unknown) =>
  check(schema, value).map(({ code, pointer }) => `${code} ${pointer}`);
const evaluate = OPERATIONS.evaluate.body;
const batch = OPERATIONS.evaluateBatch.body;

describe('toFieldErrors', () => {
  it('[unknown-member] names a member that is not known', () => {
    expect(codes(evaluate, { text: 'a', txt: 'b' })).toEqual(['unknown_member /txt']);
    expect(codes(evaluate, { text: 'a', options: { colour: 1 } })).toEqual(['unknown_member /options/colour']);
  });

  it('names a member that is missing', () => {
    expect(codes(evaluate, {})).toEqual(['missing_member /text']);
    expect(codes(batch, { items: [{ id: 'a' }] })).toEqual(['missing_member /items/0/text']);
  });

  it('names a type that is wrong, and nothing else about that member', () => {
    expect(check(evaluate, { text: 7 })).toEqual([
      { pointer: '/text', code: 'invalid_type', detail: 'Must be of type string.' },
    ]);
    expect(codes(evaluate, { text: 'a', options: { detail: 3, max_flags: 1.5 } })).toEqual([
      'invalid_type /options/detail',
      'invalid_type /options/max_flags',
    ]);
    for (const body of [null, [], 'text', 3, true]) expect(codes(evaluate, body)).toEqual(['invalid_type ']);
  });

  it('takes white space for nothing, once', () => {
    for (const text of ['', ' ', '\n\t\u00a0\u2003\u3000\ufeff\u0085'])
      expect(codes(evaluate, { text })).toEqual(['too_short /text']);
    expect(codes(evaluate, { text: ' . ' })).toEqual([]);
  });

  it('counts code points, and says how many there were', () => {
    const schema = Type.Object({ t: requestText(3, '') });
    expect(codes(schema, { t: '🙂🙂🙂' })).toEqual([]);
    expect(check(schema, { t: '🙂🙂🙂🙂' })).toEqual([
      { pointer: '/t', code: 'too_long', detail: 'Has 4 code points; takes at most 3 code points.', limit: 3 },
    ]);
    expect(codes(evaluate, { text: '𝔘'.repeat(50_000) })).toEqual([]);
    expect(codes(evaluate, { text: '𝔘'.repeat(50_001) })).toEqual(['too_long /text']);
  });

  it('counts items and members', () => {
    const items = Array.from({ length: 51 }, (_, i) => ({ id: `${i}`, text: 'a' }));
    expect(check(batch, { items })).toEqual([
      { pointer: '/items', code: 'too_many', detail: 'Takes at most 50 items.', limit: 50 },
    ]);
    expect(codes(batch, { items: [] })).toEqual(['too_short /items']);
    const labels = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`l${i}`, 'x']));
    expect(codes(evaluate, { text: 'a', labels })).toEqual(['too_many /labels']);
  });

  it('names a value that is not allowed', () => {
    expect(codes(evaluate, { text: 'a', options: { min_severity: 'worst' } })).toEqual([
      'invalid_value /options/min_severity',
    ]);
    expect(check(evaluate, { text: 'a', options: { max_flags: 0 } })).toEqual([
      { pointer: '/options/max_flags', code: 'invalid_value', detail: 'Must be at least 1.', limit: 1 },
    ]);
    expect(codes(evaluate, { text: 'a', options: { locale: 'not a tag' } })).toEqual(['invalid_value /options/locale']);
    expect(codes(evaluate, { text: 'a', labels: { Team: 'x' } })).toEqual(['invalid_value /labels/Team']);
  });

  it('maps every keyword to a code, known or not', () => {
    const at = { instancePath: '/a', params: {} };
    for (const keyword of ['const', 'not', 'oneOf', 'uniqueItems', 'multipleOf', 'format', 'somethingNew'])
      expect(toFieldErrors([{ keyword, ...at }], { a: 1 })).toMatchObject([{ code: 'invalid_value', pointer: '/a' }]);
  });

  it('lists by code in the order of the catalogue, then by pointer with numbers as numbers', () => {
    const items = Array.from({ length: 12 }, (_, i) => (i === 2 || i === 10 ? { id: 'x' } : { id: 'x', text: 5 }));
    expect(codes(batch, { items, more: 1 })).toEqual([
      'unknown_member /more',
      'missing_member /items/2/text',
      'missing_member /items/10/text',
      ...[0, 1, 3, 4, 5, 6, 7, 8, 9, 11].map((i) => `invalid_type /items/${i}/text`),
    ]);
  });

  it('lists twenty at most', () => {
    const body = Object.fromEntries(Array.from({ length: 1_900 }, (_, i) => [`m${i}`, i]));
    expect(check(evaluate, body)).toHaveLength(20);
  });

  it('escapes pointers and cuts names that would make them an echo', () => {
    expect(codes(evaluate, { text: 'a', 'a/b~c': 1 })).toEqual(['unknown_member /a~1b~0c']);
    const name = 'n'.repeat(100_000);
    for (const body of [
      { text: 'a', [name]: 1 },
      { text: 'a', labels: { [name]: 'x'.repeat(65) } },
    ])
      for (const error of check(evaluate, body)) expect(error.pointer.length).toBeLessThan(100);
  });

  it('[schema-400] never repeats a value, and does not depend on the order of the validator', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string(), { maxLength: 3 }));
    const body = fc.dictionary(
      fc.constantFrom('text', 'options', 'labels', 'x'),
      fc.oneof(value, fc.dictionary(fc.string(), value)),
    );
    const SECRET = 'zqxjvkSECRETzqxjvk';
    fc.assert(
      fc.property(body, (given) => {
        const tainted = JSON.parse(JSON.stringify(given), (_, v) => (typeof v === 'string' ? SECRET + v : v));
        const errors = errorsAgainst(evaluate, tainted);
        const mapped = toFieldErrors(errors, tainted);
        expect(JSON.stringify(mapped)).not.toContain(SECRET);
        expect(toFieldErrors(errors.toReversed(), tainted)).toEqual(mapped);
        expect(mapped.length > 0).toBe(errors.length > 0);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});

describe('toParameterErrors', () => {
  it('has one code, and the name of the parameter', () => {
    const schema = Type.Object({ hours: Type.String({ pattern: '^\\d+$' }) }, { additionalProperties: false });
    const query = { hours: 'x', hour: '1' };
    expect(toParameterErrors(errorsAgainst(schema, query), query).map((e) => [e.code, e.pointer])).toEqual([
      ['invalid_parameter', '/hour'],
      ['invalid_parameter', '/hours'],
    ]);
  });
});

describe('batch rules', () => {
  const refine = OPERATIONS.evaluateBatch.refine;

  it('refuse an id that comes twice, at its second place', () => {
    const items = [1, 2, 1].map((n) => ({ id: `${n}`, text: 'a' }));
    expect(refine({ items })).toMatchObject([{ pointer: '/items/2/id', code: 'invalid_value' }]);
  });

  it('bound the code points of all texts together', () => {
    const items = (last: string) => [
      ...Array.from({ length: 4 }, (_, i) => ({ id: `${i}`, text: '🙂'.repeat(49_999) })),
      { id: 'last', text: last },
    ];
    expect(refine({ items: items('🙂🙂🙂🙂') })).toEqual([]);
    expect(refine({ items: items('🙂🙂🙂🙂🙂') })).toMatchObject([
      { pointer: '/items', code: 'too_long', limit: 200_000 },
    ]);
  });
});
