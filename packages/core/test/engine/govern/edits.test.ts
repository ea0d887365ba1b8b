// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/engine/govern/edits.ts';

describe('applyEdits', () => {
  it('replaces, leaves out and maps back', () => {
    const given = 'pay 4111 now, and then go';
    const edited = applyEdits(given, [
      { start: 4, end: 8, replacement: '[card]' },
      { start: 12, end: 22, replacement: '' },
    ]);
    expect(edited.text).toBe('pay [card] now go');
    expect(edited.toGiven(5, 7)).toEqual([4, 8]);
    expect(edited.toGiven(15, 17)).toEqual([23, 25]);
  });

  it('joins edits that overlap', () => {
    const { text, edits } = applyEdits('abcdefgh', [
      { start: 1, end: 4, replacement: '' },
      { start: 3, end: 6, replacement: '' },
    ]);
    expect([text, edits]).toEqual(['agh', [{ start: 1, end: 6, replacement: '' }]]);
  });

  it('keeps every character outside its edits, in order', () => {
    const edit = fc.record({ start: fc.nat(40), length: fc.nat(10), replacement: fc.constantFrom('', '[x]') });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (raw) => {
        const given = Array.from({ length: 50 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
        const edits = raw.map(({ start, length, replacement }) => ({ start, end: start + length, replacement }));
        const kept = [...given].filter((_, i) => !edits.some(({ start, end }) => start <= i && i < end)).join('');
        const edited = applyEdits(given, edits);
        expect(edited.text.replaceAll('[x]', '')).toBe(kept);
        for (const [i, character] of [...edited.text].entries()) {
          if (character < '\u4e00') continue;
          const [start, end] = edited.toGiven(i, i + 1);
          expect(given.slice(start, end)).toBe(character);
        }
      }),
      { seed: 20261121, numRuns: 400 },
    );
  });
});
