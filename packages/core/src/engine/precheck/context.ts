// SPDX-License-Identifier: Apache-2.0

import type { ContextRule } from './pack-schema.ts';

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** So many matches are looked around at by themselves; for more it pays to know which words the text has at all. */
const FEW = 8;
/** How it is written in lower case hangs on what stands behind it. */
const SIGMA = 'Σ';

/** Looks around the matches in one text. A text may have thousands, and most words of most rules nowhere. */
export class Surroundings {
  readonly #text: string;
  /** Made with the first question: most expressions ask none. */
  #asked: Map<ContextRule, { times: number; words: readonly string[] }> | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a word of the rule stands within its reach of the match from `start` to `end`. */
  has(rule: ContextRule, start: number, end: number): boolean {
    this.#asked ??= new Map();
    let asked = this.#asked.get(rule);
    if (asked === undefined) {
      asked = { times: 0, words: rule.words };
      this.#asked.set(rule, asked);
    }
    if (++asked.times === FEW) asked.words = this.#present(rule.words);
    return asked.words.length > 0 && hasWord(asked.words, rule.within, this.#text, start, end);
  }

  /** Those that the text has; all where letters change their number, or with their place, in lower case. */
  #present(words: readonly string[]): readonly string[] {
    const lower = this.#text.toLowerCase();
    if (lower.length !== this.#text.length || this.#text.includes(SIGMA)) return words;
    return words.filter((word) => lower.includes(bareOf(word)));
  }
}

function hasWord(words: readonly string[], within: number, text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - within), Math.min(text.length, end + within)).toLowerCase();
  return words.some((word) => (word.includes('|') ? standsApart(around, word) : around.includes(word)));
}

const bareOf = (word: string) => word.slice(word.startsWith('|') ? 1 : 0, word.endsWith('|') ? -1 : undefined);

/** `|` at an end of a word asks for its edge there, so that "text" is not found within "context". */
function standsApart(around: string, word: string): boolean {
  const before = word.startsWith('|');
  const behind = word.endsWith('|');
  const bare = bareOf(word);
  for (let at = around.indexOf(bare); at >= 0; at = around.indexOf(bare, at + 1)) {
    if (before && WORD_CHARACTER.test(around.charAt(at - 1))) continue;
    if (behind && WORD_CHARACTER.test(around.charAt(at + bare.length))) continue;
    return true;
  }
  return false;
}
