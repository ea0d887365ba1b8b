// SPDX-License-Identifier: Apache-2.0

import type { ContextRule } from './pack-schema.ts';

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** Whether a word of the rule stands within its reach of the match from `start` to `end`. */
export function hasContext(rule: ContextRule, text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - rule.within), Math.min(text.length, end + rule.within)).toLowerCase();
  return rule.words.some((word) => (word.includes('|') ? standsApart(around, word) : around.includes(word)));
}

/** `|` at an end of a word asks for its edge there, so that "text" is not found within "context". */
function standsApart(around: string, word: string): boolean {
  const before = word.startsWith('|');
  const behind = word.endsWith('|');
  const bare = word.slice(before ? 1 : 0, behind ? -1 : undefined);
  for (let at = around.indexOf(bare); at >= 0; at = around.indexOf(bare, at + 1)) {
    if (before && WORD_CHARACTER.test(around.charAt(at - 1))) continue;
    if (behind && WORD_CHARACTER.test(around.charAt(at + bare.length))) continue;
    return true;
  }
  return false;
}
