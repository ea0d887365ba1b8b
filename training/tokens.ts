// SPDX-License-Identifier: Apache-2.0
/** Tokens for fastText with the very code that runs in the product: one JSON string a line in, one line of tokens out. */
import { createInterface } from 'node:readline';
import { tokensOf } from '../packages/core/src/engine/deep/tokens.ts';
import { intake } from '../packages/core/src/engine/intake/intake.ts';

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const { normalised } = intake(JSON.parse(line) as string);
  const tokens = tokensOf(normalised, 0, normalised.length, normalised.length).map(({ form }) => form);
  if (!process.stdout.write(`${tokens.join(' ')}\n`)) {
    await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}
