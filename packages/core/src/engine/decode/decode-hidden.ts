// SPDX-License-Identifier: Apache-2.0

import { textOfUnits } from '../intake/units.ts';
import { type Run, textOf } from './decode-plausible.ts';

/** Fewer are stray marks of editors and fonts. */
const MIN_HIDDEN = 3;
const UNPRINTABLE = /[\p{Cc}--[\t\n\r]]/v;

/** ASCII spelt in tag characters (U+E0000 block), and bytes spelt in variation selectors. Neither shows on a screen. */
export function hiddenTexts(text: string): Run[] {
  return [...tagTexts(text), ...selectorTexts(text)];
}

function tagTexts(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(/[\u{e0001}-\u{e007f}]{3,}/gu)) {
    // The waving black flag spells its region in tags.
    if (match.index >= 2 && text.codePointAt(match.index - 2) === 0x1f3f4) continue;
    const plain = asciiOfTags(match[0]);
    if (plain.trim().length >= MIN_HIDDEN)
      found.push({ text: plain, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** The low surrogate of a tag holds its ASCII code. Controls are left out. */
function asciiOfTags(tags: string): string {
  const ascii = new Uint16Array(tags.length / 2);
  let length = 0;
  for (let i = 1; i < tags.length; i += 2) {
    const code = tags.charCodeAt(i) & 0x7f;
    if (code >= 0x20 && code !== 0x7f) ascii[length++] = code;
  }
  return textOfUnits(ascii, 0, length);
}

/** Selectors 1 to 16 stand for bytes 0 to 15, selectors 17 to 256 for the others. */
function selectorTexts(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu)) {
    const bytes = Uint8Array.from(Array.from(match[0]), (selector) => {
      const codePoint = selector.codePointAt(0) as number;
      return codePoint < 0x10000 ? codePoint - 0xfe00 : codePoint - 0xe0100 + 16;
    });
    const plain = textOf(bytes);
    if (plain !== null && !UNPRINTABLE.test(plain)) {
      found.push({ text: plain, start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}
