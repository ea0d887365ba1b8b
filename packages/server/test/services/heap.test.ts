// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../src/services/heap.ts', import.meta.url));

/** Makes garbage of some 64 MB, lets the collection run, and says what the heap held before and after. */
const PROGRAM = `
import { scheduleStartCollection } from ${JSON.stringify(MODULE)};
globalThis.kept = Array.from({ length: 2_000_000 }, (_, i) => ({ i }));
delete globalThis.kept;
const before = process.memoryUsage().heapUsed;
const stop = scheduleStartCollection();
if (process.argv[1] === 'stop') stop();
setTimeout(() => console.log(JSON.stringify([before, process.memoryUsage().heapUsed, typeof gc])), 3_500);
`;

function run(argument: string): [number, number, string] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM, argument], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('tuneHeap', () => {
  it('sets what this V8 knows: an unknown flag is ignored without a word', () => {
    const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    const flags = [...readFileSync(MODULE, 'utf8').matchAll(/setFlagsFromString\([`'](--(?:no-)?([a-z-]+))/g)];
    expect(flags.length).toBeGreaterThan(1);
    for (const [, given, name] of flags) expect(stdout, given).toContain(`--${name} (`);
  });
});

describe('scheduleStartCollection', () => {
  it('collects what the start left behind, once, and leaves no collector lying about', () => {
    const [before, after, exposed] = run('go');
    expect(after).toBeLessThan(before / 2);
    expect(exposed).toBe('undefined');
  });

  it('does nothing once stopped', () => {
    const [before, after] = run('stop');
    expect(after).toBeGreaterThan(before / 2);
  });
});
