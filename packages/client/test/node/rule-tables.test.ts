// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KernelFinder } from '@plumbline/core/engine/precheck/kernel-windows.ts';
import { compilePack } from '@plumbline/core/engine/precheck/pack.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { never, published, publishedPack, sha256Hex } from '../../../core/test/engine/pack-files.ts';
import { shippedTables, writeTables } from '../../src/node/rule-tables.ts';

describe('tables of the rules, written down', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-tables-'));
    file = join(folder, 'rule-tables.bin');
    const tables = publishedPack.tables();
    if (tables === null) throw new Error('kernels run here');
    writeTables(tables, file);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('make a pack that finds the same, and builds nothing', () => {
    const made = vi.spyOn(KernelFinder, 'create');
    const again = compilePack(published.patterns, sha256Hex, {}, shippedTables(file));
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
    for (const text of publishedPack.samples)
      expect(again.match(text, never)).toEqual(publishedPack.match(text, never));
  });

  it.each([
    ['other patterns', () => compilePack(published.patterns.slice(1), sha256Hex, {}, shippedTables(file))],
    ['other words', () => compilePack(published.patterns, sha256Hex, { watched: ['plum'] }, shippedTables(file))],
  ])('are not used for %s', (_, compile) => {
    const made = vi.spyOn(KernelFinder, 'create');
    compile();
    expect(made).toHaveBeenCalledOnce();
    made.mockRestore();
  });

  it('are none where the file is damaged, cut off or missing', () => {
    const whole = readFileSync(file);
    for (const at of [0, 9, whole.length >> 1, whole.length - 5]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 16;
      writeFileSync(file, damaged);
      expect(shippedTables(file), `byte ${at}`).toBeNull();
    }
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    expect(shippedTables(file)).toBeNull();
    expect(shippedTables(join(folder, 'none'))).toBeNull();
    // The sources have none beside them.
    expect(shippedTables()).toBeNull();
  });
});
