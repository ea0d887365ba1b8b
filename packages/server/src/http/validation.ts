// SPDX-License-Identifier: Apache-2.0
/** Compiles the schemas of the contract once, at the start. */
import { misplacedCredentials } from '@plumbline/core/contract/credential-members.ts';
import type { Operation } from '@plumbline/core/contract/operation.ts';
import { toFieldErrors, toParameterErrors } from '@plumbline/core/contract/validation.ts';
import { type FieldError, PlumblineError } from '@plumbline/core/errors.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { countLengthsLazily } from './string-lengths.ts';

export interface Validation {
  /** @throws PlumblineError with all errors */
  body(value: unknown): void;
  /** @throws PlumblineError invalid_parameter */
  query(values: Readonly<Record<string, string>>): void;
  /** False: nothing lives at that address. */
  params(values: Readonly<Record<string, string>>): boolean;
}

/** Errors handed to the mapper: a body of 2,000 unknown members needs no 2,000 explanations. */
const MAX_SCHEMA_ERRORS = 200;

/** One ajv for all operations: they share schemas by `$id`. */
export function createValidator(): (operation: Operation) => Validation {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    addUsedSchema: false,
    // The schemas are ours and checked by tests: not at every start once more.
    meta: false,
    validateSchema: false,
  });
  countLengthsLazily(ajv);
  return (operation) => {
    const body = operation.body === undefined ? null : ajv.compile(operation.body);
    const query = operation.query === undefined ? null : ajv.compile(operation.query);
    const params = operation.params === undefined ? null : ajv.compile(operation.params);
    return {
      body: body === null ? () => {} : (value) => checkBody(operation, body, value),
      query: (values) => {
        if (query === null || query(values)) return;
        refuse(toParameterErrors(schemaErrors(query), values));
      },
      params: (values) => params === null || params(values) === true,
    };
  };
}

function checkBody(operation: Operation, validate: ValidateFunction, value: unknown): void {
  refuseCredentials(value);
  if (!validate(value)) refuse(toFieldErrors(schemaErrors(validate), value), operation.hint?.(value) ?? null);
  const errors = operation.refine?.(value as never) ?? [];
  if (errors.length > 0) refuse(errors);
}

function schemaErrors(validate: ValidateFunction): readonly ErrorObject[] {
  return (validate.errors ?? []).slice(0, MAX_SCHEMA_ERRORS);
}

function refuseCredentials(value: unknown): void {
  const misplaced = misplacedCredentials(value);
  if (misplaced.length === 0) return;
  const errors = misplaced.slice(0, 20).map(({ error }) => error);
  throw new PlumblineError('credential_in_url', { errors, cause: { leaked: misplaced.map((found) => found.value) } });
}

function refuse(errors: readonly FieldError[], hint: string | null = null): never {
  const first = errors[0];
  const detail = hint === null ? detailOf(errors) : `${hint} ${detailOf(errors)}`;
  throw new PlumblineError(first?.code ?? 'invalid_value', { detail, errors });
}

function detailOf(errors: readonly FieldError[]): string {
  const first = errors[0];
  const place = first?.pointer ? `${first.pointer}: ` : '';
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `${place}${first?.detail ?? 'Is not allowed here.'}${more}`;
}
