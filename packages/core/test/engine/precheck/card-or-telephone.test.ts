// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const flagged = (text: string) =>
  evaluate(text, shippedRuleset(), testPorts()).flags.map(({ pattern_id }) => pattern_id);

describe('a number that passes the check of cards [patterns]', () => {
  it.each([
    '+49 151 2345 1002',
    '+4915123451002',
    '+ 49 151 2345 1002',
    '＋49 151 2345 1002',
    '(+49) 151 2345 1002',
    '0049 151 2345 1002',
    '49 151 2345 1002',
    '+49-151-2345-1002',
  ])('is a telephone’s where it says so: %s', (number) => {
    expect(flagged(`Ring me at ${number} tomorrow.`)).not.toContain('P37');
    expect(flagged(`My card was refused, my mobile is ${number}`)).not.toContain('P37');
  });

  it.each([
    ['4915123', '451002'],
    ['+4111 1111 ', '1111 1111'],
    ['+ 5105-1051-', '0510-5100'],
    ['41 11 11 11 11 ', '11 11 11'],
    ['+378282', '246310005'],
  ])('stays a card’s behind a plus that no telephone has: %s%s', (...pieces) => {
    expect(flagged(`Charge ${pieces.join('')} please`)).toContain('P37');
  });
});
