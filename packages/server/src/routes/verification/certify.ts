// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';
import { certificationText } from './certification-text.ts';

/** POST /api/v1/certify. `labels` and `options` are checked by the schema and dropped: a certificate shows no flags. */
export const certify =
  ({ certify }: RouteServices): Handler =>
  async ({ body, caller, claimed }) => {
    const { prompt, response } = body as BodyOf<Operations['certify']>;
    const { data, usage, stored } = await certify.certify({ prompt, response }, caller, claimed).catch(asLedgerFault);
    return stored === null ? { data, usage, text: certificationText(data) } : { stored, usage, replayed: false };
  };

/** Where the disk is full the charge fails before the certificate does; to the caller both are records that cannot be made. */
function asLedgerFault(error: unknown): never {
  const isOfStore = error instanceof PlumblineError && error.code === 'overloaded' && error.cause !== undefined;
  if (!isOfStore) throw error;
  const { detail, retryAfterS, cause } = error;
  throw new PlumblineError('ledger_unavailable', { detail, ...(retryAfterS !== undefined && { retryAfterS }), cause });
}
