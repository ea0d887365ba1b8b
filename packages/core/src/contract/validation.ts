// SPDX-License-Identifier: Apache-2.0
/**
 * From the errors of a JSON Schema validator to the codes of the wire. Pure: the validator lives in the server, and
 * its errors come in by their shape (ajv's ErrorObject).
 */
import { ERRORS, type ErrorCode, type FieldError } from '../errors.ts';
import { codePointLength } from './code-point-length.ts';
import { BOUNDS } from './limits.ts';
import { childPointer, shownPointer, valueAt } from './pointer.ts';
import { NOT_BLANK } from './schemas/scalars.ts';

/** What is read of an ajv error. Run ajv with `allErrors: true`; the caps on members and depth bound the work. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: SchemaErrorParams;
  /** Set on the errors inside `propertyNames`; the error of `propertyNames` itself speaks for them. */
  readonly propertyName?: string;
}

/** The members of ajv's `params` that are read, by the keywords that set them. */
export interface SchemaErrorParams {
  readonly limit?: number;
  readonly type?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly multipleOf?: number;
  readonly allowedValue?: unknown;
  readonly allowedValues?: readonly unknown[];
  readonly additionalProperty?: string;
  readonly unevaluatedProperty?: string;
  readonly missingProperty?: string;
  readonly propertyName?: string;
}

type NameParam = 'additionalProperty' | 'unevaluatedProperty' | 'missingProperty' | 'propertyName';
type Mapper = (error: SchemaError, body: unknown) => FieldError | null;

const limitOf = (error: SchemaError) => Number(error.params.limit);
const plural = (n: number, noun: string) => `${n.toLocaleString('en-GB')} ${noun}${n === 1 ? '' : 's'}`;

const field = (pointer: string, code: ErrorCode, detail: string, limit?: number): FieldError =>
  limit === undefined ? { pointer, code, detail } : { pointer, code, detail, limit };

const named = (error: SchemaError, param: NameParam, code: ErrorCode, detail: string) =>
  field(childPointer(error.instancePath, error.params[param] ?? ''), code, detail);

const tooFew =
  (noun: string): Mapper =>
  (error) =>
    field(error.instancePath, 'too_short', `Takes at least ${plural(limitOf(error), noun)}.`, limitOf(error));

const tooMany =
  (noun: string): Mapper =>
  (error) =>
    field(error.instancePath, 'too_many', `Takes at most ${plural(limitOf(error), noun)}.`, limitOf(error));

const bound =
  (word: string): Mapper =>
  (error) =>
    field(error.instancePath, 'invalid_value', `Must be ${word} ${limitOf(error)}.`, limitOf(error));

const invalid =
  (detail: string): Mapper =>
  (error) =>
    field(error.instancePath, 'invalid_value', detail);

const wrongType: Mapper = (error) => {
  const expected = error.params.type;
  return field(
    error.instancePath,
    'invalid_type',
    `Must be of type ${Array.isArray(expected) ? expected.join(' or ') : expected}.`,
  );
};

const pattern: Mapper = (error) =>
  error.params.pattern === NOT_BLANK
    ? field(error.instancePath, 'too_short', 'Needs at least 1 code point that is not white space.', 1)
    : field(error.instancePath, 'invalid_value', `Must match ${error.params.pattern}.`);

const tooLong: Mapper = (error, body) => {
  const value = valueAt(body, error.instancePath);
  const has = typeof value === 'string' ? `Has ${plural(codePointLength(value), 'code point')}; takes` : 'Takes';
  return field(
    error.instancePath,
    'too_long',
    `${has} at most ${plural(limitOf(error), 'code point')}.`,
    limitOf(error),
  );
};

const oneOf: Mapper = (error) => {
  const allowed = error.params.allowedValues;
  return field(
    error.instancePath,
    'invalid_value',
    `Must be one of: ${Array.isArray(allowed) ? allowed.join(', ') : ''}.`,
  );
};

