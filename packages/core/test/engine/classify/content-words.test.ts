// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { hasContent } from '../../../src/engine/classify/content-words.ts';

describe('words that carry meaning', () => {
  it('are no pronouns, prepositions, question words or verbs that any sentence can have', () => {
    for (const word of ['the', 'you', 'your', 'how', 'can', 'into', 'without', 'make', 'everything', 'didn'])
      expect(hasContent(word, 'en'), word).toBe(false);
    for (const word of ['kill', 'women', 'people', 'poison', 'steal', 'hate'])
      expect(hasContent(word, 'en'), word).toBe(true);
  });

  it('are asked for in the language of the text, because languages share forms', () => {
    expect(hasContent('die', 'de')).toBe(false);
    expect(hasContent('die', 'en')).toBe(true);
    expect(hasContent('pour', 'fr')).toBe(false);
    expect(hasContent('pour', 'en')).toBe(true);
    expect(hasContent('die', null)).toBe(true);
    // English stands in texts of every language.
    expect(hasContent('your', 'de')).toBe(false);
  });

  it('are told in other scripts too', () => {
    for (const [word, language] of [
      ['чтобы', 'ru'],
      ['كيف', 'ar'],
      ['हैं', 'hi'],
      ['我如', 'zh'],
      ['些方', 'zh'],
    ] as const)
      expect(hasContent(word, language), word).toBe(false);
    for (const [word, language] of [
      ['убить', 'ru'],
      ['قتل', 'ar'],
      ['बम', 'hi'],
      ['炸弹', 'zh'],
    ] as const)
      expect(hasContent(word, language), word).toBe(true);
  });
});
