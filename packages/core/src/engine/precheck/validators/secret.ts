// SPDX-License-Identifier: Apache-2.0
import type { Validator } from './validator.ts';

/** Words that stand in for a secret in documentation, templates and tests. */
const STAND_IN =
  /example|sample|placeholder|dummy|changeme|change[-_ ]?me|redacted|removed|insert|replace|your[-_ ]?|my[-_]|fake|todo|fixme|undefined|null|none|false|true|xxxx|\*\*\*|\.\.\.|<|>|\$\{|\{\{|%\(|process\.env|os\.environ|getenv|secrets\.|config\.|0000000|aaaaaa|test[-_]?(key|token|secret|password)/i;

/** Counting and the alphabet, which stand in for short secrets; a long random value may begin with them. */
const SEQUENCE = /1234567|abcdef/i;
const LONG_SECRET = 24;

function distinct(text: string): number {
  return new Set(text).size;
}

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
  if (distinct(tail) < 6 || /example|xxxxx|\*\*\*|\.\.\.|00000000|your[-_]?/i.test(value)) return 0;
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

/** How often neighbours differ in kind: lower case, upper case, digit, sign. */
function kindChanges(value: string): number {
  let changes = 0;
  let last = -1;
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    const kind = c >= 97 && c <= 122 ? 0 : c >= 65 && c <= 90 ? 1 : c >= 48 && c <= 57 ? 2 : 3;
    if (last >= 0 && kind !== last) changes++;
    last = kind;
  }
  return changes;
}

/** The value of an assignment to something called a secret. */
export const assignedSecret: Validator = ({ value }) => {
  if (value.length < 8 || STAND_IN.test(value) || distinct(value) < 5) return 0;
  if (value.length < LONG_SECRET && SEQUENCE.test(value)) return 0;
  if (/^[a-z]+([-_.][a-z]+)*$/i.test(value)) return isShuffledCase(value) ? 0.95 : 0;
  if (
    /^[\w-]+(\.[A-Za-z_]\w*)+$/.test(value) ||
    /[()[\]{}]/.test(value) ||
    /^[./~]/.test(value) ||
    /^[A-Z0-9_]+$/.test(value)
  )
    return 0;
  if (/^https?:/i.test(value)) return 0;
  if (looksRandom(value)) return 1;
  if (
    /[^\w.-].*[^\w.-]/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    !/[a-z]{4}|[:/|&=].*[:/|&=]/.test(value)
  )
    return 0.95;
  return /\d/.test(value) && /[a-z]/i.test(value) && /[^A-Za-z0-9_.-]/.test(value) ? 0.95 : 0;
};

/** The password inside a connection string. */
export const uriPassword: Validator = ({ value }) => {
  if (
    value.length < 3 ||
    STAND_IN.test(value) ||
    SEQUENCE.test(value) ||
    /^[$%]\w+$/.test(value) ||
    distinct(value) < 3
  )
    return 0;
  return /^(password|passwd|pass|pwd|secret|user|username|root|admin|postgres|mysql|guest|test|token|pw|foo|bar|baz|hunter2)$/i.test(
    value,
  )
    ? 0
    : 1;
};

/** A key block whose body is there, not only its header or an ellipsis. */
export const keyBlock: Validator = ({ match }) => (/[A-Za-z0-9+/=]{24}/.test(match[0].replace(/\\n|\s/g, '')) ? 1 : 0);
