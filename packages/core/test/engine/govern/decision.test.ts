// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/engine/govern/decision.ts';
import type { Finding, Verdict } from '../../../src/engine/types.ts';
import { finding } from '../finding.ts';

const side = (verdict: Verdict, findings: readonly Finding[] = [], degraded = false) => ({
  findings,
  evaluation: { verdict, degraded },
});
const ruling = (
  input: ReturnType<typeof side>,
  output: ReturnType<typeof side>,
  { refusal = false, rewrites = true }: { refusal?: boolean; rewrites?: boolean } = {},
) =>
  decide(
    input,
    output,
    () => refusal,
    () => rewrites,
  );

describe('decide [govern-decisions]', () => {
  it.each(['authority', 'infrastructure', 'self_harm', 'minors'] as const)(
    'escalates %s from high on, on either side',
    (category) => {
      for (const severity of ['high', 'critical'] as const) {
        const found = [finding({ category, severity })];
        expect(ruling(side('fail', found), side('fail')).decision).toBe('escalate');
        expect(ruling(side('pass'), side('review', found)).decision).toBe('escalate');
      }
      const mild = [finding({ category, severity: 'medium' })];
      expect(ruling(side('pass', mild), side('pass')).decision).toBe('allow');
    },
  );

  it.each([
    ['output fail', 'pass', 'fail', {}, 'block'],
    ['output fail goes before a refusal', 'fail', 'fail', { refusal: true }, 'block'],
    ['input fail, refused', 'fail', 'pass', { refusal: true }, 'allow'],
    ['input fail, refused with remarks', 'fail', 'review', { refusal: true }, 'allow'],
    ['input fail, answered, a rewrite passes', 'fail', 'pass', {}, 'rewrite'],
    ['input fail, answered, none passes', 'fail', 'pass', { rewrites: false }, 'block'],
    ['input fail, output review', 'fail', 'review', { rewrites: false }, 'rewrite'],
    ['input review', 'review', 'pass', {}, 'rewrite'],
    ['input review, refused', 'review', 'pass', { refusal: true }, 'rewrite'],
    ['output review', 'pass', 'review', {}, 'rewrite'],
    ['both pass', 'pass', 'pass', {}, 'allow'],
  ] as const)('%s', (_, input, output, facts, decision) => {
    expect(ruling(side(input), side(output), facts).decision).toBe(decision);
  });

  it('asks for a human on escalation and on an unfinished check, with the reason [govern-human]', () => {
    expect(ruling(side('fail', [finding({ category: 'authority' })]), side('pass')).review).toBe(
      'authority at high severity in the prompt',
    );
    expect(ruling(side('review', [], true), side('pass')).review).toMatch(/did not finish/);
    expect(ruling(side('fail', [finding()]), side('pass')).review).toBeNull();
  });

  it('asks neither for a refusal nor for a rewrite that decides nothing', () => {
    let asked = 0;
    const ask = () => {
      asked++;
      return true;
    };
    decide(side('pass'), side('fail'), ask, ask);
    decide(side('pass'), side('pass'), ask, ask);
    expect(asked).toBe(0);
  });
});
