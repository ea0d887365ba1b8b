// SPDX-License-Identifier: Apache-2.0

import { ABOUT_PASSWORD, ABOUT_SECRET } from './about-secret.ts';
import { wordsAsSecret } from './made-up-secret.ts';
import { isFormWord, passwordPlausibility } from './plausible-password.ts';
import {
  ALGORITHM,
  digitsIn,
  hasDistinct,
  kindChanges,
  standsIn,
  tokenPlausibility,
  wordShare,
} from './plausible-secret.ts';
import { uriPassword } from './secret.ts';
import { isEncrypted, NAME_REACH, NO_SECRET, nearestName } from './secret-names.ts';
import { bareValue, isSetting } from './setting.ts';
import type { Candidate, Validator } from './validator.ts';

/** A framework writes it before the key that it makes for a new project. */
const FRAMEWORK_PREFIX = /^django-insecure-+/;

/** The value of an assignment to something called a secret, token or key. */
export const assignedSecret: Validator = (candidate) => {
  const { value, text, start, end } = candidate;
  // Of a value without a digit its letters must say that a machine made it: most are words, and need no look at their name.
  if (digitsIn(value) === 0 && !FRAMEWORK_PREFIX.test(value) && tokenPlausibility(value) === 0) return 0;
  const before = text.slice(Math.max(0, start - NAME_REACH), start);
  if (NO_SECRET.test(nearestName(before)) || isCall(candidate) || RESOURCE.test(before)) return 0;
  if (/[^\x21-\x7e]/.test(value) || (value.length < LONGEST_NAME && ALGORITHM.test(value))) return 0;
  if (FRAMEWORK_PREFIX.test(value)) return hasDistinct(value.replace(FRAMEWORK_PREFIX, ''), 12) ? 1 : 0;
  const token = tokenPlausibility(value);
  if (token > 0) return token < 1 && ABOUT_SECRET.test(before) ? 0 : token;
  const quoted = isQuote(text[start - 1]) && isQuote(text[end]);
  if (value.length < 8 || digitsIn(value) === 0 || standsIn(value)) return 0;
  if (wordShare(value) >= (/[!@#$%^&*+=?~]/.test(value) ? 0.75 : 0.5)) return quoted ? wordsAsSecret(candidate) : 0;
  return passwordPlausibility(value, quoted) > 0 && kindChanges(value) >= 2 && /[A-Z\W_]/.test(value) ? 0.85 : 0;
};

/** Names of algorithms are no longer. */
const LONGEST_NAME = 24;

/** The name of a resource goes on. */
const RESOURCE = /\barn:\S*$/;

/** A call whose second argument is what the named setting shall be. */
const WITH_DEFAULT =
  /(?:env|environ(?:\.get)?|fetch|get\w{0,3}default|default|option|set\w{0,20}|put|propert(?:y|ies)|config|define|arg|argument)\W{1,3}[\w.-]{0,40}["'],\s{0,3}[a-z]{0,2}$/i;

/** What a test says once it is through: `t.pass('…')`. */
const TEST_PASSES = /\b(?:t|test|assert|tap)\.pass\(["'`]$/;

/** The value of an assignment to something called a password: also one that a person chose. */
export const assignedPassword: Validator = (candidate) => {
  const { text, start, end } = candidate;
  const before = text.slice(Math.max(0, start - NAME_REACH), start);
  const value = bareValue(candidate.value, before);
  // What can be no password under any reading needs no look at its surroundings.
  if (passwordPlausibility(value, true) === 0) return 0;
  if (isCall(candidate) || isEncrypted(candidate) || ABOUT_PASSWORD.test(before) || TEST_PASSES.test(before)) return 0;
  const opening = text[start - 1];
  const quoted = isQuote(opening);
  // Quotes that close elsewhere hold a sentence about passwords.
  if (quoted && text[end] !== opening && !/[\\&]/.test(text[end] ?? '')) {
    return text[end] === ' ' || text[end] === '\n' ? 0 : passwordPlausibility(value, false);
  }
  const listed = quoted && /,\s{0,3}[a-z]{0,2}$/i.test(before.slice(-8, -1)) && !WITH_DEFAULT.test(before.slice(0, -1));
  return passwordPlausibility(value, (quoted && !listed) || isSetting(candidate));
};

/** What a command, a call or a setting takes as its password and nothing else: a word will do. */
export const toldPassword: Validator = (candidate) => {
  const { value } = candidate;
  if (
    isFormWord(value) ||
    ALGORITHM.test(value) ||
    /^[\d.:]+$|^[A-Z_]+$|[{}<>]|^[$%@~./\\-]|\.(?:[a-z]{2,4})$/.test(value)
  )
    return 0;
  return isCall(candidate) || repeatsName(candidate) ? 0 : uriPassword(candidate);
};

/** A constant that is called as it reads: `#define SSL_TXT_kPSK "kPSK"`. */
function repeatsName({ value, text, start }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - NAME_REACH), start).replace(/[\s=:"']{1,12}$/, '');
  return before.endsWith(`_${value}`);
}

/** One of a pair, such as `admin / …`: words alone are the names of two things, and so are times. */
export const pairPassword: Validator = ({ value }) => (TIME.test(value) ? 0 : passwordPlausibility(value, false));
const TIME = /^\d{1,2}[:.]\d{2}(?:[ap]m|h|uhr)?$/i;

/** Right after the word: only what nobody would write for any other purpose. */
export const strongPassword: Validator = ({ value }) => {
  const bare = value.replace(/[.!?:]+$/, '');
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!@#$%^&*+=?~|€£§]/].filter((kind) => kind.test(bare)).length;
  return bare.length >= 8 && kinds >= 3 && /\d/.test(bare) ? passwordPlausibility(bare, false) : 0;
};

/** On a line of its own below its name: what a machine made, or a password of three kinds of characters. */
export const strongValue: Validator = (candidate) =>
  strongPassword(candidate) || (tokenPlausibility(candidate.value) === 1 ? 1 : 0);

/** Words that sentences need and that nobody puts into a pass phrase by chance. */
const SENTENCE =
  /(?:^|[ -])(?:the|an?|is|are|was|of|to|for|in|on|with|your|my|our|enter|please|must|not|be|and|or|if|new|old|at|least|confirm|forgot|reset|show|hide|type|this|that|user|name|pass\w*|la|le|de|der|die|das|el|il)(?:[ -]|$)/;

/** Words that make no sentence; two only where code assigns them, since forms are labelled with two. */
export const passPhrase: Validator = ({ value, text, start }) => {
  if (SENTENCE.test(value) || standsIn(value)) return 0;
  if (value.split(/[ -]/).length >= 3) return 1;
  return !isFormWord(value) && /=\s{0,3}["']$/.test(text.slice(Math.max(0, start - 6), start)) ? 0.9 : 0;
};

function isQuote(character: string | undefined): boolean {
  return character === '"' || character === "'" || character === '`';
}

function isCall({ text, end }: Candidate): boolean {
  return text[end] === '(' || (text[end] === '[' && !isQuote(text[end - 1]));
}
