// SPDX-License-Identifier: Apache-2.0
import { isFormWord } from './plausible-password.ts';

import { NAME_REACH } from './secret-names.ts';
import type { Candidate } from './validator.ts';

/** A name that is nothing but the name of a secret, and a sign of assignment. */
const BARE_SECRET =
  /(?:^|[^a-z])(?:\w{0,16}_)?(?:\w{0,16}secret|(?:jwt|session|cookie|signing|hmac|encryption|crypt|crypto|master|aes|cipher)[_.-]?(?:secret|key)|secretorkey|secret[_.-]?key(?:_base)?|salt|pepper)["'\])]{0,3}(?::\s?(?:str|string))?\s{0,3}(?:=>|:?=|:|\|\||\?\?)\s{0,3}(?:\[\]byte\(|bytes\()?[a-z@]{0,2}["'`]$|\bhmac\w{0,8}\(["']$/i;
/** Versions, dates, and words of settings. */
const NUMBERED_NAME =
  /[-_.]?v?\d{1,2}$|\d{4}-\d\d|\b(?:prod|production|staging|stage|dev|test|local|key|name|db|app|header)\b/i;

/** Words and three digits or more, as people make up the secret of a session. */
export function wordsAsSecret({ value, text, start }: Candidate): number {
  if (value.length < 10 || (value.match(/\d/g)?.length ?? 0) < 2 || isFormWord(value)) return 0;
  if (/[\s/:.]/.test(value) || (NUMBERED_NAME.test(value) && !/\d{3}$/.test(value))) return 0;
  return BARE_SECRET.test(text.slice(Math.max(0, start - NAME_REACH), start)) ? 0.8 : 0;
}
