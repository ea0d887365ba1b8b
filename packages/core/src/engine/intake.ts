// SPDX-License-Identifier: Apache-2.0
import { countCodePoints, utf8Length } from './code-points.ts';
import { guessLanguage } from './language.ts';
import { normalise } from './normalise.ts';
import type { Intake } from './stages.ts';

/** Stage 1: measures the text, guesses its language and makes the form that patterns match besides the text as given. */
export function intake(text: string): Intake {
  const alphabet = alphabetOf(text);
  const ascii = (alphabet & BEYOND_ASCII) === 0;
  const { text: normalised, changed, removed, toGiven, rangeToGiven } = normalise(text, alphabet === 0);
  return {
    given: text,
    normalised,
    changed,
    toGiven,
    rangeToGiven,
    codePoints: ascii ? text.length : countCodePoints(text),
    bytes: ascii ? text.length : utf8Length(text),
    ascii,
    language: guessLanguage(text),
    removed,
  };
}

const BEYOND_ASCII = 2;

/** Bits per ASCII code: controls other than tab, line feed, vertical tab, form feed and carriage return take no room. */
const HIDDEN = new Uint8Array(128);
for (let code = 0; code < 128; code++) HIDDEN[code] = (code < 32 && (code < 9 || code > 13)) || code === 127 ? 1 : 0;

function alphabetOf(text: string): number {
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return seen | BEYOND_ASCII;
    seen |= HIDDEN[unit] as number;
  }
  return seen;
}
