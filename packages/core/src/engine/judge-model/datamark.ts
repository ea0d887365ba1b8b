// SPDX-License-Identifier: Apache-2.0
/**
 * Datamarking: a mark in the place of every space, so that whoever reads a text sees at each word that it is data. Scripts
 * that are written without spaces get it every few characters, or a text in Chinese would be data without a mark.
 */

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
/** A character of a script without spaces. */
export const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
/** Three of them, with their signs, before a fourth: about a word or two. */
const FEW = new RegExp(`(?:[${UNSPACED}]\\p{M}*){3}(?=[${UNSPACED}])`, 'gu');
const FIRST_UNSPACED = 0xe00;

/** Without spaces at its ends, and with the mark at no place that the text chose. */
export function datamarked(text: string, mark: string): string {
  const spaced = text.replaceAll(mark, ' ').trim().replace(/\s+/gu, mark);
  return hasUnspaced(spaced) ? spaced.replace(FEW, `$&${mark}`) : spaced;
}

function hasUnspaced(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= FIRST_UNSPACED) return true;
  return false;
}

export const mayBeUnspaced = (unit: number): boolean => unit >= FIRST_UNSPACED;
