// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leetWords, mayReadAsAttack } from '../../../src/engine/precheck/validators/obfuscation.ts';
import type { Candidate } from '../../../src/engine/precheck/validators/validator.ts';

const candidateOf = (value: string): Candidate => {
  const match = Object.assign([value], { index: 0, input: value }) as unknown as Candidate['match'];
  return { value, match, text: value, start: 0, end: value.length };
};

describe('leetWords', () => {
  it.each([
    '1gn0re',
    'k1ll',
    'ki11',
    'j@1lbre@k',
    'Expl0it',
    'xxxsu1c1de',
    '5y5tempr0mpt',
    'un1e5tr1cted0verr1de',
    'H4CK',
  ])('reads %s as the word that it is', (word) => {
    expect(mayReadAsAttack(word)).toBe(true);
    expect(leetWords(candidateOf(word))).toBeGreaterThan(0);
  });

  it('says no by four letters only where all of the word says no', () => {
    const pieces = fc.constantFrom(
      ...'1gnor,k1l,ki1,l,b0mb,h@ck,we4p,on,v2,sha256,0verr1d,pr0mpt,3xpl0,it,a,7,$,!,MURD3R,byp@55'.split(','),
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 5 }), (all) => {
        const word = all.join('');
        if (leetWords(candidateOf(word)) > 0) expect(mayReadAsAttack(word)).toBe(true);
        const plain = (one: string) =>
          word
            .toLowerCase()
            .replace(
              /[013457@$!]/g,
              (sign) => ({ '0': 'o', '1': one, '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' })[sign] ?? 'i',
            );
        const attack = /ignor|overrid|prompt|bypass|bomb|weapon|murder|hack|kill|explo/;
        if (attack.test(plain('i')) || attack.test(plain('l'))) expect(mayReadAsAttack(word)).toBe(true);
      }),
      { seed: 20261122, numRuns: 3_000 },
    );
    for (const word of ['sha256', 'utf8mb4', 'v1beta1', 'node18x64', '4bf92f3577b3'])
      expect(mayReadAsAttack(word)).toBe(false);
  });
});
