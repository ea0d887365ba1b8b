// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAutomaton } from '../../../src/engine/precheck/aho-corasick.ts';
import { buildSparseAutomaton } from '../../../src/engine/precheck/sparse-automaton.ts';

type Build = (needles: readonly string[]) => Pick<ReturnType<typeof buildAutomaton>, 'scan'>;

/** In the order in which they are reported. */
function scan(build: Build, needles: readonly string[], text: string, from?: number, to?: number): string[] {
  const hits: string[] = [];
  build(needles).scan(text, (needle, end) => hits.push(`${needle}@${end}`), from, to);
  return hits;
}

describe('buildSparseAutomaton', () => {
  const unit = fc.constantFrom('a', 'b', 'B', 'c', 'é', 'É', 'ж', ' ');

  const withRows: Build = (needles) => buildSparseAutomaton(needles);
  const withLinks: Build = (needles) => buildSparseAutomaton(needles, 1);

  it('finds what the complete table finds, in the same order, with a row for every state and with links only', () => {
    const needle = fc.string({ unit, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(needle, { minLength: 1, maxLength: 12 }),
        fc.string({ unit: fc.oneof(unit, fc.constantFrom('z', '😀')), maxLength: 60 }),
        fc.nat(60),
        fc.nat(60),
        (needles, text, a, b) => {
          const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
          for (const build of [withRows, withLinks]) {
            expect(scan(build, needles, text)).toEqual(scan(buildAutomaton, needles, text));
            expect(scan(build, needles, text, from, to)).toEqual(scan(buildAutomaton, needles, text, from, to));
          }
        },
      ),
      { seed: 2036, numRuns: 300 },
    );
  });

  it('finds the same with so many needles that some states have rows and others links, in texts made of those needles', () => {
    const needle = fc.string({ unit, minLength: 6, maxLength: 14 });
    fc.assert(
      fc.property(
        fc.array(needle, { minLength: 900, maxLength: 1_100 }),
        fc.infiniteStream(fc.nat()),
        (some, picks) => {
          // Ends and middles of needles are needles too: the failure links lead to them.
          const needles = some.flatMap((one, i) => [one, one.slice(i % 5), one.slice(1 + (i % 3), 5)]);
          const text = Array.from({ length: 400 }, () => {
            const one = some[picks.next().value % some.length] as string;
            return one.slice(picks.next().value % 4, one.length - (picks.next().value % 3));
          }).join('');
          expect(scan(buildSparseAutomaton, needles, text)).toEqual(scan(buildAutomaton, needles, text));
        },
      ),
      { seed: 2037, numRuns: 6 },
    );
  });

  it('refuses an empty needle', () => {
    expect(() => buildSparseAutomaton(['a', ''])).toThrow('an empty needle would match everywhere');
  });
});
