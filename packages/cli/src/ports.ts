// SPDX-License-Identifier: Apache-2.0
import { hash, randomFillSync } from 'node:crypto';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { ulidSource } from '@plumbline/core/ulid.ts';

const nextUlid = ulidSource(randomFillSync);

/** The engine's needs, met by Node. */
export const nodePorts: Ports = {
  // The global has a getter before it, which costs as much as the clock.
  now: performance.now.bind(performance),
  computedMs,
  wallNowMs: () => Date.now(),
  sha256Hex: (data) => hash('sha256', data, 'hex'),
  newId: (prefix) => prefix + nextUlid(Date.now()),
};

/** Processor time of this thread. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
