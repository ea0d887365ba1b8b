// SPDX-License-Identifier: Apache-2.0
/** Compiles the schemas of the contract, once in a process: when they are asked first, or by `compileInTurns`. */
import { misplacedCredentials } from '@plumbline/core/contract/credential-members.ts';
import { BOUNDS } from '@plumbline/core/contract/limits.ts';
import type { Operation } from '@plumbline/core/contract/operation.ts';
import { allFieldErrors, sortFieldErrors, toParameterErrors } from '@plumbline/core/contract/validation.ts';
import { type FieldError, PlumblineError } from '@plumbline/core/errors.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Query } from './query.ts';
import { countLengthsLazily } from './string-lengths.ts';

export interface Validation {
  /**
   * Parameters and body in one go: who sends both wrong learns of both.
   * @throws PlumblineError with all errors
   */
  request(query: Pick<Query, 'values' | 'errors'>, body: unknown): void;
  /** False: nothing lives at that address. */
  params(values: Readonly<Record<string, string>>): boolean;
}

/** An operation's schemas; they take a tenth of a start when all of them are compiled. */
export function validationOf(operation: Operation): Validation {
  let own: Compiled | undefined;
  const schemas = (): Compiled => {
    own ??= compiled(operation);
    return own;
  };
  return {
    request: (given, value) => checkRequest(operation, schemas(), given, value),
    params: (values) => {
      const { params } = schemas();
      return params === null || params(values) === true;
    },
  };
}

/** One operation in each turn of the event loop, so that no caller waits for all and hardly any for one. */
export function compileInTurns(operations: readonly Operation[]): void {
  const [next, ...others] = operations;
  if (next === undefined) return;
  compiled(next);
  setImmediate(compileInTurns, others);
}

type Compiled = Readonly<Record<'body' | 'query' | 'params', ValidateFunction | null>>;

const COMPILED = new WeakMap<Operation, Compiled>();
/** One for all operations: they share schemas by `$id`. */
let ajv: Ajv2020 | undefined;

function compiled(operation: Operation): Compiled {
  const known = COMPILED.get(operation);
  if (known !== undefined) return known;
  ajv ??= createAjv();
  const { body, query, params } = operation;
  const made = {
    body: body === undefined ? null : ajv.compile(body),
    query: query === undefined ? null : ajv.compile(query),
    params: params === undefined ? null : ajv.compile(params),
  };
  COMPILED.set(operation, made);
  return made;
}

function createAjv(): Ajv2020 {
  const made = new Ajv2020({
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
  countLengthsLazily(made);
  return made;
}

function checkRequest(
  operation: Operation,
  { query, body }: Compiled,
  given: Pick<Query, 'values' | 'errors'>,
  value: unknown,
): void {
  if (body !== null) refuseCredentials(value);
  const isShaped = body === null || body(value) === true;
  // What only code can check is looked at where the shape is right.
  const ofBody = isShaped ? refined(operation, value) : allFieldErrors(body.errors ?? [], value);
  const ofQuery = query === null ? given.errors : [...given.errors, ...parameterErrors(query, given.values)];
  if (ofBody.length === 0 && ofQuery.length === 0) return;
  const isOfCode = isShaped && ofQuery.length === 0;
  const errors = isOfCode ? ofBody : sortFieldErrors([...ofBody, ...ofQuery]);
  refuse(errors, isShaped ? null : (operation.hint?.(value) ?? null));
}

const NONE: readonly FieldError[] = [];

function parameterErrors(validate: ValidateFunction, values: Query['values']): readonly FieldError[] {
  return validate(values) ? NONE : toParameterErrors(validate.errors ?? [], values);
}

const refined = ({ refine }: Operation, value: unknown): readonly FieldError[] => refine?.(value as never) ?? NONE;

function refuseCredentials(value: unknown): void {
  const misplaced = misplacedCredentials(value);
  if (misplaced.length === 0) return;
  const errors = misplaced.slice(0, 20).map(({ error }) => error);
  throw new PlumblineError('credential_in_url', { errors, cause: { leaked: misplaced.map((found) => found.value) } });
}

function refuse(errors: readonly FieldError[], hint: string | null = null): never {
  const first = errors[0];
  const detail = hint === null ? detailOf(errors) : `${hint} ${detailOf(errors)}`;
  throw new PlumblineError(first?.code ?? 'invalid_value', { detail, errors: errors.slice(0, BOUNDS.fieldErrors) });
}

function detailOf(errors: readonly FieldError[]): string {
  const first = errors[0];
  const place = first?.pointer ? `${first.pointer}: ` : '';
  const more = errors.length > 1 ? ` (and ${(errors.length - 1).toLocaleString('en-GB')} more)` : '';
  return `${place}${first?.detail ?? 'Is not allowed here.'}${more}`;
}
