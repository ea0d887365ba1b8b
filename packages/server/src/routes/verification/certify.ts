// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** POST /api/v1/certify. `labels` and `options` are checked by the schema and dropped: a certificate shows no flags. */
export const certify =
  ({ certify }: RouteServices): Handler =>
  async ({ body, caller, claimed }) => {
    const { prompt, response } = body as BodyOf<Operations['certify']>;
    const { data, usage, stored } = await certify.certify({ prompt, response }, caller, claimed);
    return stored === null ? { data, usage } : { stored, usage, replayed: false };
  };
