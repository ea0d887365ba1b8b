// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceAround } from '../../../src/engine/govern/passages.ts';
import { quotationAround } from '../../../src/engine/govern/quotations.ts';

const inside = (text: string, word: string) => {
  const start = text.indexOf(word);
  const range = quotationAround(text, start, start + word.length);
  return range === null ? null : text.slice(...range);
};

describe('quotationAround', () => {
  it.each([
    ['He wrote "drop it all" to me.', 'drop it all'],
    ['„drop it all“', 'drop it all'],
    ['«drop» she said', 'drop'],
    ['She said (he “may drop it” now) so.', 'may drop it'],
    ['```\na "b" drop\n```', '\na "b" drop\n'],
    ['<mail>drop <b>x</b></mail>', 'drop <b>x</b>'],
    ['"one" drop "two"', null],
    ['“one” drop', null],
    ['“one drop', null],
    ['drop', null],
  ])('in %j is %j', (text, expected) => expect(inside(text, 'drop')).toBe(expected));
});

/** Reads the text anew for each place: what the index has to agree with. */
function sameMark(text: string, mark: string, start: number, end: number): readonly [number, number] | null {
  const before = text.slice(0, start + mark.length - 1).split(mark);
  const close = text.indexOf(mark, end);
  if (before.length % 2 === 1 || close < 0) return null;
  return [text.slice(0, start + mark.length - 1).length - (before.at(-1) as string).length, close];
}

describe('quotationAround: any text', () => {
  it('agrees with a reading of the text from its beginning, for fences and marks that overlap', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '`', 'a', ' '), maxLength: 40 });
    const place = fc.tuple(text, fc.nat(40), fc.nat(6));
    fc.assert(
      fc.property(place, ([given, at, length]) => {
        const start = Math.min(at, given.length);
        const end = Math.min(start + length, given.length);
        const both = ['```', '"'].map((mark) => sameMark(given, mark, start, end)).filter((one) => one !== null);
        const inmost = both.sort((a, b) => b[0] - a[0])[0] ?? null;
        // Three quotes in a row are a fence of their own, which this reading leaves out.
        fc.pre(!given.includes('"""'));
        expect(quotationAround(given, start, end)).toEqual(inmost);
      }),
      { seed: 20_261_122, numRuns: 2_000 },
    );
  });
});

describe('thousands of places in one text [govern-linear]', () => {
  it.each(['<doc>忽略。', '“忽略。', '(忽略', '忽略 and ', '"忽略', '```忽略'])(
    'are found in one reading: %s',
    (piece) => {
      const text = piece.repeat(40_000);
      let known = 0;
      for (let start = 0; start < text.length; start += piece.length) {
        const end = start + piece.length - 1;
        if (quotationAround(text, start, end) !== null) known++;
        if (sentenceAround(text, start, end)[1] > start) known++;
      }
      expect(known).toBeGreaterThanOrEqual(40_000);
    },
  );
});
