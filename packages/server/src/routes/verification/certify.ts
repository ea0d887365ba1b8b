// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { Handler } from '../../http/call.ts';
import type { Certification } from '../../services/certify.ts';
import type { ClaimedCall } from '../../services/idempotency.ts';
import { endedWarning, pendingWarning } from '../../services/pending-anchor.ts';
import type { RouteServices } from '../services.ts';
import { certificationText, isAsciiCertification } from './certification-text.ts';
import { stageWarnings, warned } from './degraded-warnings.ts';

/** POST /api/v1/certify. `labels` and `options` are checked by the schema and dropped: a certificate shows no flags. */
export const certify =
  ({ certify }: RouteServices): Handler =>
  async ({ body, caller, claimed }) => {
    const { prompt, response } = body as BodyOf<Operations['certify']>;
    const { data, usage, stored, pending, endedWindow } = await certify
      .certify({ prompt, response }, caller, claimed && warning(claimed))
      .catch(asLedgerFault);
    if (stored !== null) return { stored, usage, replayed: false };
    const more = pending ? [pendingWarning(pending)] : endedWindow ? [endedWarning(endedWindow)] : null;
    const answer = { data, usage, text: certificationText(data), isAscii: isAsciiCertification(data) };
    return { ...answer, ...warned(stageWarnings(data.stages), more) };
  };

/** What is kept for an Idempotency-Key warns as the answer does. */
function warning(claimed: ClaimedCall): ClaimedCall {
  const render: ClaimedCall['render'] = (data, usage, more) =>
    claimed.render(data, usage, warned(stageWarnings((data as Certification).stages), more ?? null).warnings);
  return { ...claimed, render };
}

/** Where the disk is full the charge fails before the certificate does; to the caller both are records that cannot be made. */
function asLedgerFault(error: unknown): never {
  const isOfStore = error instanceof PlumblineError && error.code === 'overloaded' && error.cause !== undefined;
  if (!isOfStore) throw error;
  const { detail, retryAfterS, cause } = error;
  throw new PlumblineError('ledger_unavailable', { detail, ...(retryAfterS !== undefined && { retryAfterS }), cause });
}
