// SPDX-License-Identifier: Apache-2.0
/** Disguises that change what stands between letters and between words. */

type Disguise = (text: string) => string;

const EMOJI = [...'😀🔥🎉🌟💎🚀'];
/** Between all characters, blanks too: `'.'.join(text)`. */
const between =
  (sign: string): Disguise =>
  (text) =>
    [...text].join(sign);
const forBlanks =
  (sign: string): Disguise =>
  (text) =>
    text.split(/\s+/).join(sign);
const inTurn = (parts: readonly string[], signs: readonly string[]) =>
  parts.map((part, i) => (i === 0 ? part : `${signs[i % signs.length]}${part}`)).join('');

export const GAPPED_DISGUISES: Readonly<Record<string, Disguise>> = {
  'letters and blanks parted by dots': between('.'),
  'letters and blanks parted by hyphens': between('-'),
  'letters and blanks parted by commas': between(','),
  'letters and blanks parted by underscores': between('_'),
  'letters and blanks parted by asterisks': between('*'),
  'letters and blanks parted by slashes': between('/'),
  'letters and blanks parted by bars': between('|'),
  'letters and blanks parted by tabs': between('\t'),
  'letters and blanks parted by line ends': between('\n'),
  'letters and blanks parted by emoji': between('😀'),
  'letters and blanks parted by two signs': between('.-'),
  'letters and blanks parted by signs in turn': (text) => inTurn([...text], ['.', ',', '-', '_']),
  'no blanks': forBlanks(''),
  'words parted by emoji': forBlanks('😀'),
  'words parted by emoji in turn': (text) => inTurn(text.split(/\s+/), EMOJI),
  'words parted by dots': forBlanks('.'),
  'words parted by long dashes': forBlanks('—'),
  'words parted by arrows': forBlanks(' -> '),
  'words parted by signs in turn': (text) => inTurn(text.split(/\s+/), ['.', '-', '_', '/', '+']),
  'one word a line': forBlanks('\n'),
  'one word an item, numbered': (text) =>
    text
      .split(/\s+/)
      .map((word, i) => `${i + 1}. ${word}`)
      .join('\n'),
};
