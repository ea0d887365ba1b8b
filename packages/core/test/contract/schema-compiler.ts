// SPDX-License-Identifier: Apache-2.0
/** ajv as the server runs it, for tests of schemas. Strict: a keyword that ajv does not know is an error. */
import { createRequire } from 'node:module';
import type { TSchema } from 'typebox';
import type { SchemaError } from '../../src/contract/validation.ts';

interface Validate {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
interface Ajv {
  compile(schema: TSchema): Validate;
}

// ajv belongs to the server; core itself must not depend on it.
const require = createRequire(new URL('../../../server/package.json', import.meta.url));
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv };
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: false });

/** The errors of a value; none when it fits. */
export function errorsAgainst(schema: TSchema, value: unknown): readonly SchemaError[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** The schema with every object closed: finds members that an answer has and the contract does not name. */
export function closed(schema: TSchema): TSchema {
  return close(JSON.parse(JSON.stringify(schema))) as TSchema;
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, close(value)]));
  const isObject = members.type === 'object' && typeof members.properties === 'object';
  return isObject && members.additionalProperties === undefined ? { ...members, additionalProperties: false } : members;
}
