// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { type Place, SHARED_DRIVERS } from './drivers.ts';

const PROGRAM = fileURLToPath(new URL('./spending-process.ts', import.meta.url));
const DAY = 20_778;
const PARTITION = 'net:shared';

interface Spender {
  readonly child: ChildProcess;
  /** What it has acknowledged so far. */
  output(): string;
  readonly ended: Promise<string>;
}

function spender(url: string, limit: number, total: number, atOnce: number): Spender {
  const args = [url, PARTITION, DAY, limit, total, atOnce].map(String);
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let faults = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    faults += chunk.toString();
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve(output);
      else reject(new Error(`spender ended with ${code}: ${faults}`));
    });
  });
  return { child, output: () => output, ended };
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

describe.each(SHARED_DRIVERS)('[store-shared] several processes on one $name', (driver) => {
  let place: Place;

  beforeEach(async () => {
    place = await driver.place();
  });

  afterEach(async () => {
    await place.remove();
  });

  it('spend a quota to its end and never beyond', async () => {
    const limit = 300;
    const processes = [spender(place.url, limit, 250, 20), spender(place.url, limit, 250, 1)];
    const outputs = await Promise.all(processes.map(({ ended }) => ended));
    const granted = outputs.reduce((sum, output) => sum + count(output, '+'), 0);
    expect(granted).toBe(limit);
    expect(outputs.reduce((sum, output) => sum + count(output, '-'), 0)).toBe(200);
    const store = await openStore({ url: place.url });
    expect(await store.usage.used(PARTITION, DAY)).toBe(limit);
    const [row] = await store.checks.checks(DAY * 24, DAY * 24 + 1);
    expect(row?.count).toBe(limit);
    await store.close();
  });

  it('[quota-survives] lose nothing that was acknowledged when one is killed in the middle', async () => {
    const victim = spender(place.url, 1_000_000, 0, 10);
    const bystander = spender(place.url, 1_000_000, 300, 5);
    while (count(victim.output(), '+') < 100) await new Promise((resolve) => setTimeout(resolve, 10));
    victim.child.kill('SIGKILL');
    const [killed, whole] = await Promise.all([victim.ended, bystander.ended]);
    expect(count(whole, '+')).toBe(300);
    const acknowledged = count(killed, '+') + 300;
    const store = await openStore({ url: place.url });
    const used = await store.usage.used(PARTITION, DAY);
    expect(used).toBeGreaterThanOrEqual(acknowledged);
    // At most what was under way in the victim was committed without its answer being seen.
    expect(used).toBeLessThanOrEqual(acknowledged + 20);
    expect((await store.checks.checks(DAY * 24, DAY * 24 + 1))[0]?.count).toBe(used);
    await store.close();
  });
});
