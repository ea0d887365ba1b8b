// SPDX-License-Identifier: Apache-2.0
import { isAlone, looksLikeLoneSecret } from './lone-secret.ts';
import { tokenPlausibility } from './plausible-secret.ts';
import {
  BETWEEN,
  isEncrypted,
  NAME_REACH,
  NAME_STEM,
  NO_SECRET,
  SHOUTED,
  STRONG_NAME,
  tripleOf,
  VENDOR,
  VENDOR_STARTS,
  VENDOR_TRIPLES,
  WEAK_NAME,
} from './secret-names.ts';
import type { Candidate, Validator } from './validator.ts';

interface Named {
  readonly value: string;
  /** The text of the line before the value; of the line above where the value begins its own. */
  readonly before: string;
}

/** Signs and a tag at the most: the name stands on the line above. */
const BEGINS_LINE = /^\s*(?:<[\w:.-]{1,30}>)?[\s"'`|>+-]*$/;
const withoutTag = (line: string) => line.trim().replace(/<\/?[\w:.-]{1,30}>$/, '');

/** A run such as `api_key=f4K9…` holds its own name. */
function named({ value, text, start }: Candidate): Named {
  const bare = value.replace(/[=.\-_]+$/, '');
  const cut = bare.lastIndexOf('=') + 1;
  const at = start + cut;
  const window = text.slice(Math.max(0, at - NAME_REACH), at);
  const lines = window.split('\n');
  const own = lines.pop() ?? '';
  const above = lines.pop();
  const before = BEGINS_LINE.test(own) && above !== undefined ? `${withoutTag(above)} ${withoutTag(own)}` : own;
  return { value: bare.slice(cut), before };
}

function lastNamed(names: RegExp, before: string): boolean {
  let end = -1;
  for (const match of before.matchAll(names)) end = match.index + match[0].length;
  return end >= 0 && BETWEEN.test(before.slice(end));
}

/** Cheap: whether one of the names could stand before a value. Most long runs of ordinary text are the value of no name. */
function mayBeNamed(before: string): boolean {
  if (NAME_STEM.test(before)) return true;
  for (let i = 0, inWord = false; i < before.length; i++) {
    const letter = isLetter(before.charCodeAt(i));
    if (letter && !inWord && startsAsVendor(before, i)) return true;
    inWord = letter;
  }
  return false;
}

function startsAsVendor(text: string, at: number): boolean {
  if (VENDOR_TRIPLES[tripleOf(text, at)] === 0) return false;
  const word = text.slice(at, at + 5).toLowerCase();
  return VENDOR_STARTS.has(word) || VENDOR_STARTS.has(word.slice(0, 4)) || VENDOR_STARTS.has(word.slice(0, 3));
}

const isLetter = (c: number) => (c >= 97 && c <= 122) || (c >= 65 && c <= 90);

/**
 * A run of letters and digits whose name says that it is a secret, or that a vendor's name stands before, or that is the
 * whole text. The name decides how random it must look.
 */
export const namedSecret: Validator = (candidate) => {
  const { value, before } = named(candidate);
  const alone = isAlone(candidate);
  if (!alone && !mayBeNamed(before)) return 0;
  const plausible = tokenPlausibility(value);
  if (plausible === 0) return 0;
  if (lastNamed(STRONG_NAME, before))
    return NO_SECRET.test(before.slice(-40)) || isEncrypted(candidate) ? 0 : plausible;
  if (value.length < 16 || NO_SECRET.test(before)) return 0;
  if (lastNamed(WEAK_NAME, before)) return /[:=]/.test(before.slice(-12)) || VENDOR.test(before) ? plausible * 0.8 : 0;
  if (VENDOR.test(before) || (plausible === 1 && SHOUTED.test(before))) return plausible * 0.8;
  return alone && looksLikeLoneSecret(candidate.value, value) ? 0.7 : 0;
};
