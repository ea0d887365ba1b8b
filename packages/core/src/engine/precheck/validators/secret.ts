// SPDX-License-Identifier: Apache-2.0
import { hasDistinct, kindChanges, standsIn } from './plausible-secret.ts';
import type { Validator } from './validator.ts';

/** Shannon entropy over the characters of the text itself, in bits per character. */
export function bitsPerChar(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** A token with a vendor's form: not a run of one character, not a documentation value. */
export const vendorToken: Validator = ({ value }) => {
  const tail = value.slice(-16);
  if (!hasDistinct(tail, 6) || /example|xxxxx|\*\*\*|\.\.\.|00000000|your[-_]?/i.test(value)) return 0;
  return 1;
};

/** As a vendor's token, and random besides: digits and letters mixed, and no words strung together. */
export const randomToken: Validator = (candidate) => {
  if (vendorToken(candidate) === 0) return 0;
  return looksRandom(candidate.value) ? 1 : 0;
};

/** Digits among letters, and more changes of kind than identifiers and words have. */
export function looksRandom(value: string): boolean {
  if (isShuffledCase(value)) return true;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (bitsPerChar(value) < Math.min(3.1, Math.log2(value.length) * 0.72)) return false;
  return kindChanges(value) / value.length >= 0.2;
}

/** Letters only, but capitals and small ones in no order that a word or an identifier has. */
function isShuffledCase(value: string): boolean {
  if (value.length < 10 || !/^[A-Za-z]+$/.test(value) || /[a-z]{4}|[A-Z]{5}/.test(value)) return false;
  return kindChanges(value) / value.length >= 0.4;
}

/** What a server that lets in anybody asks for. */
const ANONYMOUS = /(?:^|:)anon(?:cvs|ymous)$/i;

/** The password inside a connection string. */
export const uriPassword: Validator = ({ value }) => {
  if (
    value.length < 3 ||
    !hasDistinct(value, 3) ||
    standsIn(value.replace(/^!/, '')) ||
    /^[$%]\w+$/.test(value) ||
    ANONYMOUS.test(value)
  )
    return 0;
  return /^(password|passwd|pass|pwd|my[-_]?pass(?:word)?|user|username|user[-_]?pass(?:word)?|some[-_]?(?:user|pass(?:word)?)|secret|root|admin|postgres|mysql|guest|test|token|pw|foo|bar|baz|port|host|abc|123\d*|x{2,}|\d{2,5})$/i.test(
    value,
  )
    ? 0
    : 1;
};

/** A key block whose body is there, not only its header or an ellipsis. */
export const keyBlock: Validator = ({ match }) =>
  !LEFT_OUT.test(match[0]) && /[A-Za-z0-9+/=]{24}/.test(match[0].replace(/\\n|\s/g, '')) ? 1 : 0;
const LEFT_OUT = /^-----[A-Z0-9 ]{8,48}-----[\s\\n"']{0,4}(?:\.\.\.|\u2026)/;
