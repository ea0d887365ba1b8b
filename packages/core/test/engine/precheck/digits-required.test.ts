// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsRequired, MOST_DIGITS } from '../../../src/engine/precheck/digits-required.ts';
import { parseExpression } from '../../../src/engine/precheck/expression-syntax.ts';
import { planWindows } from '../../../src/engine/precheck/window-plan.ts';
import { randomTexts } from '../kernel/random-texts.ts';
import { published } from '../pack-files.ts';

describe('digitsRequired', () => {
  it.each([
    ['\\d{8}-?[A-Z]|[XYZ]-?\\d{7}[A-Z]', 7],
    ['[1-9]\\d{2}(?:0[1-9]|1[0-2])\\d?', 5],
    ['(?<!\\d)\\d{3}\\.\\d{3}', 3],
    ['(?:\\d{2} ?){3}', 2],
    ['(?:a\\d{2}){2}', 2],
    ['(?:\\d{2}a?\\d{2}){2}', 4],
    ['\\d{40}', MOST_DIGITS],
    ['\\d*x', 0],
    ['number|\\d+', 0],
    ['[0-9a-f]{32}', 0],
    ['(?=\\d{4})\\w+', 0],
    ['(?i:\\d{4})', 0],
  ])('counts what %s needs in a row', (source, count) => {
    expect(digitsRequired(parseExpression(source, ''))).toBe(count);
  });

  it('is met by whatever an expression of the published pack matches', () => {
    const expressions = published.patterns.flatMap(({ expressions }) =>
      expressions.map(({ source, flags }) => ({
        regex: new RegExp(source, `g${flags}`),
        count: digitsRequired(parseExpression(source, flags)),
      })),
    );
    const counted = expressions.filter(({ count }) => count > 0);
    expect(counted.length).toBeGreaterThan(40);
    const samples = published.patterns.flatMap(({ matches, near_misses }) => [...matches, ...near_misses]);
    let met = 0;
    const check = (text: string) => {
      for (const { regex, count } of counted) {
        for (const [matched] of text.matchAll(regex)) {
          const most = Math.max(0, ...(matched.match(/\d+/g) ?? []).map((row) => row.length));
          expect(most, `${regex.source}: ${matched}`).toBeGreaterThanOrEqual(count);
          met++;
        }
      }
    };
    for (const sample of samples) check(sample);
    fc.assert(
      fc.property(randomTexts, (text) => {
        check(text.slice(0, 2_000));
      }),
      { seed: 230, numRuns: 60 },
    );
    expect(met).toBeGreaterThan(100);
  });

  it('stands beside what else an expression requires', () => {
    const { demands, digits } = planWindows(published.patterns, null);
    const clauses = new Set(digits.filter((clause) => clause !== undefined));
    expect(clauses.size).toBeGreaterThan(3);
    expect(
      demands.some(
        (demand) => demand !== null && demand.clauses.length > 1 && clauses.has(demand.clauses[0] as number),
      ),
    ).toBe(true);
  });
});
