// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { stemOf, termsIn } from '../../src/search/tokens.ts';

describe('terms', () => {
  it.each([
    [['store', 'stores', 'stored', 'storing']],
    [['key', 'keys']],
    [['policy', 'policies']],
    [['check', 'checks', 'checked', 'checking']],
    [['stop', 'stops', 'stopped', 'stopping']],
    [['lie', 'lying', 'lies']],
    [['write', 'wrote', 'written', 'writing', 'writes']],
    [['address', 'addresses']],
    [['match', 'matches', 'matched']],
    [['criterion', 'criteria']],
    [['detect', 'detection', 'detections', 'detected']],
    [['certificate', 'certification', 'certificates']],
  ])('brings the forms %j to one stem', (forms) => {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  });

  it('keeps words apart that only begin alike', () => {
    for (const [a, b] of [
      ['bus', 'bu'],
      ['need', 'ne'],
      ['thing', 'th'],
      ['this', 'thi'],
    ] as const)
      expect(stemOf(a)).not.toBe(stemOf(b));
  });

  it('leaves out stop words, keeps numbers and codes', () => {
    expect(termsIn('What is the status 429?')).toEqual([stemOf('status'), '429']);
    expect(termsIn('THE_BRIDGE')).toEqual(['the_bridge', stemOf('bridge')]);
  });
});
