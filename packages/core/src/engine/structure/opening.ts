// SPDX-License-Identifier: Apache-2.0

/** How far back the beginning of a sentence is looked for, in UTF-16 units: as far as courtesies go. */
const REACH = 36;
const COURTESIES =
  'please|kindly|now|then|just|next|also|first|finally|hey|ok|okay|so|and|(?:can|could|would|will) you(?: please)?|i want you to|you must|you should|you have to|bitte|jetzt|dann|s.il (?:te|vous) pla[iî]t|maintenant|por favor|ahora|agora|per favore|adesso|ora|graag|nu|пожалуйста|请|現在|现在';
const OPENED = new RegExp(
  `(?:^|[.!?;:\\n\u3002\uff01\uff1f\u061f\u0964])[\\s"'\u201c\u201d\u00ab*#>\\-\u2013\u2022(\\d)\\]]*(?:(?:${COURTESIES})[\\s,]+){0,2}$`,
  'iu',
);

/** Whether a sentence begins at an offset, or a courtesy before it: there a verb is an order, not a report. */
export function opensSentence(text: string, at: number): boolean {
  const from = Math.max(0, at - REACH);
  // A letter stands for what lies further back: a cut is no beginning.
  return OPENED.test((from > 0 ? 'x' : '') + text.slice(from, at));
}
