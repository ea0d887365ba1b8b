// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';
import { readAt } from '../verification/verify.ts';

/** GET /api/v1/ratifications. */
export const ratificationTerms =
  ({ ratification, baseUrl }: RouteServices): Handler =>
  async () => ({ data: await ratification.terms(`${baseUrl()}/api/v1/ratifications`) });

/** POST /api/v1/ratifications. */
export const submitRatification =
  ({ ratification }: RouteServices): Handler =>
  async ({ body }) => {
    const { envelope } = body as BodyOf<Operations['submitRatification']>;
    return { data: await ratification.submit(readAt('/envelope', () => parseEnvelope(envelope))) };
  };

/** POST /api/v1/revocations. Test keys never reach the live ledger (contract 1.4), whatever their scopes. */
export const revokeCertificate =
  ({ revocation }: RouteServices): Handler =>
  async ({ body, caller }) => {
    if (caller.environment !== 'live')
      throw new PlumblineError('scope_insufficient', { detail: 'A test key changes nothing in the ledger.' });
    return { data: await revocation.revoke(body as BodyOf<Operations['revokeCertificate']>) };
  };
