// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPepper } from '../../src/services/keys-pepper.ts';

describe('loadPepper', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-pepper-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes one on first start that only its owner can read, and finds it again', () => {
    const dataDir = join(folder, 'data');
    const pepper = loadPepper(dataDir, null);
    expect(pepper).toHaveLength(32);
    expect(Buffer.compare(loadPepper(dataDir, null), pepper)).toBe(0);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const [file] = readdirSync(dataDir);
    expect(statSync(join(dataDir, file ?? '')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toHaveLength(1);
  });

  it('takes the configured one and writes nothing', () => {
    const configured = 'not a real pepper '.repeat(3);
    expect(Buffer.from(loadPepper(folder, configured)).toString()).toBe(configured);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => loadPepper(folder, 'short')).toThrow(/PLUMBLINE_KEY_PEPPER/);
  });

  it('never makes a new one over a damaged file', () => {
    writeFileSync(join(folder, 'key-pepper'), 'damaged');
    expect(() => loadPepper(folder, null)).toThrow(/damaged/);
  });
});
