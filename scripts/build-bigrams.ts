// SPDX-License-Identifier: Apache-2.0
/**
 * Learns how dear each pair of neighbouring characters is in ordinary text and writes
 * packages/core/src/engine/entropy/generated/bigrams.ts. Arguments: files of plain text (.txt, .txt.gz, a paragraph a line) and of
 * labelled rows (.jsonl.gz with `text` and `label`; rows with label 1 are left out). Only the counts stay.
 *
 *   node scripts/build-bigrams.ts CORPUS.txt.gz TRAIN.jsonl.gz
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  CASELESS_CLASSES,
  CLASS_COUNT,
  CLASSES,
  LINE_END,
} from '../packages/core/src/engine/entropy/bigram-classes.ts';

const OUTPUT = join(import.meta.dirname, '../packages/core/src/engine/entropy/generated/bigrams.ts');
/** Costs are kept in eighths of a bit, one printable character each, from this code on. */
const FIRST_CODE = 0x28;
const STEPS_PER_BIT = 8;
const MAX_STEPS = 80;
/** Keeps a long document from outweighing the rest. */
const MAX_TEXT = 4_000;

const counts = new Float64Array(CLASS_COUNT * CLASS_COUNT);

function* textsOf(path: string): Generator<string> {
  const raw = readFileSync(path);
  for (const line of (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').split('\n')) {
    if (!path.includes('.jsonl')) yield line;
    else if (line !== '') {
      const row = JSON.parse(line) as { text: string; label: number };
      if (row.label === 0) yield row.text;
    }
  }
}

/** Each text counts once as written and once without case, since both readings are asked for. */
function learn(text: string): void {
  for (const classes of [CLASSES, CASELESS_CLASSES]) {
    let previous = LINE_END;
    for (let i = 0; i < Math.min(text.length, MAX_TEXT); i++) {
      const current = classes[text.charCodeAt(i)] as number;
      counts[previous * CLASS_COUNT + current] = (counts[previous * CLASS_COUNT + current] as number) + 1;
      previous = current;
    }
  }
}

/** Bits of `to` after `from`, with a little of each class's overall share mixed in for pairs that were never seen. */
function costs(): string[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = Array.from({ length: CLASS_COUNT }, (_, to) => {
    let sum = 1;
    for (let from = 0; from < CLASS_COUNT; from++) sum += counts[from * CLASS_COUNT + to] as number;
    return sum / total;
  });
  return Array.from({ length: CLASS_COUNT }, (_, from) => {
    const row = counts.subarray(from * CLASS_COUNT, (from + 1) * CLASS_COUNT);
    const seen = row.reduce((sum, count) => sum + count, 0);
    return Array.from(row, (count, to) => {
      const probability = (count + 20 * (share[to] as number)) / (seen + 20);
      const steps = Math.min(MAX_STEPS, Math.round(-Math.log2(probability) * STEPS_PER_BIT));
      return String.fromCharCode(FIRST_CODE + steps);
    }).join('');
  });
}

function source(rows: readonly string[]): string {
  const quoted = rows.map((row) => `  '${row.replace(/[\\']/g, '\\$&')}',`).join('\n');
  return `// SPDX-License-Identifier: Apache-2.0
// Written by scripts/build-bigrams.ts: counts of character pairs in public-domain books, public web and documentation
// text under permissive licences, and open-source code. Not to be edited.

/** Cost of each class after each class (rows: the class before), in eighths of a bit above character code 40. */
export const BIGRAM_ROWS: readonly string[] = [
${quoted}
];
`;
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('usage: node scripts/build-bigrams.ts FILE...');
  process.exitCode = 2;
} else {
  for (const path of paths) for (const text of textsOf(path)) learn(text);
  mkdirSync(dirname(OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, source(costs()));
}
