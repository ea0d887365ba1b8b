// SPDX-License-Identifier: Apache-2.0
import type { WordTables } from '../deep/tables.ts';
import { tokensOf } from '../deep/tokens.ts';
import { hashOf } from '../deep/vectors.ts';

/** The vocabulary begins with the words that are most frequent in the text that it was learned from. */
const FREQUENT = 300;

/** Takes the words that every text has out of a stretch of a normalised text, so that what it is about is left. */
export function frequentWords({ hashes }: WordTables): (text: string, start: number, end: number) => string {
  const frequent = new Set(hashes.subarray(0, FREQUENT));
  const bytes = new TextEncoder();
  return (text, start, end) => {
    let rest = '';
    let at = start;
    for (const { start: from, end: to, form } of tokensOf(text, start, end, end - start)) {
      if (!LETTERED.test(form) || !frequent.has(hashOf(bytes.encode(form)))) continue;
      rest += `${text.slice(at, from)} `;
      at = to;
    }
    return rest + text.slice(at, end);
  };
}

const LETTERED = /\p{L}/u;
