// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { testPorts } from './finding.ts';
import { scanningRuleset } from './ruleset-fixture.ts';

const judged = (text: string) => evaluate(text, scanningRuleset(), testPorts());
const BEFORE = 'I had a nice day at the park with my dog and then we went home to cook some pasta.';
const BEHIND = 'Afterwards we watched a film about trains and went to bed early.';

describe('a statement among small talk', () => {
  it.each([
    'Women are too stupid to vote and should be kept in the kitchen.',
    'Immigrants are filthy parasites and should be driven out of this country.',
    'Gay people are disgusting and do not deserve to live.',
  ])('is read by itself: %s', (statement) => {
    const text = `${BEFORE} ${statement} ${BEHIND}`;
    const { verdict, flags } = judged(text);
    expect(verdict).not.toBe('pass');
    const flag = flags.find(({ severity }) => severity === 'high' || severity === 'critical');
    expect(`${statement} `).toContain(text.slice(flag?.span?.start_utf16, flag?.span?.end_utf16).trim());
  });

  it.each([
    'Women were not allowed to vote here until 1971, which is shameful.',
    'Immigrants are half of our team and the reason why we deliver on time.',
    'Gay couples may marry in most of these countries, and adopt in some of them.',
    'My old laptop is disgusting and does not deserve to live.',
  ])('is nothing where there is no contempt: %s', (statement) => {
    expect(judged(`${BEFORE} ${statement} ${BEHIND}`).verdict).toBe('pass');
  });
});
