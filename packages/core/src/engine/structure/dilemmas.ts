// SPDX-License-Identifier: Apache-2.0
/** Questions of conscience about a wrong. */
import type { Stretch } from './prevention.ts';

/** Put to whoever answers as somebody with a conscience, not as somebody who helps. */
const ASKED =
  /(?<!\p{L})(?:would|could|should) (?:you|one|anyone|a good person|jesus|kant|a robot|an ai) (?:(?:ever|rather|still|personally) ){0,2}(?:steal|kill|lie|rob|betray|cheat|push|die|torture|sacrifice|break the law|eat (?:human|somebody|someone)|shoot|let (?:him|her|them|someone) die)(?!\p{L})[^.!?\n]{0,100}\?/giu;
/** Who wants it done, or learned, asks no conscience. */
const WANTS =
  /(?<!\p{L})(?:how|(?:for|with) (?:me|us)|my|our|tonight|tomorrow|if i (?:pay|paid|gave|give)|\$|€|money|please|pls|plan|steps?|way to|explain|describe|write|without (?:being|getting))(?!\p{L})/iu;

const MOST = 16;

/** Questions of conscience in a text that wants nothing else; half open, in UTF-16 units, in order. */
export function dilemmas(text: string): readonly Stretch[] {
  if (WANTS.test(text)) return [];
  return placesOf(ASKED, text);
}

const placesOf = (form: RegExp, text: string): readonly Stretch[] =>
  [...text.matchAll(form)].slice(0, MOST).map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
