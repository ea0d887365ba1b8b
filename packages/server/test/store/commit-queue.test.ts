// SPDX-License-Identifier: Apache-2.0
import { PlumblineError } from '@plumbline/core/errors.ts';
import { describe, expect, it } from 'vitest';
import { CommitQueue, type Queued } from '../../src/store/commit-queue.ts';

type Commit = (batch: readonly Queued<number, number>[]) => void | Promise<void>;

function queueOf(commit: Commit, options: { maxBatch?: number; maxWaiting?: number; quietTurns?: number } = {}) {
  const sizes: number[] = [];
  const queue = new CommitQueue<number, number>({
    commit: (batch) => {
      sizes.push(batch.length);
      return commit(batch);
    },
    publicFault: (error) => error,
    ...options,
  });
  return { queue, sizes };
}

const double: Commit = (batch) => {
  for (const item of batch) item.outcome = item.unit * 2;
};
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('CommitQueue', () => {
  it('commits what arrives together at once and answers each its own', async () => {
    const { queue, sizes } = queueOf(double);
    expect(await Promise.all(numbers(5).map((n) => queue.enqueue(n)))).toEqual([0, 2, 4, 6, 8]);
    expect(sizes).toEqual([5]);
  });

  it('gathers what comes turn by turn, and lets one that is alone wait for a single turn', async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const { queue, sizes } = queueOf(double);
    // The last first: as with sockets, what a turn brings is there before the queue looks.
    const trickle = [3, 2, 1, 0].map(async (n) => {
      for (let turns = 0; turns < n; turns++) await turn();
      return queue.enqueue(n);
    });
    expect(await Promise.all(trickle)).toEqual([6, 4, 2, 0]);
    expect(sizes).toEqual([4]);
    void queue.enqueue(9);
    await turn();
    await turn();
    expect(sizes).toEqual([4, 1]);
  });

  it('bridges as many turns without a unit as it is told to, and no more', async () => {
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const every = async (turns: number, quietTurns: number) => {
      const { queue, sizes } = queueOf(double, { quietTurns });
      const answers = [];
      for (let n = 0; n < 4; n++) {
        answers.push(queue.enqueue(n));
        for (let i = 0; i < turns; i++) await turn();
      }
      await Promise.all(answers);
      return sizes;
    };
    expect(await every(1, 2)).toEqual([4]);
    expect(await every(6, 2)).toEqual([1, 1, 1, 1]);
    expect(await every(6, 1)).toEqual([1, 1, 1, 1]);
  });

  it('makes the next batch of what arrived during a commit', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { queue, sizes } = queueOf(async (batch) => {
      await gate;
      await double(batch);
    });
    const first = queue.enqueue(1);
    await new Promise((resolve) => setImmediate(resolve));
    const later = numbers(7).map((n) => queue.enqueue(n));
    open();
    expect(await first).toBe(2);
    await Promise.all(later);
    expect(sizes).toEqual([1, 7]);
  });

  it('keeps the order over batches of bounded size', async () => {
    const seen: number[] = [];
    const { queue, sizes } = queueOf(
      (batch) => {
        seen.push(...batch.map(({ unit }) => unit));
        return double(batch);
      },
      { maxBatch: 3 },
    );
    await Promise.all(numbers(8).map((n) => queue.enqueue(n)));
    expect(sizes).toEqual([3, 3, 2]);
    expect(seen).toEqual(numbers(8));
  });

  it('lets a unit that cannot be applied fail alone', async () => {
    const { queue } = queueOf((batch) => {
      if (batch.some(({ unit }) => unit === 3)) throw new Error('three');
      return double(batch);
    });
    const results = await Promise.allSettled(numbers(5).map((n) => queue.enqueue(n)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true]);
  });

  it('rejects the whole batch without trying its units when the store failed, and goes on afterwards', async () => {
    let broken = true;
    const { queue, sizes } = queueOf((batch) => {
      if (broken) throw new PlumblineError('overloaded');
      return double(batch);
    });
    const results = await Promise.allSettled(numbers(5).map((n) => queue.enqueue(n)));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(sizes).toEqual([5]);
    broken = false;
    expect(await queue.enqueue(4)).toBe(8);
  });

  it('refuses at once when too many wait', async () => {
    const { queue } = queueOf(double, { maxWaiting: 2 });
    const results = await Promise.allSettled(numbers(3).map((n) => queue.enqueue(n)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({ code: 'overloaded', retryAfterS: 1 });
  });

  it('is drained when nothing waits', async () => {
    const { queue } = queueOf(async (batch) => double(batch));
    await queue.drained();
    let done = 0;
    for (const n of numbers(4)) void queue.enqueue(n).then(() => done++);
    await queue.drained();
    await Promise.resolve();
    expect(done).toBe(4);
  });
});
