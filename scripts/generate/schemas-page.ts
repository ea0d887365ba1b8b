// SPDX-License-Identifier: Apache-2.0
import { buildOpenapi, type JsonObject, type OpenapiOptions } from '../../packages/core/src/contract/openapi.ts';
import { asObject, GENERATED, memberTable, typeName } from './markdown.ts';

/** docs/reference/schemas.md: every named value of the wire. */
export function schemasPage(options: OpenapiOptions): string {
  const schemas = asObject(asObject(buildOpenapi(options).components).schemas);
  const sections = Object.entries(schemas).map(([name, schema]) => section(name, asObject(schema)));
  return `${[
    GENERATED,
    '# Values of the API',
    'The same schemas, in full, are in [the OpenAPI document](../../spec/openapi.json). Enumerations of answers are open: ' +
      'values may be added, and an unknown one is to be treated as the most severe. Lengths are Unicode code points.',
    ...sections,
  ].join('\n\n')}\n`;
}

function section(name: string, schema: JsonObject): string {
  const description = typeof schema.description === 'string' ? `${schema.description}\n\n` : '';
  const members = Object.keys(asObject(schema.properties)).length > 0 ? memberTable(schema) : typeName(schema);
  return `## ${name}\n\n${description}${members}`;
}
