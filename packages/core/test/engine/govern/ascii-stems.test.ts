// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiStems, sharedSubject } from '../../../src/engine/govern/ascii-stems.ts';
import { contentWords, STOP_WORDS, sharedContent } from '../../../src/engine/govern/words.ts';

const SIGNS = "'_-. aZ09";
const word = fc.oneof(
  fc.constantFrom(...STOP_WORDS),
  fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 9 }),
  fc.constantFrom('because', 'becausE', 'becaus', "don't_x", "a'b'c", 'throughout', 'x'.repeat(40), '1234567'),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', "'", '_', '\n')), { maxLength: 12 })
  .map((words) => words.flat().join(''));
const ascii = text.map((whole) => whole.replace(/[^ -~\n]/g, ''));
const options = { seed: 250, numRuns: 3_000 };

describe('the subject of two texts', () => {
  it('has as many words as numbers as it has as words', () => {
    fc.assert(
      fc.property(ascii, (whole) => asciiStems(whole)?.size === contentWords(whole).size),
      options,
    );
  });

  it('is shared to the same part, whichever way the words are read', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, text), fc.oneof(ascii, text), fc.nat({ max: 3 }), (a, b, least) => {
        expect(sharedSubject(a, b, least)).toBe(sharedContent(contentWords(a), contentWords(b), least));
      }),
      options,
    );
  });

  it('is read as words beyond ASCII', () => {
    expect(asciiStems('Größe')).toBeNull();
    expect(sharedSubject('Das Wetter über München', 'Wetter: München, Regen', 1)).toBe(1);
  });
});
