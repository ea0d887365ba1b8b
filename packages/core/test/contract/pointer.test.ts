// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childPointer, shownPointer, valueAt } from '../../src/contract/pointer.ts';

describe('pointer', () => {
  // RFC 6901 section 5.
  it('reads the examples of the standard', () => {
    const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8, ' ': 7 };
    const at = (pointer: string) => valueAt(document, pointer);
    expect([at(''), at('/foo'), at('/foo/0'), at('/'), at('/a~1b'), at('/m~0n'), at('/ ')]).toEqual([
      document,
      ['bar', 'baz'],
      'bar',
      0,
      1,
      8,
      7,
    ]);
  });

  it('finds what it was made for, own members only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (name) => {
        expect(valueAt(Object.fromEntries([[name, 1]]), childPointer('', name))).toBe(1);
        expect(valueAt({}, childPointer('', name))).toBeUndefined();
      }),
      { seed: 20261121, numRuns: 300 },
    );
    expect(valueAt({}, '/constructor')).toBeUndefined();
  });

  it('never cuts a surrogate pair or an escape in two', () => {
    const long = `${'x'.repeat(63)}🙂🙂`;
    expect(childPointer('', long).isWellFormed()).toBe(true);
    expect(shownPointer(`/${'~1'.repeat(80)}`)).toBe(`/${'~1'.repeat(64)}…`);
    expect(shownPointer(childPointer('/a', long))).toBe(childPointer('/a', long));
  });
});
