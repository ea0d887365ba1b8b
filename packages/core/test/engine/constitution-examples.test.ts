// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { testPorts } from './finding.ts';
import { scanningRuleset, shippedRuleset } from './ruleset-fixture.ts';

const ARTICLES = [...shippedRuleset().articles.values()];
const SHIPPED = scanningRuleset();

describe.each([
  ['by all that ships', SHIPPED],
  ['without the AI scan', shippedRuleset()],
])("the constitution's own examples, judged %s", (_, ruleset) => {
  const judged = (text: string) => evaluate(text, ruleset, testPorts());

  it.each(ARTICLES.map(({ number, examples }) => [number, examples.violating] as const))(
    'of article %i: what violates it is flagged under it',
    (number, violating) => {
      for (const text of violating) {
        const evaluation = judged(text);
        expect(evaluation.verdict).not.toBe('pass');
        expect(evaluation.triggered_articles).toContain(number);
      }
    },
  );

  it('that comply with it pass', () => {
    const flagged = ARTICLES.flatMap(({ number, examples }) =>
      examples.compliant.filter((text) => judged(text).verdict !== 'pass').map((text) => `${number}: ${text}`),
    );
    expect(flagged).toEqual([]);
  });
});
