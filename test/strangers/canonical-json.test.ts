// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '@plumbline/core/seal/jcs.ts';
import fc from 'fast-check';
import { canonicalize } from 'json-canonicalize';
import { describe, expect, it } from 'vitest';
import { vector } from '../../packages/core/test/seal/vectors.ts';

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21);
const text = fc.string({ unit: 'binary', maxLength: 10 });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    number,
    fc.maxSafeInteger(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}));

describe('json-canonicalize', () => {
  it('agrees on 5,000 generated values', () => {
    fc.assert(
      fc.property(value, (one) => {
        expect(canonicalJson(one)).toBe(canonicalize(one));
      }),
      { seed: 8785, numRuns: 5000 },
    );
  });

  it('agrees on the golden documents', () => {
    const { documents } = vector<{ documents: { input: string; canonical: string }[] }>('jcs');
    for (const { input, canonical } of documents) expect(canonicalize(JSON.parse(input))).toBe(canonical);
  });
});
