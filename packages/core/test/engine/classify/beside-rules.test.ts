// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { besideRules } from '../../../src/engine/classify/beside-rules.ts';
import type { Finding } from '../../../src/engine/types.ts';
import { finding } from '../finding.ts';

const guess = (category: Finding['category'], article: number) =>
  finding({ source: 'ai_scan', pattern_id: null, category, article, confidence: 0.9 });
const despair = finding({ category: 'self_harm', article: 15 });
const threat = finding({ category: 'violence', article: 13 });
const articles = (findings: readonly Finding[]) => findings.map(({ article }) => article);

describe('what the scan says beside a rule', () => {
  it('is no other article in a language that it has hardly learned', () => {
    expect(articles(besideRules([guess('injection', 31), guess('violence', 13)], [threat], true, 'it'))).toEqual([13]);
    expect(articles(besideRules([guess('injection', 31)], [threat], false, 'en'))).toEqual([31]);
  });

  it('stays where no rule has named anything grave, and counts for less in such a language', () => {
    const [left] = besideRules([guess('injection', 31)], [{ ...threat, severity: 'low' }], true, 'it');
    expect(left?.article).toBe(31);
    expect(left?.confidence).toBeLessThan(0.6);
  });

  it('is about the writer where rules saw a will to die', () => {
    const [left] = besideRules([guess('violence', 13)], [despair], false, 'de');
    expect(left).toMatchObject({ category: 'self_harm', article: 15, confidence: 0.9 });
  });

  it('is about others where a rule saw a threat besides, and in English', () => {
    expect(articles(besideRules([guess('violence', 13)], [despair, threat], false, 'de'))).toEqual([13]);
    expect(articles(besideRules([guess('violence', 13)], [despair], false, 'en'))).toEqual([13]);
  });
});
