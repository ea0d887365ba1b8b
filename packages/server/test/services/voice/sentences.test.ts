// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf, speakable } from '../../../src/services/voice/sentences.ts';

describe('sentencesOf', () => {
  it('cuts at the end of sentences', () => {
    expect(sentencesOf('First this.  Then that! And why?')).toEqual(['First this.', 'Then that!', 'And why?']);
  });

  it('cuts a long sentence at a clause or a word', () => {
    const long = `${'a clause of some words, '.repeat(30)}the end.`;
    const pieces = sentencesOf(long);
    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(300);
    expect(pieces.join(' ')).toBe(long);
  });

  it('loses nothing but white space, and never splits a character', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 900 });
    fc.assert(
      fc.property(text, (given) => {
        const pieces = sentencesOf(given);
        expect(pieces.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
        for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
      }),
      { seed: 153, numRuns: 200 },
    );
  });
});

describe('speakable', () => {
  it('drops accents and keeps the words', () => {
    expect(speakable('Café – “naïve” façade’s')).toBe("Cafe naive facade's");
  });

  it('is empty where no word is left', () => {
    expect(speakable('条約は公開されている。')).toBe('');
    expect(speakable('… !?')).toBe('');
  });
});
