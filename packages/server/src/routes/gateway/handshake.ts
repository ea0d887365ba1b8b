// SPDX-License-Identifier: Apache-2.0
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/v1/handshake. */
export const readHandshake =
  ({ contracts }: RouteServices): Handler =>
  () => ({ document: contracts.document() });

/** POST /api/v1/handshake: the declaration is counted and let go. */
export const handshake =
  ({ contracts }: RouteServices): Handler =>
  ({ body }) => ({
    data: {
      ...contracts.current(),
      declared_fields: Object.keys(body as object).length,
    } satisfies OutputOf<Operations['handshake']>,
  });
