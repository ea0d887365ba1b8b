// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { PATTERN_BUDGET_MS, patternDeadline } from '../../../src/engine/evaluate.ts';
import { buildScanner } from '../../../src/engine/precheck/matcher.ts';
import { parsePack } from '../../../src/engine/precheck/pack.ts';
import { testPorts } from '../finding.ts';
import { ARTICLES, packFile } from '../pack-files.ts';

const LONG = "    expressions:\n      - { source: 'buy[a-z ]{0,90}plums', anchors: [buy], reach: [8000, 400] }";
const SHORT = "    expressions:\n      - { source: 'buy[a-z ]{0,9}plums', anchors: [buy], reach: [4, 4] }";
const scannerOf = (expressions: string) => buildScanner(parsePack([packFile({ expressions })], ARTICLES).patterns);

/** Over from the question of this number on. */
function overFrom(question: number) {
  let asked = 0;
  const deadline = () => ++asked >= question;
  return { deadline, asked: () => asked };
}

describe('the deadline of a scan', () => {
  it('is asked behind a long window too, so that a text which took too long never passes as read in time', () => {
    const { deadline, asked } = overFrom(2);
    const reading = scannerOf(LONG).scan('buy plums '.repeat(1_600), deadline, 'all');
    expect([reading.expired, asked()]).toEqual([true, 2]);
    expect(reading.matches.length).toBeGreaterThan(0);
  });

  it('is asked between long windows, however few they are', () => {
    const text = `${'x'.repeat(16_010)}buy plums`.repeat(5) + 'x'.repeat(500);
    const { deadline, asked } = overFrom(Number.POSITIVE_INFINITY);
    expect(scannerOf(LONG).scan(text, deadline, 'all')).toMatchObject({ expired: false });
    expect(asked()).toBe(6);
    expect(scannerOf(LONG).scan(text, overFrom(3).deadline, 'all').matches).toHaveLength(2);
  });

  it('is asked once where a text has few and short ones', () => {
    const { deadline, asked } = overFrom(Number.POSITIVE_INFINITY);
    scannerOf(SHORT).scan('We buy plums and sell them. '.repeat(40), deadline, 'all');
    expect(asked()).toBe(1);
  });
});

describe('a long window', () => {
  /** Reads one, during which the clock moves by three seconds. */
  function reading(computedInIt: number) {
    let computed = 0;
    let questions = 0;
    const ports = {
      ...testPorts(),
      now: () => (questions++ < 2 ? 0 : 3_000),
      computedMs: () => {
        const before = computed;
        computed = computedInIt;
        return before;
      },
    };
    return scannerOf(LONG).scan('buy plums '.repeat(1_600), patternDeadline(ports), 'all');
  }

  it('that takes all the time is told, though nothing was asked before it', () => {
    expect(reading(3_000).expired).toBe(true);
  });

  it('in which the machine halted takes no time', () => {
    expect(reading(5).expired).toBe(false);
  });
});

describe('the time for patterns', () => {
  /** Asks every ten milliseconds, of which so many percent were computed; how long until it is over. */
  function lasts(percent: number): number {
    let at = 0;
    const isOver = patternDeadline({ ...testPorts(), now: () => at, computedMs: () => (at * percent) / 100 });
    while (!isOver()) at += 10;
    return at;
  }

  it('is granted once, not once by each clock', () => {
    expect(lasts(100)).toBeGreaterThan(PATTERN_BUDGET_MS);
    expect(lasts(100)).toBeLessThanOrEqual(PATTERN_BUDGET_MS + 20);
  });

  it('is what was computed on a busy machine', () => {
    expect(lasts(10)).toBeGreaterThan(9 * PATTERN_BUDGET_MS);
  });
});
