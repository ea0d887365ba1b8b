// SPDX-License-Identifier: Apache-2.0
import { hash, randomFillSync } from 'node:crypto';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { ulidSource } from '@plumbline/core/ulid.ts';

const nextUlid = ulidSource(randomFillSync);

/** The engine's needs, met by Node. */
export const nodePorts: Ports = {
  now: () => performance.now(),
  wallNowMs: () => Date.now(),
  sha256Hex: (data) => hash('sha256', data, 'hex'),
  newId: (prefix) => prefix + nextUlid(Date.now()),
};
