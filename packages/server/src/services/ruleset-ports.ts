// SPDX-License-Identifier: Apache-2.0
/** Clock, hash and ids for the engine, on Node. */
import { hash, randomFillSync } from 'node:crypto';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { ulidSource } from '@plumbline/core/ulid.ts';

/** @param nowMs wall clock, for the time in the ids and for what ends on a day */
export function createPorts(nowMs: () => number): Ports {
  const nextUlid = ulidSource(randomFillSync);
  return {
    // The global has a getter before it, which costs as much as the clock.
    now: performance.now.bind(performance),
    computedMs,
    wallNowMs: nowMs,
    sha256Hex: (data) => hash('sha256', data, 'hex'),
    newId: (prefix) => prefix + nextUlid(nowMs()),
  };
}

/** Processor time of this thread. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
