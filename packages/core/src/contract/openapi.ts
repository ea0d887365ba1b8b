// SPDX-License-Identifier: Apache-2.0
/** The OpenAPI 3.1.0 document, derived from the registry and nothing else. */
import { credentialRegex } from './credential.ts';
import { SchemaComponents } from './openapi/components.ts';
import { HEADERS } from './openapi/headers.ts';
import type { Json, JsonObject } from './openapi/json.ts';
import { openapiPath, operationObject, PARAMETERS } from './openapi/operation-object.ts';
import { problemExamples } from './openapi/responses.ts';
import { type Operation, TAGS } from './operation.ts';
import { OPERATION_LIST } from './operations.ts';
import { VERSION_LABEL } from './version.ts';

export type { Json, JsonObject } from './openapi/json.ts';

export interface OpenapiOptions {
  /** Origin of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** Origin of the site, where the problem pages live. */
  readonly siteUrl: string;
  /** `proof`: only the operations by which anybody can check the deployment. Default all. */
  readonly surface?: 'all' | 'proof';
  /** Key form, for the description of the bearer scheme. Default: that of the default prefix. */
  readonly keyRegex?: string;
}

const DESCRIPTION =
  'Checks text, and prompts with their responses, against a published constitution, and explains every flag. ' +
  'Answers under /api/v1 come in the V1 envelope, the others in the public one; errors come in the same envelope, or as ' +
  'a bare application/problem+json when the Accept header asks for it. Enumerations of answers are open: values may be ' +
  'added; treat an unknown one as the most severe. HEAD works wherever GET does. Lengths are Unicode code points.';

/** Deterministic: same registry and options, same members in the same order. */
export function buildOpenapi(options: OpenapiOptions): JsonObject {
  const proofOnly = options.surface === 'proof';
  const operations = OPERATION_LIST.filter((operation) => !proofOnly || operation.proof === true);
  const schemas = new SchemaComponents();
  const paths = pathsOf(operations, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: proofOnly ? 'Plumbline: public proof surface' : 'Plumbline',
      version: VERSION_LABEL,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    security: [{ bearer: [] }, {}],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas: schemas.toJson(),
      headers: HEADERS,
      parameters: PARAMETERS,
      examples: problemExamples(options.siteUrl),
      securitySchemes: { bearer: bearer(options.keyRegex ?? credentialRegex()) },
    },
    externalDocs: { description: 'What each problem means', url: `${options.siteUrl}/problems` },
  };
}

/** The bytes that are served and hashed. `indent` 2 for the file in the repository, which people read. */
export function openapiText(options: OpenapiOptions, indent: 0 | 2 = 0): string {
  return `${JSON.stringify(buildOpenapi(options), null, indent)}\n`;
}

function pathsOf(operations: readonly Operation[], schemas: SchemaComponents): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = openapiPath(operation.path);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemas) };
  }
  return paths;
}

function tagsOf(operations: readonly Operation[]): Json[] {
  const used = new Set(operations.map((operation) => operation.tag));
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name as keyof typeof TAGS))
    .map(([name, description]) => ({ name, description }));
}

function bearer(keyRegex: string): JsonObject {
  return {
    type: 'http',
    scheme: 'bearer',
    description: `A key that the operator issued, of the form \`${keyRegex}\`. Without one the free tier applies; a bad one is 401.`,
  };
}
