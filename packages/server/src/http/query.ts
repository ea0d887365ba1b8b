// SPDX-License-Identifier: Apache-2.0
/** Query parameters (contract 1.2): unknown ones are dropped with a warning on GET and refused on POST. */
import { misplacedParameters } from '@plumbline/core/contract/credential-members.ts';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import { listValues } from '@plumbline/core/contract/list-parameter.ts';
import type { Operation, Withheld } from '@plumbline/core/contract/operation.ts';
import { childPointer } from '@plumbline/core/contract/pointer.ts';
import { type FieldError, PlumblineError } from '@plumbline/core/errors.ts';
import type { Warning } from './call.ts';

export interface Query {
  readonly values: Readonly<Record<string, string>>;
  readonly warnings: readonly Warning[];
  /** What is wrong by the names alone; the schema looks at the values. */
  readonly errors: readonly FieldError[];
}

const NONE: Query = { values: Object.freeze(Object.create(null)), warnings: [], errors: [] };
const MAX_SHOWN = 20;

/** @throws PlumblineError uri_too_long, before anything else is looked at */
export function checkQueryLength(url: string): void {
  const at = url.indexOf('?');
  if (at !== -1 && url.length - at - 1 > BOUNDS.queryBytes) throw new PlumblineError('uri_too_long');
}

/** Names of parameters that the operation knows. */
export function knownParameters(operation: Operation): ReadonlySet<string> {
  const properties = (operation.query as { properties?: object } | undefined)?.properties ?? {};
  return new Set(Object.keys(properties));
}

/**
 * @param raw as the router parsed it: a repeated parameter is an array
 * @throws PlumblineError credential_in_url, withheld_by_policy: those come before all other errors
 */
export function readQuery(
  { method, withheld }: Pick<Operation, 'method' | 'withheld'>,
  known: ReadonlySet<string>,
  raw: Readonly<Record<string, unknown>>,
): Query {
  const names = Object.keys(raw);
  if (names.length === 0) return NONE;
  refuseCredentials(raw);
  if (withheld !== undefined) refuseWithheld(withheld, raw);
  const values: Record<string, string> = Object.create(null);
  const unknown: string[] = [];
  const errors: FieldError[] = [];
  for (const name of names) {
    const value = raw[name];
    if (!known.has(name)) unknown.push(name);
    else if (typeof value === 'string') values[name] = value;
    else errors.push(parameter(name, 'Send the parameter once.'));
  }
  if (method !== 'GET')
    errors.push(...unknown.map((name) => parameter(name, 'The operation knows no such parameter.')));
  return { values, warnings: unknown.slice(0, MAX_SHOWN).map(ignored), errors };
}

function refuseCredentials(raw: Readonly<Record<string, unknown>>): void {
  const misplaced = misplacedParameters(raw);
  if (misplaced.length === 0) return;
  const errors = misplaced.slice(0, BOUNDS.fieldErrors).map(({ error }) => error);
  throw new PlumblineError('credential_in_url', { errors, cause: { leaked: misplaced.map(({ value }) => value) } });
}

/** Policy is the same for every caller, so it answers before anything about the other parameters does. */
function refuseWithheld({ names, lists }: Withheld, raw: Readonly<Record<string, unknown>>): void {
  const asked = [...Object.keys(raw).map((name) => name.toLowerCase()), ...lists.flatMap((list) => listed(raw[list]))];
  const first = asked.find((name) => names.includes(name));
  if (first === undefined) return;
  throw new PlumblineError('withheld_by_policy', { detail: `${first} is given to nobody, with whatever key.` });
}

/** A list may come once, or, against the schema, several times. */
const listed = (value: unknown): string[] =>
  [value ?? ''].flat().flatMap((list) => listValues(typeof list === 'string' ? list : ''));

const parameter = (name: string, detail: string): FieldError => ({
  pointer: pointerOf(name),
  code: 'invalid_parameter',
  detail,
});

const ignored = (name: string): Warning => ({
  code: 'unknown_parameter',
  detail: 'The operation knows no such parameter; it was ignored.',
  pointer: pointerOf(name),
});

const pointerOf = (name: string) => childPointer('', name);
