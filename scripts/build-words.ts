// SPDX-License-Identifier: Apache-2.0
/**
 * Counts which words English is made of and writes packages/core/src/engine/decode/generated/common-words.ts, by which
 * letters without gaps are parted into words. Arguments: files of plain text (.txt, .txt.gz, a paragraph a line) and of
 * labelled rows (.jsonl.gz with `text`). Only the order of the words stays.
 *
 *   node scripts/build-words.ts CORPUS.txt.gz TRAIN.jsonl.gz training/natural/en/*.txt
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { englishTexts } from './english-texts.ts';
import { wordLines } from './word-lines.ts';

const OUTPUT = join(import.meta.dirname, '../packages/core/src/engine/decode/generated/common-words.ts');
const MOST_WORDS = 8_000;
/** Words of one or two letters join anything, so only these are taken. */
const SHORT = new Set(
  'a i am an as at be by do go he if in is it me my no of oh ok on or so to up us we tv uk ai id vs'.split(' '),
);

const counts = new Map<string, number>();

function learn(words: readonly string[], weight: number): void {
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
  for (const { words, weight } of englishTexts(paths)) learn(words, weight);
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, source(commonest()));
}
