// SPDX-License-Identifier: Apache-2.0
/** Environment names, derived from the schema: `log.level` is PLUMBLINE_LOG_LEVEL. */
import { ConfigSchema } from './config-schema.ts';

export interface EnvironmentName {
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: 'string' | 'number' | 'boolean' | 'list' | 'json';
}

interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
}

/** HOST and PORT are the names that every platform sets. */
const BARE_NAMES: Readonly<Record<string, string>> = { host: 'HOST', port: 'PORT' };

/** All names that the environment may give, with the setting that each stands for. */
export function environmentNames(): ReadonlyMap<string, EnvironmentName> {
  const names = new Map<string, EnvironmentName>();
  collect(ConfigSchema as unknown as SchemaNode, [], names);
  return names;
}

function collect(node: SchemaNode, path: readonly string[], names: Map<string, EnvironmentName>): void {
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    const here = [...path, key];
    if (child.properties !== undefined) {
      collect(child, here, names);
      continue;
    }
    const name = `PLUMBLINE_${here.join('_').toUpperCase()}`;
    const entry = { name, path: here, kind: kindOf(child) };
    names.set(name, entry);
    const bare = BARE_NAMES[here.join('.')];
    if (bare !== undefined) names.set(bare, { ...entry, name: bare });
  }
}

function kindOf(node: SchemaNode): EnvironmentName['kind'] {
  const type = node.type ?? node.anyOf?.[0]?.type;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  // Members of an object have commas between them: such a list is JSON.
  if (type === 'array') return (node.items ?? node.anyOf?.[0]?.items)?.type === 'object' ? 'json' : 'list';
  return type === 'object' ? 'json' : 'string';
}

/** The value as the schema wants it; what cannot be read stays text, so that the schema names the problem. */
export function readEnvironmentValue(entry: EnvironmentName, text: string): unknown {
  switch (entry.kind) {
    case 'number':
      return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return listOf(text);
    case 'json':
      return parseOrText(text);
    default:
      return text;
  }
}

/** Values with commas between them, or a JSON list of them. */
function listOf(text: string): unknown {
  const json = text.trim().startsWith('[') ? parseOrText(text) : text;
  if (Array.isArray(json)) return json;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
