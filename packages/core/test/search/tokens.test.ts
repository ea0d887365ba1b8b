// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { hasSubject, namesOneThing, stemOf, termsIn } from '../../src/search/tokens.ts';

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

describe('the subject of a question', () => {
  it.each([
    ['What is 2+2?', false],
    ['What is two plus two?', false],
    ['17 * 23 = ?', false],
    ['What day is it today?', false],
    ['What is the meaning of life?', false],
    ['How are you?', false],
    ['What does 429 mean?', true],
    ['What is the creed?', true],
    ['How many checks are free in a day?', true],
  ])('of %j is there: %j', (question, there) => {
    expect(hasSubject(question)).toBe(there);
  });

  it('is one thing where all its words have one stem', () => {
    expect(namesOneThing('What is the creed?')).toBe(true);
    expect(namesOneThing('Is it a key or the keys?')).toBe(true);
    expect(namesOneThing('Is the key in the ledger?')).toBe(false);
  });

  it('reads numbers that are written out as digits, and https as what it is', () => {
    expect(termsIn('fifty texts')).toEqual(termsIn('50 texts'));
    expect(stemOf('https')).not.toBe(stemOf('http'));
  });
});
