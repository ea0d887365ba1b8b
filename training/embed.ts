// SPDX-License-Identifier: Apache-2.0
/**
 * Tokens and word vectors with the very code that runs in the product. Argument: the file of word tables (words.py).
 * One JSON string a line on stdin; on stdout 32-bit little-endian integers: for each text the number of its tokens and
 * their numbers from 1; at the end -1, how many different tokens there are, and the components of their vectors.
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { WORD_DIMENSIONS } from '../packages/core/src/engine/deep/tables.ts';
import { tokensOf } from '../packages/core/src/engine/deep/tokens.ts';
import { WordVectors } from '../packages/core/src/engine/deep/vectors.ts';
import { intake } from '../packages/core/src/engine/intake/intake.ts';

const MOST_TOKENS = 400;

const file = new Uint8Array(readFileSync(process.argv[2]!));
const header = new DataView(file.buffer, file.byteOffset, 8);
const [words, buckets] = [header.getUint32(0, true), header.getUint32(4, true)];
const at = (offset: number, length: number) => file.slice(offset, offset + length).buffer;
const size = words * WORD_DIMENSIONS;
const vectors = new WordVectors({
  hashes: new Int32Array(at(8, 4 * words)),
  words: new Int8Array(at(8 + 4 * words, size)),
  grams: new Int8Array(at(8 + 4 * words + size, buckets * WORD_DIMENSIONS)),
});

async function put(values: ArrayLike<number>): Promise<void> {
  const bytes = new Uint8Array(Int32Array.from(values).buffer);
  if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const numbers = new Map<string, number>();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const { normalised } = intake(JSON.parse(line) as string);
  const tokens = tokensOf(normalised, 0, normalised.length, MOST_TOKENS);
  for (const { form } of tokens) if (!numbers.has(form)) numbers.set(form, numbers.size + 1);
  await put([tokens.length, ...tokens.map(({ form }) => numbers.get(form)!)]);
}
await put([-1, numbers.size]);
for (const form of numbers.keys()) await put(vectors.vectorOf(form));
