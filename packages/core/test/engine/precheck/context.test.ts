// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Surroundings } from '../../../src/engine/precheck/context.ts';

const rule = (...words: string[]) => ({ words, within: 20, effect: 'require' as const, by: 0 });
const near = (text: string, ...words: string[]) =>
  new Surroundings(text).has(rule(...words), text.indexOf('#'), text.indexOf('#') + 1);

describe('words near a match', () => {
  it('are found inside other words unless an edge is asked for', () => {
    expect(near('In this context # stands', 'text')).toBe(true);
    expect(near('In this context # stands', '|text|')).toBe(false);
    expect(near('Text # to me', '|text|')).toBe(true);
    expect(near('a textile # here', '|text')).toBe(true);
    expect(near('in context # here', 'text|')).toBe(true);
  });

  it('go on to the next place when the first has no edge', () => {
    expect(near('context, text #', '|text|')).toBe(true);
  });

  it('stand no further away than the reach', () => {
    expect(near(`text${' '.repeat(17)}#`, 'text')).toBe(false);
    expect(near(`text${' '.repeat(16)}#`, 'text')).toBe(true);
  });

  it('are the same for the thousandth match of a text as for the first', () => {
    const unit = fc.constantFrom('text', 'Text', ' ', 'x', '#', 'İ', 'Σ', 'ΟΔΟΣ', 'σ');
    const word = fc.constantFrom('text', '|text', 'text|', '|text|', 'x', 'οδος', 'οδοσ', 'i', 'absent');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.uniqueArray(word, { minLength: 1 }), (text, words) => {
        const asked = { words, within: 6, effect: 'require' as const, by: 0 };
        const often = new Surroundings(text);
        for (let at = 0; at < text.length; at++) {
          expect(often.has(asked, at, at + 1)).toBe(new Surroundings(text).has(asked, at, at + 1));
        }
      }),
      { seed: 2288, numRuns: 500 },
    );
  });
});
