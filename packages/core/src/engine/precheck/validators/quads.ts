// SPDX-License-Identifier: Apache-2.0
/** Words by the first letters that they begin with, to be looked for while a text is read letter by letter. */

/** A letter has the same five bits in either case. */
const LETTER = 0x1f;
const LETTER_BITS = 5;
const KEY_BITS = 15;
const FOUR = (1 << (4 * LETTER_BITS)) - 1;
const THREE = (1 << (3 * LETTER_BITS)) - 1;

/** The last four units that were read, with one more. */
export const added = (letters: number, unit: number): number => ((letters << LETTER_BITS) | (unit & LETTER)) & FOUR;
/** By all four, or by the last three: a number of fifteen bits. */
export const quadKey = (letters: number): number => Math.imul(letters, 0x9e3779b1) >>> (32 - KEY_BITS);
export const tripleKey = (letters: number): number => letters & THREE;

/** Four units of a text. */
export function lettersAt(text: string, at: number): number {
  let letters = 0;
  for (let i = at; i < at + 4; i++) letters = added(letters, text.charCodeAt(i));
  return letters;
}

/** Keys, a bit each: few enough to stay at hand. */
export class KeySet {
  readonly #bits = new Uint32Array(1 << (KEY_BITS - 5));

  add(key: number): void {
    this.#bits[key >> 5] = (this.#bits[key >> 5] as number) | (1 << (key & 31));
  }

  has(key: number): boolean {
    return (((this.#bits[key >> 5] as number) >>> (key & 31)) & 1) !== 0;
  }
}

/** Words by their first four letters; of three letters, with any fourth. */
export function quadsOf(words: Iterable<string>): KeySet {
  const quads = new KeySet();
  for (const word of words) {
    const fourths = word.length > 3 ? [word.charCodeAt(3)] : Array.from({ length: LETTER + 1 }, (_, bits) => bits);
    for (const fourth of fourths) quads.add(quadKey(lettersAt(word.slice(0, 3) + String.fromCharCode(fourth), 0)));
  }
  return quads;
}
