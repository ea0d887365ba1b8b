// SPDX-License-Identifier: Apache-2.0
import type { BundleFormat } from '@plumbline/core/contract/bundle-formats.ts';
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { publicKeyOfJwk } from '@plumbline/core/seal/jwk.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** GET /api/v1/verify?cert=. */
export const verifyCertificate =
  ({ verifyCertificate }: RouteServices): Handler =>
  async ({ query }) => ({ data: await verifyCertificate.byId(query.cert ?? '') });

/** POST /api/v1/verify, and its proof bundles. */
export const verifyDocument =
  ({ verifyCertificate }: RouteServices): Handler =>
  async ({ body, query }) => {
    const { certificate, prompt, response, key_set } = body as BodyOf<Operations['verifyDocument']>;
    const envelope = readAt('/certificate', () => parseEnvelope(certificate));
    if (query.format !== undefined) return verifyCertificate.bundle(query.format as BundleFormat, envelope);
    const keys = readAt('/key_set', () => (key_set?.keys ?? []).map((key) => publicKeyOfJwk({ ...key })));
    return { data: await verifyCertificate.document(envelope, { prompt, response }, keys) };
  };

/** What the schema cannot say of base 64 and keys. */
export function readAt<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const detail = error.message;
    throw new PlumblineError('invalid_value', { detail, errors: [{ pointer, code: 'invalid_value', detail }] });
  }
}