const MAPPERS: Readonly<Record<string, Mapper>> = {
  additionalProperties: (error) =>
    named(error, 'additionalProperty', 'unknown_member', 'Not a member of this object; check its spelling.'),
  unevaluatedProperties: (error) =>
    named(error, 'unevaluatedProperty', 'unknown_member', 'Not a member of this object; check its spelling.'),
  required: (error) => named(error, 'missingProperty', 'missing_member', 'Is required.'),
  dependentRequired: (error) => named(error, 'missingProperty', 'missing_member', 'Is required beside another member.'),
  propertyNames: (error) =>
    named(error, 'propertyName', 'invalid_value', 'The name of this member has not the form allowed.'),
  type: wrongType,
  minLength: tooFew('code point'),
  maxLength: tooLong,
  pattern,
  minItems: tooFew('item'),
  maxItems: tooMany('item'),
  minProperties: tooFew('member'),
  maxProperties: tooMany('member'),
  enum: oneOf,
  const: (error) => field(error.instancePath, 'invalid_value', `Must be ${JSON.stringify(error.params.allowedValue)}.`),
  minimum: bound('at least'),
  maximum: bound('at most'),
  exclusiveMinimum: bound('above'),
  exclusiveMaximum: bound('below'),
  multipleOf: (error) =>
    field(error.instancePath, 'invalid_value', `Must be a multiple of ${error.params.multipleOf}.`),
  uniqueItems: invalid('Items must differ from each other.'),
  contains: invalid('Lacks an item that it must hold.'),
  format: (error) => field(error.instancePath, 'invalid_value', `Must have the form ${error.params.format}.`),
  anyOf: invalid('Has none of the forms allowed.'),
  oneOf: invalid('Has none of the forms allowed, or several at once.'),
  not: invalid('Has a form that is not allowed.'),
  // These only repeat what the branch inside them reports.
  if: () => null,
};

/**
 * All errors of a body, at most 20, in an order that does not depend on the validator: by code in the order of the
 * catalogue, then by pointer. The code of the first is the problem's. Nothing that was submitted is repeated but the
 * names of members, inside pointers.
 * @param schemaErrors ajv's errors
 * @param body the value that was validated; read for lengths only
 */
export function toFieldErrors(schemaErrors: readonly SchemaError[], body: unknown): FieldError[] {
  return sortFieldErrors(allFieldErrors(schemaErrors, body)).slice(0, BOUNDS.fieldErrors);
}

/** The same, neither sorted nor cut: `sortFieldErrors` counts them. */
export function allFieldErrors(schemaErrors: readonly SchemaError[], body: unknown): FieldError[] {
  return schemaErrors.map((error) => mapped(error, body)).filter((error) => error !== null);
}

/** The same for query parameters: one code, and pointers into the parameters as one object. */
export function toParameterErrors(schemaErrors: readonly SchemaError[], query: unknown): FieldError[] {
  return toFieldErrors(schemaErrors, query).map((error) => ({ ...error, code: 'invalid_parameter' }));
}

/**
 * Sorts and drops repetitions; all are kept, so that they can be counted. A member of the wrong type has no other error; a parameter that bears its name is
 * another thing.
 */
export function sortFieldErrors(errors: readonly FieldError[]): FieldError[] {
  const mistyped = new Set(errors.filter((error) => error.code === 'invalid_type').map((error) => error.pointer));
  const kept = new Map<string, FieldError>();
  for (const error of errors) {
    const isOfBody = error.code !== 'invalid_type' && error.code !== 'invalid_parameter';
    if (isOfBody && mistyped.has(error.pointer)) continue;
    const key = `${error.code} ${error.pointer}`;
    if (!kept.has(key)) kept.set(key, error);
  }
  // A body may hold 2,000 faults: pointers are taken apart once, not at each comparison.
  return [...kept.values()]
    .map((error) => ({ error, order: CODE_ORDER.get(error.code) ?? 0, steps: error.pointer.split('/') }))
    .sort((a, b) => a.order - b.order || compareSteps(a.steps, b.steps))
    .map(({ error }) => error);
}

function mapped(error: SchemaError, body: unknown): FieldError | null {
  if (error.propertyName !== undefined && error.keyword !== 'propertyNames') return null;
  const mapper = MAPPERS[error.keyword] ?? invalid('Is not allowed here.');
  const fieldError = mapper(error, body);
  return fieldError && { ...fieldError, pointer: shownPointer(fieldError.pointer) };
}

const CODE_ORDER = new Map(Object.keys(ERRORS).map((code, i) => [code, i]));

/** Segment by segment, array indices as numbers: /items/2 before /items/10. No locale: the order is the same everywhere. */
function compareSteps(left: readonly string[], right: readonly string[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x = '', y = ''] = [left[i], right[i]];
    if (x === y) continue;
    const numeric = /^\d{1,6}$/.test(x) && /^\d{1,6}$/.test(y) ? Number(x) - Number(y) : 0;
    return numeric || (x < y ? -1 : 1);
  }
  return left.length - right.length;
}
