// SPDX-License-Identifier: Apache-2.0
/** Entries of dictionaries: a headword, its part of speech, what it means and that it is not to be used. */
import type { Stretch } from './prevention.ts';

const PART =
  '(?:n|v|adj|adv|vt|vi|vb|noun|verb|adjective|adverb|interjection|interj|exclamation|int|pl|substantiv|subst|nom|adj|sustantivo|s|m|f)';
/** The headword and its part of speech, at the beginning of a line. */
const HEAD = new RegExp(
  `^[ \\t*#]{0,4}(?<word>\\p{L}[\\p{L}'’-]{1,24})(?:,? (?:${PART}\\.|\\(${PART}\\.?(?:, ?[\\p{L}. ]{2,24})?\\)|(?:noun|verb|adjective|adverb|interjection|exclamation)[,.:]))`,
  'gimu',
);
/** Labels by which a dictionary warns of a word. */
const LABEL =
  /\((?:[^()\n]{0,30}[,; ])?(?:offensive|derogatory|disparaging|taboo|vulgar|slang|obscene|pejorative|ethnic slur|slur|dated|archaic|abwertend|vulgär|derb|péjoratif|injurieux|despectivo|peyorativo|spregiativo|volgare|scheldwoord|pejorativo)[^()\n]{0,30}\)|\b(?:usage|see also|synonyms?|origin|etymology|cf\.)(?::|\b)/iu;
/** Who uses it on somebody all the same. */
const USED =
  /(?<!\p{L})(?:you|your|they are|they['’]re|are all|he is|she is|these|those|kill|deserve|should be)(?!\p{L})/iu;
const LONGEST = 1200;
const MOST = 16;

/** Headwords of entries that warn of their word; half open, in UTF-16 units, in order. */
export function headwords(text: string): readonly Stretch[] {
  if (text.length > LONGEST || USED.test(text) || !LABEL.test(text)) return [];
  return [...text.matchAll(HEAD)].slice(0, MOST).map(({ index, 0: whole, groups }) => {
    const word = groups?.word ?? '';
    const start = index + whole.indexOf(word);
    return { start, end: start + word.length, instead: 'word' };
  });
}
