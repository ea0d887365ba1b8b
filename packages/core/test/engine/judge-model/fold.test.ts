// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, locate, visibleText } from '../../../src/engine/judge-model/fold.ts';

const found = (text: string, quote: string, mark?: string) => {
  const range = locate(quote, fold(text), mark);
  return range === null ? null : text.slice(...range);
};

describe('locate', () => {
  it.each([
    ['as it stands', 'Wire the money today, please.', 'the money today', 'the money today'],
    ['over white space', 'Wire  the\n\tmoney today', 'wire the money', 'Wire  the\n\tmoney'],
    ['over letter case', 'WIRE the Money', 'wire the money', 'WIRE the Money'],
    ['over what nobody sees', 'wi\u200bre the\u{e0041} money', 'wire the money', 'wi\u200bre the\u{e0041} money'],
    ['beyond the first plane', '😀 wire 😀 the money', '😀 the money', '😀 the money'],
    ['where a letter grows in lower case', 'İİ wire the money', 'wire the', 'wire the'],
  ])('finds a quotation %s', (_, text, quote, expected) => {
    expect(found(text, quote)).toBe(expected);
  });

  it('reads the mark as a space, in quotations only', () => {
    expect(found('Wire the money', 'wire▁the▁money', '▁')).toBe('Wire the money');
    expect(found('Wire the money', 'wire▁the▁money')).toBeNull();
  });

  it('finds nothing that is not there, and nothing in nothing', () => {
    expect(found('Wire the money', 'wire your money')).toBeNull();
    expect(found('Wire the money', '  \u200b ')).toBeNull();
    expect(found('', 'wire')).toBeNull();
  });

  it('finds every passage of any text, at a range that reads the same', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(59), fc.nat(59), (given, a, b) => {
        const characters = [...given];
        const quote = characters.slice(Math.min(a, b), Math.max(a, b) + 1).join('');
        const folded = fold(quote).text.trim();
        const passage = found(given, quote);
        return folded === '' ? passage === null : passage !== null && fold(passage).text.trim() === folded;
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });
});

describe('visibleText', () => {
  it('leaves out what carries orders past the eye', () => {
    expect(visibleText('a\u202eb\u{e0049}\u{e0067}c\ue000d')).toBe('abcd');
  });
});
