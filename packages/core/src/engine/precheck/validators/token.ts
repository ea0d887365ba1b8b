// SPDX-License-Identifier: Apache-2.0
import { looksRandom } from './secret.ts';
import type { Validator } from './validator.ts';

/** JWT (RFC 7519): the first part decodes to a JSON object with `alg`. The example of every tutorial is none. */
export const jwt: Validator = ({ value }) => {
  const [head = '', body = '', seal = ''] = value.split('.');
  const header = decodeJson(head);
  // A token that was changed or cut no longer decodes; two parts in base64 and a random seal still tell it.
  if (header === null) return body.startsWith('eyJ') && seal.length >= 20 && looksRandom(seal) ? 0.9 : 0;
  if (typeof header.alg !== 'string') return 0;
  const claims = decodeJson(body);
  if (claims !== null && claims.sub === '1234567890') return 0;
  return seal.length >= 16 || header.alg === 'none' || claims === null ? 1 : 0.7;
};

/** The object that a base64url part holds, else null. */
function decodeJson(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Not base64 or not JSON: the dotted text is no token, which is an answer and no fault.
    return null;
  }
}
