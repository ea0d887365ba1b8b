// SPDX-License-Identifier: Apache-2.0
import { readsAsSentence, unjoined } from './formats.ts';
import { commonness, segmented } from './segment.ts';

/** Of the units of a row: keys, addresses, numbers and code have fewer. */
const LETTERS_SHARE = 0.45;
const MIN_WORDS = 6;
/** Different ones, and of the words. */
const MIN_SIGNS = 3;
const COMMON_SHARE = 0.8;
/** Signs of code and of addresses; between words they join no sentence. */
const CODE_SIGNS = /[()[\]{}<>"`;=$\\@]|\/\/|\p{L}:\p{L}/u;
/** Words that a row without gaps is looked for in are longer than most words. */
const GLUED = /[\p{L}'’]{8,}/gu;
/** Of a row whose words are told apart: where it is an address or a name, most of it is none. */
const GLUED_SHARE = 0.5;
/** Emoji between words, whatever the words are. */
const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)+/gu;
const MIN_PICTURES = 4;
const WORD = /[\p{L}'’]+/gu;
/** Pictures are; those with a letter or a digit are not meant. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** A row without a blank as words: `Ignore—all—previous`, `Ignore.all-previous_`, `Ignoreallprevious`; null where it is none. */
export function solidWords(row: string): string | null {
  if (lettersIn(row) < LETTERS_SHARE * row.length) return null;
  if (BEYOND_ASCII.test(row) && (row.match(PICTURES)?.length ?? 0) >= MIN_PICTURES)
    return row.replace(PICTURES, ' ').trim();
  return (/[0-9=]|\/\//.test(row) ? null : unjoined(row)) ?? joinedBySigns(row) ?? glued(row);
}

function lettersIn(row: string): number {
  let letters = 0;
  for (let i = 0; i < row.length; i++) {
    const unit = row.charCodeAt(i) | 0x20;
    if (unit >= 0x61 && unit <= 0x7a) letters++;
  }
  return letters;
}

function joinedBySigns(row: string): string | null {
  if (CODE_SIGNS.test(row)) return null;
  const words = row.match(WORD) ?? [];
  if (words.length < MIN_WORDS) return null;
  return readsAsSentence(words) || joinsTurn(row, words) ? words.join(' ') : null;
}

/** `blow-up_a/place+of.worship`: several signs by turns between common words, as in no name and few addresses. */
function joinsTurn(row: string, words: readonly string[]): boolean {
  const signs = new Set(row.match(/(?<=\p{L})[^\p{L}\p{N}\s'’](?=\p{L})/gu) ?? []);
  if (signs.size < MIN_SIGNS) return false;
  return words.filter((word) => commonness(word.toLowerCase()) > 0).length >= COMMON_SHARE * words.length;
}

/** Letters without gaps, signs of sentences among them, or one letter between all words. */
function glued(row: string): string | null {
  // Telling words apart is dear: where the pieces are too little of the row it is not done.
  const most = row.match(GLUED)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  if (most < GLUED_SHARE * row.length) return null;
  let read = 0;
  let plain = row.replace(GLUED, (piece) => {
    const words = segmented(piece.replace(/['’]/g, ''));
    if (words === null) return piece;
    read += piece.length;
    return words;
  });
  const sign = /(?:^| )([b-hj-z])(?: .*? \1){3}(?: |$)/.exec(plain)?.[1];
  if (sign !== undefined) plain = plain.replace(new RegExp(` ${sign}(?= |$)`, 'g'), '');
  if (read < GLUED_SHARE * row.length || !readsAsSentence(plain.match(WORD) ?? [])) return null;
  return plain.replace(/([.,;:!?\])}>])(?=\p{L})/gu, '$1 ');
}
