// SPDX-License-Identifier: Apache-2.0
/**
 * Counts which English words stand beside each other more often than chance has it, and writes
 * packages/core/src/engine/decode/generated/word-pairs.ts, by which misspelt words are told apart. Arguments as of
 * build-words.ts, whose words these are. Of each pair only four bits of a hash and four of its weight stay.
 *
 *   node scripts/build-word-pairs.ts CORPUS.txt.gz TRAIN.jsonl.gz training/natural/en/*.txt
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { englishWords } from '../packages/core/src/engine/decode/vocabulary.ts';
import { PAIR_SLOTS, pairHash } from '../packages/core/src/engine/decode/word-pairs.ts';
import { englishTexts } from './english-texts.ts';

const OUTPUT = join(import.meta.dirname, '../packages/core/src/engine/decode/generated/word-pairs.ts');
/** Half-bits are what a weight is told in. */
const MOST_WEIGHT = 15;
const LEAST_COUNT = 3;
const LEAST_BITS = 1;
/** Two words with one between count where neither is among the commonest, which stand near everything. */
const COMMONEST = 80;
/** Of the slots: more pairs would only take each other's. */
const MOST_TAKEN = 0.6;
/** Words apart. */
const DISTANCES = [1, 2] as const;

const { places } = englishWords();
const alone = new Map<number, number>();
const together = DISTANCES.map(() => new Map<number, number>());
let total = 0;

function learn(words: readonly string[], weight: number): void {
  const seen = words.map((word) => places.get(word) ?? -1);
  for (const [i, place] of seen.entries()) {
    if (place < 0) continue;
    total += weight;
    alone.set(place, (alone.get(place) ?? 0) + weight);
    for (const [d, distance] of DISTANCES.entries()) {
      const other = seen[i - distance] ?? -1;
      if (other < 0 || (distance > 1 && Math.min(place, other) < COMMONEST)) continue;
      const pair = other * places.size + place;
      together[d]?.set(pair, (together[d].get(pair) ?? 0) + weight);
    }
  }
}

interface Pair {
  readonly hash: number;
  readonly weight: number;
  readonly worth: number;
}

function pairs(): Pair[] {
  return DISTANCES.flatMap((distance, d) =>
    [...(together[d] as Map<number, number>)].flatMap(([pair, count]) => {
      const [first, second] = [Math.floor(pair / places.size), pair % places.size];
      const bits = Math.log2(((count - 0.5) * total) / ((alone.get(first) as number) * (alone.get(second) as number)));
      if (count < LEAST_COUNT || bits < LEAST_BITS) return [];
      return {
        hash: pairHash(first, second, distance),
        weight: Math.min(MOST_WEIGHT, Math.round(2 * bits)),
        worth: count * bits,
      };
    }),
  ).sort((a, b) => b.worth - a.worth || a.hash - b.hash);
}

/** A pair of a higher worth has the slot. */
function table(): Uint8Array {
  const slots = new Uint8Array(PAIR_SLOTS);
  for (const { hash, weight } of pairs().slice(0, PAIR_SLOTS * MOST_TAKEN)) {
    const slot = (hash >>> 4) & (PAIR_SLOTS - 1);
    if (slots[slot] === 0) slots[slot] = ((hash & 15) << 4) | weight;
  }
  return slots;
}

for (const { words, weight } of englishTexts(process.argv.slice(2))) learn(words, weight);
mkdirSync(dirname(OUTPUT), { recursive: true });
const bytes = Buffer.from(table()).toString('base64');
writeFileSync(
  OUTPUT,
  `// SPDX-License-Identifier: Apache-2.0
// Written by scripts/build-word-pairs.ts: which English words stand beside each other. Not to be edited.

/** A byte a slot, in base64: four bits of the hash of a pair, and half-bits by which the two are likelier together. */
export const WORD_PAIRS =
  '${bytes}';
`,
);
