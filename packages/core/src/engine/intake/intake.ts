// SPDX-License-Identifier: Apache-2.0

import type { Intake } from '../stages.ts';
import { guessLanguage } from './language.ts';
import { normalise } from './normalise.ts';
import { utf8Of } from './units.ts';

/** Stage 1: measures the text, guesses its language and makes the form that patterns match besides the text as given. */
export function intake(text: string): Intake {
  const utf8 = utf8Of(text);
  const ascii = utf8.length === text.length;
  const plain = ascii && isPlain(utf8.bytes, text.length);
  const { text: normalised, changed, removed, pairs, toGiven, rangeToGiven } = normalise(text, plain);
  return {
    given: text,
    normalised,
    changed,
    toGiven,
    rangeToGiven,
    codePoints: text.length - pairs,
    bytes: utf8.length,
    ascii,
    language: guessLanguage(text),
    removed,
  };
}

/** 1 for what is removed: controls other than tab, line feed, vertical tab, form feed and carriage return take no room. */
const HIDDEN = new Uint8Array(128);
for (let code = 0; code < 128; code++) HIDDEN[code] = (code < 32 && (code < 9 || code > 13)) || code === 127 ? 1 : 0;

function isPlain(ascii: Uint8Array, length: number): boolean {
  let seen = 0;
  for (let i = 0; i < length; i++) seen |= HIDDEN[ascii[i] as number] as number;
  return seen === 0;
}
