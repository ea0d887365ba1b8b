// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_POLICIES, type PolicyForm } from '../../packages/core/src/contract/limits.ts';
import { SchemaComponents } from '../../packages/core/src/contract/openapi/components.ts';
import { openapiPath } from '../../packages/core/src/contract/openapi/operation-object.ts';
import { type Example, type Operation, TAGS } from '../../packages/core/src/contract/operation.ts';
import { errorsOf } from '../../packages/core/src/contract/operation-errors.ts';
import { OPERATION_LIST } from '../../packages/core/src/contract/operations.ts';
import { asObject, GENERATED, memberTable, table, typeName } from './markdown.ts';

/** docs/reference/operations.md: a section for each operation of the registry. */
export function operationsPage(baseUrl: string): string {
  const overview = table(
    ['operation', 'method', 'path', ''],
    OPERATION_LIST.map((o) => [`[${o.id}](#${o.id.toLowerCase()})`, o.method, `\`${openapiPath(o.path)}\``, o.summary]),
  );
  return `${[
    GENERATED,
    '# Operations',
    'Every operation with its bounds, limits, answers and errors. The examples run as tests against the service. ' +
      'HEAD works wherever GET does.',
    overview,
    ...OPERATION_LIST.map((operation) => section(operation, baseUrl)),
  ].join('\n\n')}\n`;
}

function section(operation: Operation, baseUrl: string): string {
  const parts = [
    `## ${operation.id}`,
    `\`${operation.method} ${openapiPath(operation.path)}\` · ${TAGS[operation.tag]}`,
    operation.description,
    table(['', ''], facts(operation)),
    ...bodyPart(operation),
    `### Answer\n\n${answer(operation)}`,
    `### Errors\n\n${errorLinks(operation)}`,
    `### Examples\n\n${operation.examples.map((example) => exampleText(operation, example, baseUrl)).join('\n\n')}`,
  ];
  return parts.join('\n\n');
}

const ACCESS = {
  open: 'open; Authorization is ignored',
  checked: 'open; an Authorization that is no live key is refused',
  optional: 'key or free tier',
  required: 'key',
} as const;
const COST = {
  none: 'nothing',
  one: 'one check, on 200 only',
  per_item: 'one check for each item with a result',
} as const;

function facts(operation: Operation): string[][] {
  const scope = !('scope' in operation.access) ? '' : `, scope \`${operation.access.scope}\``;
  return [
    ['access', `${ACCESS[operation.access.kind]}${scope}`],
    ['costs', COST[operation.cost]],
    ['limits', operation.limits.flatMap(policyLines).join('; ') || 'none'],
    ...(operation.maxBodyBytes ? [['body', `at most ${operation.maxBodyBytes.toLocaleString('en-GB')} bytes`]] : []),
    ['envelope', operation.envelope === 'raw' ? 'none' : operation.envelope],
    ['media types', operation.produces.map((type) => `\`${type}\``).join(', ')],
    ['caching', operation.cache === 'live' ? '`no-store`' : '5 minutes, strong ETag'],
    ['browsers', operation.cors === 'public' ? 'any origin, without credentials' : 'the origin of the site'],
  ];
}

function policyLines(id: keyof typeof DEFAULT_POLICIES): string[] {
  const policy = DEFAULT_POLICIES[id];
  const forms = policy.keyed === undefined ? [policy.free] : [policy.free, policy.keyed];
  return forms.map(policyLine);
}

const PARTITION = {
  network: 'network',
  key: 'key',
  route_network: 'network, counted by route',
  service: 'service, all callers together',
} as const;

function policyLine(form: PolicyForm): string {
  const window = form.windowS === 86_400 ? 'UTC day' : `${form.windowS} s`;
  const inFlight = form.inFlight === undefined ? '' : `, ${form.inFlight} at the same time`;
  return `\`${form.name}\` ${form.quota.toLocaleString('en-GB')} per ${window} and ${PARTITION[form.partition]}${inFlight}`;
}

function bodyPart(operation: Operation): string[] {
  if (operation.body === undefined) return [];
  const schemas = new SchemaComponents();
  const reference = asObject(schemas.use(operation.body));
  const name = String(reference.$ref).split('/').at(-1) ?? '';
  return [`### Body\n\n${typeName(reference)}\n\n${memberTable(asObject(schemas.toJson()[name]))}`];
}

function answer(operation: Operation): string {
  const schema = asObject(new SchemaComponents().use(operation.output));
  const place = operation.envelope === 'raw' ? 'The whole answer' : '`data`';
  const also = operation.failureStatus === undefined ? '' : ` The same with ${operation.failureStatus} when it fails.`;
  return `${operation.successStatus}. ${place}: ${typeName(schema)}.${also}`;
}

function errorLinks(operation: Operation): string {
  return errorsOf(operation)
    .map((code) => `[\`${code}\`](errors.md#${code})`)
    .join(', ');
}

function exampleText(operation: Operation, example: Example, baseUrl: string): string {
  return `${example.name}:\n\n\`\`\`sh\n${curl(operation, example, baseUrl)}\n\`\`\`\n\n${expectation(example)}`;
}

function curl(operation: Operation, example: Example, baseUrl: string): string {
  const path = operation.path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => example.params?.[name] ?? '');
  const query = new URLSearchParams(example.query).toString();
  const words = [
    `curl -s ${baseUrl}${path}${query === '' ? '' : `?${query}`}`,
    ...(example.accept === undefined ? [] : [`-H 'Accept: ${example.accept}'`]),
    ...(example.body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(example.body)}`]),
  ];
  return words.join(' \\\n  ');
}

/** For a POSIX shell: everything but the quote itself is literal between single quotes. */
const quoted = (body: unknown) => `'${JSON.stringify(body).replaceAll("'", "'\\''")}'`;

function expectation(example: Example): string {
  const { status, code, data, contains, mediaType } = example.expect;
  const parts = [
    code === undefined ? '' : ` with code \`${code}\``,
    mediaType === undefined ? '' : ` as \`${mediaType}\``,
    contains === undefined ? '' : ` that contains \`${contains}\``,
    data === undefined ? '' : ` with, among others, \`${JSON.stringify(data)}\``,
  ];
  return `Answers ${status}${parts.join('')}.`;
}
