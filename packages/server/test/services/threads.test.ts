// SPDX-License-Identifier: Apache-2.0
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Threads } from '../../src/services/threads.ts';
import { temporaryFolder } from '../e2e/test-app.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = `
import { existsSync, writeFileSync } from 'node:fs';
const deeds = {
  end: () => process.exit(3),
  endQuietly: () => process.exit(0),
  endOnce: (mark) => existsSync(mark) || (writeFileSync(mark, ''), process.exit(1)),
  breakOutside: () => { setTimeout(() => { throw new Error('broken outside'); }); return new Promise(() => {}); },
  breakInside: () => { throw new RangeError('broken inside'); },
  say: (what) => what,
};
export default async ([name, ...rest]) => {
  try { return { value: await deeds[name](...rest) }; } catch (thrown) { return { thrown }; }
};`;

let files = 0;
const written = (code: string) => {
  const path = join(folder, `thread-${files++}.mjs`);
  writeFileSync(path, code);
  return path;
};

describe('threads that end before their time [threads-lost]', () => {
  const opened: Threads[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((threads) => threads.close())));

  function open(path: string, count = 1) {
    const told: string[] = [];
    const watch = {
      lost: (reason: unknown) => told.push(`lost: ${(reason as Error).message}`),
      back: () => told.push('back'),
    };
    const threads = new Threads({ file: pathToFileURL(path).href, threads: count, idleMs: 60_000, watch });
    opened.push(threads);
    return { threads, told };
  }

  const refused = (work: Promise<unknown>) =>
    expect(work).rejects.toSatisfy(
      (error) => error instanceof PlumblineError && error.code === 'overloaded' && error.retryAfterS === 2,
    );

  it.each([
    ['throws', "throw new Error('no such thing');", 'lost: no such thing'],
    ['ends', 'process.exit(0);', 'lost: a thread ended before it took any work'],
    ['is no program', 'export default {', /^lost: Unexpected/],
  ])('refuse what waits for a file that %s as it is loaded, until it can be loaded', async (_, code, reason) => {
    const path = written(code);
    const { threads, told } = open(path, 2);
    await Promise.all(['a', 'b', 'c'].map((text) => refused(threads.run(['say', text]))));
    expect(threads.isLost).toBe(true);
    expect(told).toEqual([expect.stringMatching(reason)]);
    // Nothing is tried for a second.
    await refused(threads.run(['say', 'again']));
    writeFileSync(path, GOOD);
    await expect.poll(() => threads.run(['say', 'again']).catch(() => 'refused'), { timeout: 25_000 }).toBe('again');
    expect(threads.isLost).toBe(false);
    expect(told.slice(1)).toEqual(['back']);
  });

  it.each(['end', 'endQuietly', 'breakOutside'])(
    'refuse work by which threads %s twice, and do what waits behind it',
    async (deed) => {
      const { threads } = open(written(GOOD));
      const [, , ...others] = await Promise.all([
        threads.run(['say', 'first']),
        refused(threads.run([deed])),
        threads.run(['say', 'second']),
        threads.run(['say', 'third']),
      ]);
      expect(others).toEqual(['second', 'third']);
      expect(await threads.run(['say', 'fourth'])).toBe('fourth');
      expect(threads.isLost).toBe(false);
    },
  );

  it('leave the work of others alone', async () => {
    const { threads } = open(written(GOOD), 2);
    const works = ['a', 'b', 'c', 'd', 'e'].map((text) => threads.run(['say', text]));
    await refused(threads.run(['end']));
    expect(await Promise.all(works)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('try once more', async () => {
    const { threads, told } = open(written(GOOD));
    expect(await threads.run(['endOnce', join(folder, 'mark')])).toBe(true);
    expect(told).toEqual(['lost: worker exited with code: 1', 'back']);
  });

  it('cannot try again with what went with the thread', async () => {
    const { threads } = open(written(GOOD));
    const { buffer } = Buffer.allocUnsafeSlow(8);
    await refused(threads.run(['endOnce', join(folder, 'other mark'), buffer], { transfer: [buffer] }));
    expect(await threads.run(['say', 'next'])).toBe('next');
  });

  it('are not those whose work throws', async () => {
    const { threads, told } = open(written(GOOD));
    await expect(threads.run(['breakInside'])).rejects.toThrow('broken inside');
    expect([threads.isLost, told]).toEqual([false, []]);
  });

  it('refuse what waits when they are closed', async () => {
    const { threads } = open(written(GOOD));
    await threads.run(['say', 'there']);
    const works = [threads.run(['breakOutside']), threads.run(['say', 'b'])].map(refused);
    await sleep(10);
    await threads.close();
    await Promise.all(works);
  });
});
