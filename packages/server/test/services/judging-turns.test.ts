// SPDX-License-Identifier: Apache-2.0
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '@plumbline/core/engine/steps.ts';
import { describe, expect, it } from 'vitest';
import { JudgingTurns } from '../../src/services/judging-turns.ts';

/** Keeps the thread for so long that a slice is over. */
function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('JudgingTurns', () => {
  it('runs what one turn brought in the order of arrival, after the turn', async () => {
    const turns = new JudgingTurns();
    const seen: number[] = [];
    const jobs = [1, 2, 3].map((n) => turns.run(1, () => seen.push(n)));
    expect(seen).toEqual([]);
    expect(await Promise.all(jobs)).toEqual([1, 2, 3]);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('runs them before anything else gets the thread', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    const first = turns.run(1, () => seen.push('first')).then(() => seen.push('after the first'));
    const second = turns.run(1, () => seen.push('second'));
    await Promise.all([first, second]);
    expect(seen).toEqual(['first', 'second', 'after the first']);
  });

  it('gathers what comes turn by turn, and begins when a turn brought nothing', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    const judged: Promise<unknown>[] = [];
    for (let n = 0; n < 3; n++) {
      judged.push(turns.run(1, () => seen.push(`text ${n}`)));
      seen.push(`turn ${n}`);
      await nextTurn();
    }
    await Promise.all(judged);
    expect(seen).toEqual(['turn 0', 'turn 1', 'turn 2', 'text 0', 'text 1', 'text 2']);
  });

  it('begins when enough wait, however many more come', async () => {
    const turns = new JudgingTurns();
    let done = 0;
    let asked = 0;
    while (done === 0 && asked < 1_000) {
      void turns.run(1, () => done++);
      asked++;
      await nextTurn();
    }
    expect(asked).toBeLessThan(100);
  });

  it('lets all take one step before any takes the next', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    function* steps(name: string, count: number): Steps<string> {
      for (let n = 1; n <= count; n++) {
        seen.push(`${name}${n}`);
        if (n < count) yield;
      }
      return name;
    }
    const all = [
      turns.runSteps(1, steps('a', 3)),
      turns.run(1, () => seen.push('once')),
      turns.runSteps(1, steps('b', 2)),
    ];
    expect(await Promise.all(all)).toEqual(['a', 2, 'b']);
    expect(seen).toEqual(['a1', 'once', 'b1', 'a2', 'b2', 'a3']);
  });

  it.each([
    ['sixty-four texts', 100, 1, 64],
    ['as many as have some 65,000 units', 10, 20_000, 3],
    ['one text, however long', 3, 100_000, 1],
  ])('judges %s together, and answers them before it begins with the next', async (_, texts, units, together) => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    function* steps(n: number): Steps<void> {
      seen.push(`first step of ${n}`);
      yield;
      seen.push(`last step of ${n}`);
    }
    const all = Array.from({ length: texts }, (_text, n) => turns.runSteps(units, steps(n)));
    await all[0];
    expect(seen).toHaveLength(2 * together);
    expect(seen[together]).toBe('last step of 0');
    await Promise.all(all);
    expect(seen).toHaveLength(2 * texts);
  });

  it('fails alone in whichever step', async () => {
    const turns = new JudgingTurns();
    function* steps(fails: boolean): Steps<string> {
      yield;
      if (fails) throw new Error('bad');
      return 'good';
    }
    const good = turns.runSteps(1, steps(false));
    await expect(turns.runSteps(1, steps(true))).rejects.toThrow('bad');
    expect(await good).toBe('good');
  });

  it('lets the loop turn between two steps, and takes what came meanwhile behind them', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    function* slow(): Steps<void> {
      for (let n = 1; n < 4; n++) {
        busy(6);
        seen.push(`step ${n}`);
        yield;
      }
    }
    const first = turns.runSteps(1, slow());
    while (seen.length === 0) await nextTurn();
    const second = turns.run(1, () => seen.push('second'));
    await Promise.all([first, second]);
    expect(seen).toEqual(['step 1', 'step 2', 'step 3', 'second']);
  });

  it('fails alone when its text fails', async () => {
    const turns = new JudgingTurns();
    const good = turns.run(1, () => 'good');
    const bad = turns.run(1, () => {
      throw new Error('bad');
    });
    const last = turns.run(1, () => 'last');
    await expect(bad).rejects.toThrow('bad');
    expect(await Promise.all([good, last])).toEqual(['good', 'last']);
  });

  it('lets the loop turn when a slice is over, and loses nothing', async () => {
    const turns = new JudgingTurns();
    let done = 0;
    const jobs = Array.from({ length: 4 }, () =>
      turns.run(1, () => {
        busy(6);
        done++;
      }),
    );
    const seen: number[] = [];
    while (done < jobs.length) {
      await nextTurn();
      seen.push(done);
    }
    await Promise.all(jobs);
    expect(new Set(seen).size).toBeGreaterThan(1);
    await expect(turns.run(1, () => 'next')).resolves.toBe('next');
  });
});
