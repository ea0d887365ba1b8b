// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { compilePack } from '../../../src/engine/precheck/pack.ts';
import type { Together } from '../../../src/engine/precheck/together.ts';
import { published, publishedPack, sha256Hex } from '../pack-files.ts';

const never = () => false;
const WORDS: Together = {
  groups: [['|sell'], ['plum', 'pflaume', 'düne'], ['слива']],
  rules: [
    { pivot: 0, others: [1], within: 30 },
    { pivot: 0, others: [2], within: 30 },
  ],
};

describe('words that stand together', () => {
  const pack = compilePack(published.patterns, sha256Hex, { together: WORDS });
  const joined = (text: string) => pack.match(text, never).joined;

  it('are seen close to each other, in any order and case', () => {
    expect(['They SELL plums', 'plums that we sell', 'sell a DÜNE', 'selling Düne'].map(joined)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('are ruled out where a group is missing, too far away or inside another word', () => {
    expect(['we sell pears', 'plums', `sell ${'pears and '.repeat(30)}plums`, 'counsell plums'].map(joined)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('cannot be ruled out beside letters of another script, where emoji and signs are none', () => {
    expect(['они sell', 'we sell pears \u{1f351} – “fine”', 'we sell pears in Kelvin: \u212a'].map(joined)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('may be signs alone', () => {
    const signs: Together = { groups: [['|sell'], ['—', '|“']], rules: [{ pivot: 0, others: [1], within: 30 }] };
    const dashes = compilePack(published.patterns, sha256Hex, { together: signs });
    expect(
      ['we sell — plums', 'we sell “plums”', 'we sell plums'].map((text) => dashes.match(text, never).joined),
    ).toEqual([true, true, false]);
  });

  it('are seen the same, as is all else, by a pack that is made of the tables of another', () => {
    const second = compilePack(published.patterns, sha256Hex, { together: WORDS }, pack.tables());
    expect(second.hash).toBe(pack.hash);
    for (const text of [...pack.samples, 'They SELL plums', 'we sell pears', 'они sell']) {
      expect(second.match(text, never), text).toEqual(pack.match(text, never));
    }
  });

  it('cannot be ruled out by a pack that looks for none', () => {
    expect(publishedPack.match('nothing', never).joined).toBe(true);
  });
});
