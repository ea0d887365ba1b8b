// SPDX-License-Identifier: Apache-2.0
/** English words of files of plain text (.txt, .txt.gz, a paragraph a line) and of labelled rows (.jsonl.gz with `text`). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** What is written to machines weighs more than books: orders and requests are what is hidden. */
const PROMPT_WEIGHT = 8;
const ENGLISH = new Set('the and of to is in a you for it on with how my what i that this are from'.split(' '));
const ENGLISH_SHARE = 0.12;

export interface EnglishText {
  /** In small letters. */
  readonly words: readonly string[];
  readonly weight: number;
}

export function* englishTexts(paths: readonly string[]): Generator<EnglishText> {
  for (const path of paths) {
    const weight = path.includes('natural') ? PROMPT_WEIGHT : 1;
    for (const text of textsOf(path)) {
      const words = text.toLowerCase().match(/(?<![\p{L}\d])[a-z]+(?![\p{L}\d])/gu) ?? [];
      if (words.filter((word) => ENGLISH.has(word)).length >= words.length * ENGLISH_SHARE) yield { words, weight };
    }
  }
}

function* textsOf(path: string): Generator<string> {
  const raw = readFileSync(path);
  for (const line of (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').split('\n')) {
    // A label and a tab may stand in front.
    if (!path.includes('.jsonl')) yield line.replace(/^\w+\t/, '');
    else if (line !== '') yield (JSON.parse(line) as { text: string }).text;
  }
}
