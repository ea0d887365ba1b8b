// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

describe('evaluate: a number that its name stands before', () => {
  const ssn = ['219', '09', '9999'].join('-');

  it.each(['', '.', ' please', ' please, thanks a lot', ' and more'])(
    'is one flag that ends with the number: %j',
    (after) => {
      const before = 'use my SSN is ';
      const { flags } = evaluate(`${before}${ssn}${after}`, shippedRuleset(), testPorts());
      expect(flags.map(({ span }) => [span?.start, span?.end])).toEqual([[before.length, before.length + ssn.length]]);
    },
  );
});
