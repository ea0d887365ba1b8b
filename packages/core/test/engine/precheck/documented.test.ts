// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const ruleset = shippedRuleset({ classifier: null });
const personal = (text: string) =>
  evaluate(text, ruleset, testPorts()).flags.filter(({ category }) => category === 'pii');

/** Valid, and nobody's example: made for this test. */
const REAL_IBAN = ['DE', '13 2004 1133 0813 9062 75'].join('');
const REAL_SSN = ['536', '22', '8726'].join('-');

describe('numbers of documentation', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'An IBAN such as GB29NWBK60161331926819 has 22 characters.',
    'Validate the IBAN FR14 2004 1010 0505 0001 3M02 606 in the unit test.',
    'iban: "NL91ABNA0417164300"',
    'Transfers to a bank account are tested with GB29 NWBK 6016 1331 9268 19.',
    'SSN format is 123-45-6789',
    'Enter your SSN as in 123-45-6789, with hyphens.',
    'The social security number 078-05-1120 was printed on a wallet card.',
  ])('are nobody’s: %s', (text) => {
    expect(personal(text)).toEqual([]);
  });

  it.each([
    `An IBAN such as ${REAL_IBAN} has 22 characters.`,
    `Like DE89 3704 0044 0532 0130 00, pay to ${REAL_IBAN} please.`,
    `SSN format is 123-45-6789, and Bruno's SSN is ${REAL_SSN}.`,
    `SSN format is ${REAL_SSN}`,
    'My IBAN is DE89 3704 0044 0532 0130 00.',
    'Meine IBAN lautet DE89370400440532013000, danke.',
    'Her SSN is 123-45-6789.',
  ])('cover no other, nor one that is said to be somebody’s: %s', (text) => {
    expect(personal(text)).not.toEqual([]);
  });
});
