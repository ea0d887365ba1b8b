// SPDX-License-Identifier: Apache-2.0
import type { ValidatorName } from './validators.ts';

/** Finds the end of a value that holds a sign which ends most values. All in UTF-16 units. */
type EndOf = (text: string, start: number, end: number) => number;

/** No password goes on for longer behind such a sign. */
const MAX_TAIL = 64;
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '«': '»',
  '‘': '’',
};
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Up to the quote that closes it; without quotes as far as nothing says that something else begins. */
const chosenEnd: EndOf = (text, start, end) => {
  const tail = text.slice(end, end + MAX_TAIL);
  const closing = CLOSING[text[start - 1] ?? ''];
  const at = closing === undefined || /^\s/.test(tail) ? -1 : tail.indexOf(closing);
  if (at < 0 || tail.slice(0, at).includes('\n')) return end + openLength(tail, text.slice(start, end));
  return end + (tail[at - 1] === '\\' ? at - 1 : at);
};

/** A password with an at sign ends at the last one before the host. */
const beforeHost: EndOf = (text, _start, end) => {
  const authority = /^@[^\s/"'<>`?#]{1,80}/.exec(text.slice(end, end + MAX_TAIL))?.[0] ?? '';
  return end + Math.max(0, authority.lastIndexOf('@'));
};

const ENDS: Partial<Record<ValidatorName, EndOf>> = {
  assigned_password: chosenEnd,
  assigned_secret: chosenEnd,
  named_secret: chosenEnd,
  pair_password: chosenEnd,
  strong_password: chosenEnd,
  strong_value: chosenEnd,
  told_password: chosenEnd,
  uri_password: beforeHost,
};

/** Where a value that a validator took for a secret ends: what people choose may hold any sign, and all of it is secret. */
export function wholeValueEnd(validator: ValidatorName | null, text: string, start: number, end: number): number {
  return (validator === null ? undefined : ENDS[validator])?.(text, start, end) ?? end;
}

/** Letters of other scripts go on without a space before them. */
const NO_PART = /[\s"'`“”„«»‘’]|[^\u0021-\u024f\u2010-\u2027€]/;
/** `user=…`, a quote or a bracket: what comes next in code, settings and addresses. */
const NEXT_ITEM = /^(?:["'({[]|[\w.-]{1,40}["']?[=:])/;
/** Behind a comma a bare word goes on with a list. */
const NEXT_WORD = /^\p{L}*(?:[\s,)"']|[.!?]*(?:\s|$))/u;
const HOST = /^@[\w-]{1,60}\.[a-z]/i;
const TAG = /^<[a-z/!?]/i;
const ESCAPE = /^\\[nrtbfu"'\\/]/;

/** How much of what follows a value without quotes belongs to it; a mark that may end a sentence does, if passwords end in it. */
function openLength(tail: string, value: string): number {
  let length = 0;
  while (length < tail.length && !endsAt(tail, length, value)) length++;
  return tail.slice(0, length).replace(/[.,;:…]+$/, '').length;
}

function endsAt(tail: string, at: number, value: string): boolean {
  const sign = tail.charAt(at);
  const rest = tail.slice(at);
  if (NO_PART.test(sign) || HOST.test(rest) || TAG.test(rest) || ESCAPE.test(rest)) return true;
  if (/[,;|&]/.test(sign) && NEXT_ITEM.test(rest.slice(1))) return true;
  if (sign === ',') return NEXT_WORD.test(rest.slice(1));
  const opening = OPENING[sign];
  return opening !== undefined && !value.includes(opening) && !tail.slice(0, at).includes(opening);
}
