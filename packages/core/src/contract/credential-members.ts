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
 * Members of a body's top level or of its objects that carry a credential's name and no further members; checked before the
 * schema, and answered with 400 `credential_in_url`. Names are compared without regard to case. `depth` is bounded by
 * the parser.
 */
export function misplacedCredentials(body: unknown, pointer = ''): MisplacedCredential[] {
  if (typeof body !== 'object' || body === null) return [];
  const found: MisplacedCredential[] = [];
  // Pairs and pointers are made only where they are needed: this looks at every body, and nearly all hold no credential.
  for (const name of Object.keys(body)) {
    const value: unknown = (body as Record<string, unknown>)[name];
    if (typeof value !== 'object' || value === null) {
      if (CREDENTIAL_NAMES.has(name.toLowerCase()) && !Array.isArray(body))
        found.push({ error: misplaced(childPointer(pointer, name)), value: String(value) });
    } else found.push(...misplacedCredentials(value, childPointer(pointer, name)));
  }
  return found;
}

/** The form of a key of any deployment, with or without its scheme. */
const KEY_FORM = /^(?:bearer\s+)?[a-z][a-z0-9]{1,11}_(?:live|test)_[0-9A-Za-z]{40,60}$/i;

/** The same for the query string, where a key is out of place under any name. */
export function misplacedParameters(query: Readonly<Record<string, unknown>>): MisplacedCredential[] {
  return Object.entries(query)
    .filter(([name, value]) => CREDENTIAL_NAMES.has(name.toLowerCase()) || KEY_FORM.test(String(value)))
    .map(([name, value]) => ({ error: misplaced(childPointer('', name)), value: String(value) }));
}

function misplaced(pointer: string): FieldError {
  return {
    pointer,
    code: 'credential_in_url',
    detail: 'Keys belong in the Authorization header only. Take this one as leaked and rotate it.',
  };
}
