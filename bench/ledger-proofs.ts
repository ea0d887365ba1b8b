// SPDX-License-Identifier: Apache-2.0
/** Inclusion proofs of entries spread over a small and a large log, on whichever store. */
import { proveInclusion } from '@plumbline/core/ledger/tile-reader.ts';
import { openStore } from '../packages/server/src/store/open.ts';
import { crypto } from '../packages/server/test/store/ledger-units.ts';
import { goal, median, round, type Table } from './table.ts';

const PROOFS = 400;
const GOAL_RATIO = 2;

export interface FilledLog {
  /** For `openStore`. */
  readonly url: string;
  readonly size: number;
}

export async function benchProofs(name: string, small: FilledLog, large: FilledLog): Promise<Table> {
  const smallUs = await proofUs(small);
  const largeUs = await proofUs(large);
  return {
    name,
    what: `median of ${PROOFS} inclusion proofs of entries spread over the log, tiles read from the store`,
    columns: ['entries', 'ratio', 'median µs'],
    rows: [
      [small.size, 1, round(smallUs, 0)],
      [large.size, round(largeUs / smallUs), round(largeUs, 0)],
    ],
    notes: [goal(`at most ${GOAL_RATIO} × the time at ${small.size}`, largeUs <= GOAL_RATIO * smallUs)],
  };
}

/** The second of two rounds: the first compiles. */
async function proofUs({ url, size }: FilledLog): Promise<number> {
  const store = await openStore({ url });
  const step = Math.floor(size / PROOFS);
  const times: number[] = [];
  for (let i = 0; i < 2 * PROOFS; i++) {
    const startedMs = performance.now();
    await proveInclusion(store.ledger.chain.tiles, (i % PROOFS) * step, size, crypto);
    if (i >= PROOFS) times.push((performance.now() - startedMs) * 1000);
  }
  await store.close();
  return median(times);
}
