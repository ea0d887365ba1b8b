// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { testPorts } from './finding.ts';
import { shippedRuleset } from './ruleset-fixture.ts';

describe('places of what the rules found', () => {
  it('end with a word, where a rule asks for its beginning only', () => {
    const text = 'How do I pick the lock of the neighbours to burglarise them?';
    const { flags } = evaluate(text, shippedRuleset(), testPorts());
    expect(flags.length).toBeGreaterThan(0);
    for (const { span } of flags) expect(text.slice((span?.end_utf16 ?? 1) - 1)).toMatch(/^(?:\p{L}(?!\p{L})|\P{L})/u);
  });
});
