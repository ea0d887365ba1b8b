// SPDX-License-Identifier: Apache-2.0
/**
 * Counts which words English is made of and writes packages/core/src/engine/decode/generated/common-words.ts, by which
 * letters without gaps are parted into words. Arguments: files of plain text (.txt, .txt.gz, a paragraph a line) and of
 * labelled rows (.jsonl.gz with `text`). Only the order of the words stays.
 *
 *   node scripts/build-words.ts CORPUS.txt.gz TRAIN.jsonl.gz training/natural/en/*.txt
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { wordLines } from './word-lines.ts';

const OUTPUT = join(import.meta.dirname, '../packages/core/src/engine/decode/generated/common-words.ts');
const MOST_WORDS = 8_000;
/** What is written to machines weighs more than books: orders and requests are what is hidden. */
const PROMPT_WEIGHT = 8;
/** Words of one or two letters join anything, so only these are taken. */
const SHORT = new Set(
  'a i am an as at be by do go he if in is it me my no of oh ok on or so to up us we tv uk ai id vs'.split(' '),
);
const ENGLISH = new Set('the and of to is in a you for it on with how my what i that this are from'.split(' '));
const ENGLISH_SHARE = 0.12;

const counts = new Map<string, number>();

function* textsOf(path: string): Generator<string> {
  const raw = readFileSync(path);
  for (const line of (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').split('\n')) {
    // A label and a tab may stand in front.
    if (!path.includes('.jsonl')) yield line.replace(/^\w+\t/, '');
    else if (line !== '') yield (JSON.parse(line) as { text: string }).text;
  }
}

function learn(text: string, weight: number): void {
  const words = text.toLowerCase().match(/(?<![\p{L}\d])[a-z]+(?![\p{L}\d])/gu) ?? [];
  if (words.filter((word) => ENGLISH.has(word)).length < words.length * ENGLISH_SHARE) return;
  for (const word of words) {
    if (word.length > 2 || SHORT.has(word)) counts.set(word, (counts.get(word) ?? 0) + weight);
  }
}

/** In the order of their counts, then of the alphabet. */
function commonest(): string[] {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.slice(0, MOST_WORDS).map(([word]) => word);
}

function source(words: readonly string[]): string {
  return `// SPDX-License-Identifier: Apache-2.0
// Written by scripts/build-words.ts: which words occur most often in English books, public web text and the texts that
// the scan is trained on. Not to be edited.

/** Small letters, commonest first, with a blank between. */
export const COMMON_WORDS: string = [
${wordLines(words)}
].join(' ');
`;
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('usage: node scripts/build-words.ts FILE...');
  process.exitCode = 2;
} else {
  for (const path of paths) {
    for (const text of textsOf(path)) learn(text, path.includes('natural') ? PROMPT_WEIGHT : 1);
  }
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, source(commonest()));
}
