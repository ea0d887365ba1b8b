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

  it('gathers what comes turn by turn, and begins when a turn brought nothing', async () => {
    const turns = new JudgingTurns();
    const seen: string[] = [];
    const judged: Promise<unknown>[] = [];
    for (let n = 0; n < 3; n++) {
      judged.push(turns.run(() => seen.push(`text ${n}`)));
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
      void turns.run(() => done++);
      asked++;
      await nextTurn();
    }
    expect(asked).toBeLessThan(100);
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
