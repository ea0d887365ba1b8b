// SPDX-License-Identifier: Apache-2.0
import { setImmediate as nextTurn } from 'node:timers/promises';
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
    const jobs = [1, 2, 3].map((n) => turns.run(() => seen.push(n)));
    expect(seen).toEqual([]);
    expect(await Promise.all(jobs)).toEqual([1, 2, 3]);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('runs them before anything else gets the thread', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    const first = turns.run(() => seen.push('first')).then(() => seen.push('after the first'));
    const second = turns.run(() => seen.push('second'));
    await Promise.all([first, second]);
    expect(seen).toEqual(['first', 'second', 'after the first']);
  });

  it('fails alone when its text fails', async () => {
    const turns = new JudgingTurns();
    const good = turns.run(() => 'good');
    const bad = turns.run(() => {
      throw new Error('bad');
    });
    const last = turns.run(() => 'last');
    await expect(bad).rejects.toThrow('bad');
    expect(await Promise.all([good, last])).toEqual(['good', 'last']);
  });

  it('lets the loop turn when a slice is over, and loses nothing', async () => {
    const turns = new JudgingTurns();
    let done = 0;
    const jobs = Array.from({ length: 4 }, () =>
      turns.run(() => {
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
    await expect(turns.run(() => 'next')).resolves.toBe('next');
  });
});
