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
 * Members of a body, at any depth, that carry a credential's name, whatever they hold: a key alone, in a list, in an object.
 * Checked before the schema, and answered with 400 `credential_in_url`. Names are compared without regard to case; no schema
 * has one of them. `depth` is bounded by the parser.
 */
export function misplacedCredentials(body: unknown, pointer = ''): MisplacedCredential[] {
  if (typeof body !== 'object' || body === null) return [];
  const found: MisplacedCredential[] = [];
  const isList = Array.isArray(body);
  // Pairs and pointers are made only where they are needed: this looks at every body, and nearly all hold no credential.
  for (const name of Object.keys(body)) {
    const value: unknown = (body as Record<string, unknown>)[name];
    if (!isList && CREDENTIAL_NAMES.has(name.toLowerCase()))
      found.push({ error: misplaced(childPointer(pointer, name)), value: textOf(value) });
    else if (typeof value === 'object' && value !== null)
      found.push(...misplacedCredentials(value, childPointer(pointer, name)));
  }
  return found;
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The form of a key of any deployment, with or without its scheme. */
const KEY_FORM = /^(?:bearer\s+)?[a-z][a-z0-9]{1,11}_(?:live|test)_[0-9A-Za-z]{40,60}$/i;

/** The same for the query string, where a key is out of place under any name, and as one. */
export function misplacedParameters(query: Readonly<Record<string, unknown>>): MisplacedCredential[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const isNamed = CREDENTIAL_NAMES.has(name.toLowerCase()) || KEY_FORM.test(String(value));
    const sent = isNamed ? String(value) : keysIn(name)[0];
    return sent === undefined ? [] : [{ error: misplaced(childPointer('', maskKeys(name))), value: sent }];
  });
}

const KEY_IN_TEXT = /[a-z][a-z0-9]{1,11}_(?:live|test)_[0-9A-Za-z]{40,60}/gi;

/** What has the form of a key in an address or a member's name: to mark it for rotation, never to answer or log. */
export function keysIn(text: string): string[] {
  return text.match(KEY_IN_TEXT) ?? [];
}

/** The names of the members of a body, at any depth, that hold a key; its values are not looked at. */
export function keysInNames(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => [...keysIn(name), ...keysInNames(value)]);
}

/** A key, whole or cut as the names in pointers are; the first group is what may be shown of it. */
const SECRET_PART = /([a-z][a-z0-9]{1,11}_(?:live|test)_[0-9A-Za-z]{12})(?:[0-9A-Za-z]{28,}…?|[0-9A-Za-z]*…)/gi;

/** The text with `{vp}_live_{id}…` in place of each key (contract 1.4). */
export function maskKeys(text: string): string {
  return text.replace(SECRET_PART, '$1…');
}

function misplaced(pointer: string): FieldError {
  return {
    pointer,
    code: 'credential_in_url',
    detail: 'Keys belong in the Authorization header only. Take this one as leaked and rotate it.',
  };
}
