// SPDX-License-Identifier: Apache-2.0
import type { FieldError } from '../errors.ts';
import { childPointer } from './pointer.ts';

/** Names under which people send keys by mistake (contract 1.4). */
export const CREDENTIAL_NAMES: ReadonlySet<string> = new Set(['key', 'api_key', 'token', 'authorization']);

export interface MisplacedCredential {
  readonly error: FieldError;
  /** What was sent: to look the key up and mark it for rotation, never to answer or log. */
  readonly value: string;
}

/**
 * Members of a body's top level or of its objects that carry a credential's name and a string; checked before the
 * schema, and answered with 400 `credential_in_url`. Names are compared without regard to case. `depth` is bounded by
 * the parser.
 */
export function misplacedCredentials(body: unknown, pointer = ''): MisplacedCredential[] {
  if (typeof body !== 'object' || body === null) return [];
  const found: MisplacedCredential[] = [];
  for (const [name, value] of Object.entries(body)) {
    const at = childPointer(pointer, name);
    if (typeof value === 'string') {
      if (CREDENTIAL_NAMES.has(name.toLowerCase()) && !Array.isArray(body)) found.push({ error: misplaced(at), value });
    } else found.push(...misplacedCredentials(value, at));
  }
  return found;
}

/** The same for the query string. */
export function misplacedParameters(query: Readonly<Record<string, unknown>>): MisplacedCredential[] {
  return Object.entries(query)
    .filter(([name]) => CREDENTIAL_NAMES.has(name.toLowerCase()))
    .map(([name, value]) => ({ error: misplaced(`?${name}`), value: String(value) }));
}

function misplaced(pointer: string): FieldError {
  return {
    pointer,
    code: 'credential_in_url',
    detail: 'Keys belong in the Authorization header only. Take this one as leaked and rotate it.',
  };
}
