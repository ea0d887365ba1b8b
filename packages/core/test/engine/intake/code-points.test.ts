// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodePointIndex, spanOf } from '../../../src/engine/intake/code-points.ts';

describe('spans', () => {
  it('count code points and UTF-16 units over the text as given [evaluate-spans]', () => {
    const text = '\u{1f600}\u{1f600} key \u{1f468}\u200d\u{1f469} end';
    const start = text.indexOf('key');
    expect(spanOf(text, start, start + 3)).toEqual({ start: 3, end: 6, start_utf16: 5, end_utf16: 8 });
    expect(spanOf(text, 0, text.length).end).toBe(Array.from(text).length);
  });

  it('agree with a plain count at every offset, lone surrogates included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\u00e9', '\u{1f600}', '\ud83d', '\ude00', '\n'), { maxLength: 300 }),
        (parts) => {
          const text = parts.join('');
          const index = new CodePointIndex(text);
          let units = 0;
          let points = 0;
          for (const character of text) {
            const span = index.span(units, units + character.length);
            expect(span).toEqual({
              start: points,
              end: points + 1,
              start_utf16: units,
              end_utf16: units + character.length,
            });
            units += character.length;
            points++;
          }
        },
      ),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it('move outwards rather than cut a pair, and stay within the text', () => {
    expect(spanOf('a\u{1f600}b', 2, 2)).toMatchObject({ start_utf16: 1, end_utf16: 3, start: 1, end: 2 });
    expect(spanOf('abc', -5, 99)).toEqual({ start: 0, end: 3, start_utf16: 0, end_utf16: 3 });
    expect(spanOf('', 0, 1)).toEqual({ start: 0, end: 0, start_utf16: 0, end_utf16: 0 });
  });
});
