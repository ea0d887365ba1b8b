// SPDX-License-Identifier: Apache-2.0
/** Clock, hash and ids for the engine, on Node. */
import { hash, randomFillSync } from 'node:crypto';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { ulid } from '@plumbline/core/ulid.ts';

const ID_BYTES = 10;
const POOL_BYTES = ID_BYTES * 512;

/** Random bytes are drawn for 512 ids at a time: a system call per id would cost more than the id. */
function randomPool(): () => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES);
  let at = POOL_BYTES;
  return () => {
    if (at === POOL_BYTES) {
      randomFillSync(pool);
      at = 0;
    }
    at += ID_BYTES;
    return pool.subarray(at - ID_BYTES, at);
  };
}

/** @param nowMs wall clock, for the time in the ids */
export function createPorts(nowMs: () => number): Ports {
  const nextRandom = randomPool();
  return {
    now: () => performance.now(),
    sha256Hex: (data) => hash('sha256', data, 'hex'),
    newId: (prefix) => prefix + ulid(nowMs(), nextRandom()),
  };
}
