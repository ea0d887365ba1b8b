// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAutomaton } from '../../../src/engine/precheck/aho-corasick.ts';
import { TextBytes } from '../../../src/engine/precheck/text-bytes.ts';

/** Every place of every needle, found the slow way: folding one UTF-16 unit at a time, as the automaton does. */
function naive(needles: readonly string[], text: string): string[] {
  const fold = (units: string) =>
    Array.from({ length: units.length }, (_, i) => {
      const lower = units.charAt(i).toLowerCase();
      return lower.length === 1 ? lower : units.charAt(i);
    }).join('');
  const folded = fold(text);
  const hits: string[] = [];
  needles.forEach((needle, index) => {
    for (let at = 0; at + needle.length <= text.length; at++) {
      if (folded.startsWith(fold(needle), at)) hits.push(`${index}@${at + needle.length}`);
    }
  });
  return hits.sort();
}

function scan(needles: readonly string[], text: string): string[] {
  const hits: string[] = [];
  buildAutomaton(needles).scan(text, (needle, end) => hits.push(`${needle}@${end}`));
  return hits.sort();
}

function scanBytes(needles: readonly string[], texts: readonly string[]): string[][] {
  const automaton = buildAutomaton(needles);
  const bytes = new TextBytes();
  return texts.map((text) => {
    const hits: string[] = [];
    bytes.read(text);
    automaton.scanBytes(bytes, (needle, end) => hits.push(`${needle}@${end}`));
    return hits.sort();
  });
}

describe('buildAutomaton', () => {
  it('finds the same ASCII needles in the bytes of one text after another, whatever stands between them', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' '), minLength: 1, maxLength: 4 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', ' ', 'é', 'ı', '😀', '\u0000'), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 8 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        (needles, texts) => {
          expect(scanBytes(needles, texts)).toEqual(texts.map((one) => naive(needles, one)));
        },
      ),
      { seed: 2027, numRuns: 400 },
    );
  });

  it('takes no ASCII letter for the other case of a letter beyond ASCII', () => {
    expect(scan(['sil', 'sıl'], 'SIL SİL sıl')).toEqual(['0@3', '1@11']);
  });

  it('finds what a naive search finds, overlaps included', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'é', 'É', '指', 'ж', 'Ж', ' '),
      minLength: 1,
      maxLength: 4,
    });
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', 'é', 'É', '指', 'ж', 'Ж', ' ', 'z', '😀'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), text, (needles, haystack) => {
        expect(scan(needles, haystack)).toEqual(naive(needles, haystack));
      }),
      { seed: 2026, numRuns: 400 },
    );
  });

  it('reports a needle inside another and one that ends another', () => {
    expect(scan(['she', 'he', 'hers', 'his'], 'uSHErs')).toEqual(['0@4', '1@4', '2@6']);
  });

  it('finds nothing without needles', () => {
    expect(scan([], 'any text')).toEqual([]);
  });

  it('refuses an empty needle', () => {
    expect(() => buildAutomaton(['a', ''])).toThrow('empty needle');
  });
});
