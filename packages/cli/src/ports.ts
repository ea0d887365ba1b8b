// SPDX-License-Identifier: Apache-2.0
import { hash, randomBytes } from 'node:crypto';
import type { Ports } from '@plumbline/core/engine/types.ts';
import { ulid } from '@plumbline/core/ulid.ts';

/** The engine's needs, met by Node. */
export const nodePorts: Ports = {
  now: () => performance.now(),
  sha256Hex: (data) => hash('sha256', data, 'hex'),
  newId: (prefix) => prefix + ulid(Date.now(), randomBytes(10)),
};
