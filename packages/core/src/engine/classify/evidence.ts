// SPDX-License-Identifier: Apache-2.0
import { CHARACTER_CLASS, IDEOGRAPH, LETTER } from './characters.ts';

/**
 * A word or two say what a text is about, not what it says about it, and the scores of so few features are mostly the
 * model's bias. Measured in half words, because a word of Han, kana or hangul takes about two characters.
 */
const ENOUGH_HALF_WORDS = 6;
const APOSTROPHE = 39;
/** Scripts that put no blank between words: a run of letters counts as a further word for each so many of them. */
const LETTERS_PER_WORD = 16;

/** Whether a normalised text has three words or more. Reads no further than it must; numbers and symbols are no words. */
export function hasEnoughWords(text: string): boolean {
  let halves = 0;
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const kind = CHARACTER_CLASS[unit];
    // As in the features, "don't" is one word.
    if (unit === APOSTROPHE && letters > 0) continue;
    if (kind === LETTER) {
      if (letters % LETTERS_PER_WORD === 0) halves += 2;
      letters++;
    } else {
      letters = 0;
      if (kind === IDEOGRAPH) halves++;
    }
    if (halves >= ENOUGH_HALF_WORDS) return true;
  }
  return false;
}
