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
