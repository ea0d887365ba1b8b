// SPDX-License-Identifier: Apache-2.0
import type { LedgerHead } from '@plumbline/core/ledger/append.ts';
import { describe, expect, it } from 'vitest';
import { OpenLeaves } from '../../src/store/ledger/tile-rows.ts';

const leaf = (n: number) => new Uint8Array(32).fill(n);
const placed = (seq: number, n: number) => ({ seq, leaf: leaf(n), header: new Uint8Array(0) });
const head = (size: number, last: number): LedgerHead => ({
  size,
  lastLeaf: size === 0 ? new Uint8Array(0) : leaf(last),
  edge: new Uint8Array(0),
});
const database = { leaves: () => [leaf(250)] };

describe('OpenLeaves', () => {
  it('answers for the batches of this process, one behind the other', async () => {
    const open = new OpenLeaves();
    open.add(head(0, 0), [placed(0, 1), placed(1, 2)]);
    open.add(head(2, 2), [placed(2, 3)]);
    expect(await open.from(database, 1, head(3, 3))).toEqual([leaf(2), leaf(3)]);
  });

  it('reads the database when a batch failed and another process took its place', async () => {
    const open = new OpenLeaves();
    open.add(head(0, 0), [placed(0, 1), placed(1, 2)]);
    expect(await open.from(database, 0, head(2, 9))).toEqual([leaf(250)]);
    // What is placed behind the other process's entries does not vouch for the ones that failed.
    open.add(head(2, 9), [placed(2, 10)]);
    expect(await open.from(database, 0, head(3, 10))).toEqual([leaf(250)]);
    expect(await open.from(database, 2, head(3, 10))).toEqual([leaf(10)]);
  });
});
