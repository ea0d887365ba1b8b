// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPepper } from '../../src/services/keys-pepper.ts';
import type { KeyRecord } from '../../src/store/store.ts';

const NOW = Date.UTC(2026, 10, 22);
const issued = (...records: Partial<KeyRecord>[]) => ({
  list: async () => records.map((record) => ({ state: 'active', expiresAtMs: null, ...record }) as KeyRecord),
});
const open = (dataDir: string, configured: string | null, keys = issued()) =>
  openPepper(dataDir, configured, keys, NOW);

describe('openPepper', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-pepper-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('makes one on first start that only its owner can read, and finds it again', async () => {
    const dataDir = join(folder, 'data');
    const pepper = await open(dataDir, null);
    expect(pepper).toHaveLength(32);
    expect(Buffer.compare(await open(dataDir, null, issued({})), pepper)).toBe(0);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const [file] = readdirSync(dataDir);
    expect(statSync(join(dataDir, file ?? '')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toHaveLength(1);
  });

  it('takes the configured one and writes nothing', async () => {
    const configured = 'not a real pepper '.repeat(3);
    expect(Buffer.from(await open(folder, configured, issued({}))).toString()).toBe(configured);
    expect(readdirSync(folder)).toEqual([]);
    await expect(open(folder, 'short')).rejects.toThrow(/PLUMBLINE_KEY_PEPPER/);
  });

  it('never makes a new one over a damaged file', async () => {
    writeFileSync(join(folder, 'key-pepper'), 'damaged');
    await expect(open(folder, null)).rejects.toThrow(/damaged/);
  });

  it('never makes a new one where issued keys need the one that is gone', async () => {
    const keys = issued({}, { state: 'rotating' }, { state: 'revoked' }, { expiresAtMs: NOW });
    await expect(open(folder, null, keys)).rejects.toThrow(
      /key-pepper: is missing, and 2 issued keys cannot be checked/,
    );
    expect(readdirSync(folder)).toEqual([]);
    await open(folder, null, issued({ state: 'revoked' }, { expiresAtMs: NOW }));
    expect(readdirSync(folder)).toEqual(['key-pepper']);
  });
});
