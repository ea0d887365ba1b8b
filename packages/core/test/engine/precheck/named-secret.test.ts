// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBeginVendor, mayBeNamed, mayNameVendor } from '../../../src/engine/precheck/validators/may-be-named.ts';
import { NAME_STEM, NAME_STEMS, VENDOR_STARTS } from '../../../src/engine/precheck/validators/secret-names.ts';
import { unnamedPlausibility } from '../../../src/engine/precheck/validators/unnamed-secret.ts';
import type { Candidate } from '../../../src/engine/precheck/validators/validator.ts';

const candidateIn = (before: string, value: string, behind: string): Candidate => {
  const text = before + value + behind;
  const match = Object.assign([value], { index: before.length, input: text }) as unknown as Candidate['match'];
  return { value, match, text, start: before.length, end: before.length + value.length };
};

describe('namedSecret', () => {
  it('asks nobody about a digest or an id that has no name, because the answer is always no', () => {
    const digits = fc.constantFrom(...'0123456789abcdefABCDEF-');
    const values = fc.string({ unit: digits, minLength: 8, maxLength: 128 });
    const around = fc.constantFrom('', '"', 'x = "', 'mc alias ', '\n', 'the secret ', '["', ': ', "'");
    fc.assert(
      fc.property(values, around, around, (value, before, behind) => {
        expect(unnamedPlausibility(candidateIn(before, value, behind), value, before)).toBe(0);
      }),
      { seed: 20261122, numRuns: 2_000 },
    );
  });

  it('passes over no word that begins as the name of a vendor', () => {
    for (const name of VENDOR_STARTS) {
      for (const behind of ['', ' ', '_key', 'Z', 'é']) {
        for (const word of [name + behind, name.toUpperCase() + behind]) expect(mayBeginVendor(word, 0)).toBe(true);
      }
    }
    const words = fc.sample(fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 4 }), {
      seed: 1,
      numRuns: 2_000,
    });
    expect(words.filter((word) => mayBeginVendor(word, 0)).length).toBeLessThan(words.length / 20);
  });

  it('sees every stem of a name, in any case and in the midst of anything', () => {
    for (const stem of NAME_STEMS) expect(stem).toMatch(/^[a-z]{3}/);
    const stems = fc.constantFrom(
      ...'secret,Token,PASS,api_key,pat,licence,SALT,signature,hasło,clé_api,парол,密钥,cle-'.split(','),
    );
    const parts = fc.oneof(
      stems,
      fc.string({ maxLength: 6 }),
      fc.constantFrom('stripe ', 'box=', 'Lob_', 'trace', ' of '),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (all) => {
        const before = all.join('');
        expect(mayBeNamed(before)).toBe(NAME_STEM.test(before) || mayNameVendor(before));
      }),
      { seed: 20261122, numRuns: 2_000 },
    );
    expect(mayBeNamed('the parcel to Trello: ')).toBe(true);
    expect(mayBeNamed('the parcel to Trello)')).toBe(false);
  });
});
