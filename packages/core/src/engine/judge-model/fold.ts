// SPDX-License-Identifier: Apache-2.0
import { IS_UNSPACED, mayBeUnspaced } from './datamark.ts';

/**
 * How a quotation is compared with a text: white space, letter case and what nobody sees make no difference. Between
 * characters of scripts without spaces white space is none: there stand the marks that the judge may have copied.
 */

export interface Folded {
  readonly text: string;
  /** UTF-16 offset in the given text of each unit of `text`. */
  readonly starts: readonly number[];
  /** One past the character that the unit came from. */
  readonly ends: readonly number[];
}

/** Format characters, tags and private use: they carry orders past a reader's eye. */
const UNSEEN = /^[\p{Cf}\p{Co}\p{Cs}\u{e0000}-\u{e007f}]$/u;
const SPACE = /^\s$/u;

/** @param mark stands for a space, besides all white space */
export function fold(given: string, mark?: string): Folded {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  let afterSpace = true;
  let last = '';
  for (const character of given) {
    const start = at;
    at += character.length;
    const folded = foldedCharacter(character, mark);
    if (folded === '' || (folded === ' ' && afterSpace)) continue;
    if (afterSpace && isUnspaced(folded) && isUnspaced(last)) [parts, starts, ends].forEach((list) => void list.pop());
    afterSpace = folded === ' ';
    if (!afterSpace) last = folded;
    parts.push(folded);
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(start);
      ends.push(at);
    }
  }
  return { text: parts.join(''), starts, ends };
}

const isUnspaced = (character: string) => mayBeUnspaced(character.charCodeAt(0)) && IS_UNSPACED.test(character);

const ASCII = 0x80;
const AFTER_CONTROLS = 0x20;

function foldedCharacter(character: string, mark: string | undefined): string {
  const code = character.charCodeAt(0);
  // Most of most texts; the classes below cost ten times as much.
  if (code > AFTER_CONTROLS && code < ASCII) return character.toLowerCase();
  if (character === mark || SPACE.test(character)) return ' ';
  return UNSEEN.test(character) ? '' : character.toLowerCase();
}

/** Without what nobody sees. */
export function visibleText(given: string): string {
  return given.replace(/[\p{Cf}\p{Co}\p{Cs}\u{e0000}-\u{e007f}]/gu, '');
}

/** @returns UTF-16 range in the given text, or null */
export function locate(quote: string, within: Folded, mark?: string): readonly [number, number] | null {
  const wanted = fold(quote, mark).text.trim();
  const found = wanted === '' ? -1 : within.text.indexOf(wanted);
  if (found < 0) return null;
  return [within.starts[found] as number, within.ends[found + wanted.length - 1] as number];
}
