// SPDX-License-Identifier: Apache-2.0
/** What people say in a tale: speech between marks that a teller of what is past gives to somebody. */
import type { Stretch } from './prevention.ts';

const SPOKE =
  '(?:said|cried|asked|replied|answered|muttered|murmured|exclaimed|shouted|whispered|returned|continued|added|began|repeated|growled|screamed|roared|sobbed|sighed|laughed|observed|remarked|retorted|hissed|groaned|called|went on|burst out|broke in|declared|inquired|demanded)';
/** Behind the closing mark, or before the opening one. */
const TOLD = new RegExp(
  `[”"’](?:\\s|—){0,2}(?:(?:he|she|they|i|we|the \\p{L}{2,14}|(?:mr|mrs|miss|dr|captain|colonel)\\.? \\p{Lu}\\p{L}+|\\p{Lu}\\p{L}{1,14}(?: \\p{Lu}\\p{L}+)?) )?${SPOKE}(?!\\p{L})|(?<!\\p{L})${SPOKE}[^.!?\\n“”"]{0,60}[:,] ?[“"]`,
  'u',
);
const SPEECH = /“[^“”"]{2,800}”|"[^“”"]{2,800}"/gu;
/** A page of a tale is longer than a message, and none of it is about the reader. */
const SHORTEST = 120;
const TO_READER =
  /(?<!\p{L})(?:write|reply|post|tweet|send|translate|rewrite|continue|roleplay|message|e-?mail|dm|comment|prompt|lol|lmao|u|ur)(?!\p{L})/iu;
const MOST = 32;

/** Speech in a page of a tale; half open, in UTF-16 units, in order. */
export function narratedSpeech(text: string): readonly Stretch[] {
  if (text.length < SHORTEST || !isPaired(text) || !TOLD.test(text) || TO_READER.test(text.replace(SPEECH, ' ')))
    return [];
  return [...text.matchAll(SPEECH)]
    .slice(0, MOST)
    .map(({ index: start, 0: { length } }) => ({ start, end: start + length, instead: '“Well.”' }));
}

/** Where marks do not pair, what is speech and what is not cannot be told. */
const isPaired = (text: string) =>
  count(text, /"/gu) % 2 === 0 &&
  count(text, /“/gu) === count(text, /”/gu) &&
  !(text.includes('"') && text.includes('“'));

const count = (text: string, mark: RegExp) => text.match(mark)?.length ?? 0;
