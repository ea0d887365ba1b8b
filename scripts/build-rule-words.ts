// SPDX-License-Identifier: Apache-2.0
/**
 * Writes packages/core/src/engine/decode/generated/rule-words.ts: English words that the rules look for and that are not
 * among the commonest, so that a misspelt one is put right as well. Arguments: as for scripts/build-words.ts.
 *
 *   node scripts/build-rule-words.ts CORPUS.txt.gz TRAIN.jsonl.gz training/natural/en/*.txt
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { COMMON_WORDS } from '../packages/core/src/engine/decode/generated/common-words.ts';
import { readConcepts } from '../packages/core/src/search/concepts-file.ts';
import { sensesOfForm } from '../packages/core/src/search/lemmas.ts';
import { wordLines } from './word-lines.ts';

const ROOT = join(import.meta.dirname, '..');
const OUTPUT = join(ROOT, 'packages/core/src/engine/decode/generated/rule-words.ts');
/** Times that the texts have a word: fewer are slips themselves. */
const MIN_COUNT = 3;
const WORD = /(?<![\p{L}\d\\])[a-z]{4,}(?![\p{L}\d])/gu;
const ENGLISH = new Set('the and of to is in a you for it on with how my what i that this are from'.split(' '));
const ENGLISH_SHARE = 0.12;

const counts = new Map<string, number>();

function learn(text: string): void {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.filter((word) => ENGLISH.has(word)).length < words.length * ENGLISH_SHARE) return;
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}

function read(path: string): void {
  const raw = readFileSync(path);
  for (const line of (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').split('\n')) {
    if (!path.includes('.jsonl')) learn(line);
    else if (line !== '') learn((JSON.parse(line) as { text: string }).text);
  }
}

/** Words of the rules that WordNet knows, in the order of the alphabet. */
function ruleWords(): string[] {
  const common = new Set(COMMON_WORDS.split(' '));
  const concepts = readConcepts(new Uint8Array(readFileSync(join(ROOT, 'models/concepts.bin'))));
  const isEnglish = (word: string) => Object.values(sensesOfForm(word, concepts)).some((senses) => senses.length > 0);
  const folder = join(ROOT, 'patterns');
  const rules = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const words = rules.flatMap((name) => readFileSync(join(folder, name), 'utf8').toLowerCase().match(WORD) ?? []);
  return [...new Set(words)]
    .filter((word) => !common.has(word) && (counts.get(word) ?? 0) >= MIN_COUNT && isEnglish(word))
    .sort();
}

function source(words: readonly string[]): string {
  return `// SPDX-License-Identifier: Apache-2.0
// Written by scripts/build-rule-words.ts: English words that the rules look for, without the commonest. Not to be edited.

/** Small letters, in the order of the alphabet, with a blank between. */
export const RULE_WORDS: string = [
${wordLines(words)}
].join(' ');
`;
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('usage: node scripts/build-rule-words.ts FILE...');
  process.exitCode = 2;
} else {
  for (const path of paths) read(path);
  writeFileSync(OUTPUT, source(ruleWords()));
}
