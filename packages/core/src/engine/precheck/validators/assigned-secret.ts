// SPDX-License-Identifier: Apache-2.0
import {
  hasDistinct,
  isFormWord,
  kindChanges,
  passwordPlausibility,
  standsIn,
  tokenPlausibility,
  wordShare,
} from './plausible-secret.ts';
import { uriPassword } from './secret.ts';
import { isEncrypted, NAME_REACH, NO_SECRET } from './secret-names.ts';
import { ALGORITHM } from './unnamed-secret.ts';
import type { Candidate, Validator } from './validator.ts';

/** A framework writes it before the key that it makes for a new project. */
const FRAMEWORK_PREFIX = /^django-insecure-+/;

/** The value of an assignment to something called a secret, token or key. */
export const assignedSecret: Validator = (candidate) => {
  const { value, text, start, end } = candidate;
  if (NO_SECRET.test(text.slice(Math.max(0, start - 40), start)) || isCall(candidate)) return 0;
  if (/[^\x21-\x7e]/.test(value)) return 0;
  if (FRAMEWORK_PREFIX.test(value)) return hasDistinct(value.replace(FRAMEWORK_PREFIX, ''), 12) ? 1 : 0;
  const token = tokenPlausibility(value);
  if (token > 0) return token;
  const quoted = isQuote(text[start - 1]) && isQuote(text[end]);
  if (value.length < 8 || standsIn(value) || !/\d/.test(value)) return 0;
  if (wordShare(value) >= (/[!@#$%^&*+=?~]/.test(value) ? 0.75 : 0.5)) return 0;
  return passwordPlausibility(value, quoted) > 0 && kindChanges(value) >= 2 && /[A-Z\W_]/.test(value) ? 0.85 : 0;
};

/** The value of an assignment to something called a password: also one that a person chose. */
export const assignedPassword: Validator = (candidate) => {
  const { value, text, start, end } = candidate;
  if (isCall(candidate) || isEncrypted(candidate)) return 0;
  const opening = text[start - 1];
  const quoted = isQuote(opening);
  // Quotes that close elsewhere hold a sentence about passwords.
  if (quoted && text[end] !== opening && !/[\\&]/.test(text[end] ?? '')) {
    return text[end] === ' ' || text[end] === '\n' ? 0 : passwordPlausibility(value, false);
  }
  // What can be no password under any reading needs no look at its surroundings.
  if (passwordPlausibility(value, true) === 0) return 0;
  const listed = quoted && /,\s{0,3}[a-z]{0,2}$/i.test(text.slice(Math.max(0, start - 8), start - 1));
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
  return isCall(candidate) ? 0 : uriPassword(candidate);
};

/** One of a pair, such as `admin / …`: words alone are the names of two things. */
export const pairPassword: Validator = ({ value }) => passwordPlausibility(value, false);

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

/** `NAME=value` or `name: value` alone on its line, or a value between tags. */
function isSetting({ text, start, end }: Candidate): boolean {
  // No further than needed: a text may be one line.
  const near = text.slice(Math.max(0, start - NAME_REACH), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const rest = /^[^\n]{0,3}/.exec(text.slice(end, end + 3))?.[0] ?? '';
  if (line.endsWith('>') && rest.startsWith('</')) return true;
  // `PGPASSWORD=… psql`
  if (/^\s*(?:[$#] )?[A-Z_]{2,}=$/.test(line) && /^ [a-z]/.test(rest)) return true;
  if (!/^(?:\s*(?:#.*)?|\s+#.*)$/.test(rest)) return false;
  if (/^\s*(?:export |set |\$env:|-e |[#;] ?|[-*] )?[\w.[\]-]+(?:=|:\s{1,3})$/i.test(line)) return true;
  return /^\s*[\w.-]+ {1,8}= {1,4}$/.test(line) && isAmongSettings(text, start - line.length, end);
}

/** A section or another bare setting above or below: no program, in which the value would be a variable. */
function isAmongSettings(text: string, lineStart: number, end: number): boolean {
  const around = `${text.slice(Math.max(0, lineStart - 160), lineStart)}\n${text.slice(end, end + 120)}`;
  if (/[{(;]\s*$|\b(?:def|function|return|import|const|let|var)\b/m.test(around)) return false;
  return /^\s*\[[\w .:-]+\]\s*$|^\s*(?:\w+[_.-])?(?:user(?:name)?|login|host(?:name)?|server|port|database|db|uid|bind|base|uri|type|domain)\w{0,6} *= *[\w.@:/-]+\s*$/im.test(
    around,
  );
}
