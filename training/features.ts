// SPDX-License-Identifier: Apache-2.0
/**
 * Turns texts into features with the very code that runs in the product: one JSON string a line on stdin; for each, on
 * stdout, 32-bit little-endian integers: number of segments, then per segment the count of word features, the count of
 * gram features, the word features, the gram features.
 */
import { createInterface } from 'node:readline';
import { FeatureReader, SEGMENT_LENGTH } from '../packages/core/src/engine/classify/features.ts';
import { intake } from '../packages/core/src/engine/intake/intake.ts';

const reader = new FeatureReader();

function featuresOf(text: string): Int32Array {
  const { normalised } = intake(text);
  const segments = Math.max(1, Math.ceil(normalised.length / SEGMENT_LENGTH));
  const out: number[] = [segments];
  reader.open(normalised, 0, normalised.length);
  for (let segment = 1; segment <= segments; segment++) {
    reader.readTo(segment * SEGMENT_LENGTH);
    out.push(reader.wordCount, reader.gramCount);
    for (let i = 0; i < reader.wordCount; i++) out.push(reader.words[i]!);
    for (let i = 0; i < reader.gramCount; i++) out.push(reader.grams[i]!);
  }
  return Int32Array.from(out);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const features = featuresOf(JSON.parse(line) as string);
  if (!process.stdout.write(new Uint8Array(features.buffer))) {
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
