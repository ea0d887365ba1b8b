// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSigner } from '../../../core/test/seal/test-keys.ts';
import { createNodeCrypto } from '../../src/crypto.ts';
import { CheckpointMemory } from '../../src/services/ledger-memory.ts';

const crypto = createNodeCrypto();
const noteOf = (size: number) =>
  signCheckpoint({ origin: 'memory.example/log', size, root: new Uint8Array(32) }, [testSigner(1)], crypto);

describe('the checkpoint that is remembered outside the database', () => {
  let root: string;
  const file = () => join(root, 'data', 'newest-checkpoint');
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'ledger-memory-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is the largest one, whole, in a file of its owner alone [restore-guard]', async () => {
    const memory = new CheckpointMemory(file());
    expect(await memory.read()).toBeNull();
    await Promise.all([2, 9, 4].map((size) => memory.remember(noteOf(size))));
    expect(await memory.read()).toBe(noteOf(9));
    // Another process, which knows nothing of the first.
    const later = new CheckpointMemory(file());
    await later.remember(noteOf(8));
    expect(await later.read()).toBe(noteOf(9));
    await later.remember(noteOf(10));
    expect(await memory.read()).toBe(noteOf(10));
    expect(readdirSync(join(root, 'data'))).toEqual(['newest-checkpoint']);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('is kept after one that could not be written', async () => {
    const memory = new CheckpointMemory(file());
    await expect(memory.remember('no checkpoint')).rejects.toThrow('signed note');
    await memory.remember(noteOf(3));
    expect(await memory.read()).toBe(noteOf(3));
  });
});
