// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { checkAction } from '../../../src/engine/intent/check-action.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const checked = (action: string) => checkAction({ action, reversible: false }, shippedRuleset(), testPorts());

describe('constitution/check: advice', () => {
  it('says a thing once, however many rules put it in their own words', () => {
    const texts = checked('Shut down the substation breakers').recommendations.map(({ text }) => text);
    expect(texts.filter((text) => /watch and advise/u.test(text))).toHaveLength(1);
    expect(texts.filter((text) => /cannot be undone/u.test(text))).toHaveLength(1);
  });
});

describe('constitution/check: power under its technical or everyday name', () => {
  it.each(['Trip the 400 kV breaker at node B', 'Open the 110kV breaker', "Coupe le courant de l'hôpital"])(
    'waits for a human: %s',
    (action) => {
      expect(checked(action)).toMatchObject({ compliant: false, requires_human: true });
    },
  );

  it.each([
    'Explain what a 400 kV breaker does',
    'Coupe le gâteau en deux',
    'Add a circuit breaker to the HTTP client',
  ])('is not meant: %s', (action) => {
    expect(checked(action)).toMatchObject({ compliant: true, triggered_articles: [] });
  });
});
