// SPDX-License-Identifier: Apache-2.0
/** docs/reference/configuration.md, from the schema of the settings. */
import { environmentNames } from '../../packages/server/src/config-environment.ts';
import { ConfigSchema, SECRET_NAMES } from '../../packages/server/src/config-schema.ts';

interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** Of a group whose members have names of the operator's choice. */
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly anyOf?: readonly SchemaNode[];
  readonly items?: SchemaNode;
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

const HEAD = `# Configuration

Plumbline starts with no settings at all. Settings come from one file, \`plumbline.yaml\` in the working folder (or the file
that \`PLUMBLINE_CONFIG\` names), and from the environment, which wins. All problems are reported at once, each with its
place; names that are not listed here are refused. Relative paths of the file start from the file's folder. In the environment a list is
written with commas between its values (\`10.0.0.0/8, ::1\`) or as JSON; lists of objects and objects are JSON.

`;

/** The whole page. A function of the schema alone. */
export function configurationPage(): string {
  const root = ConfigSchema as unknown as SchemaNode;
  return `${HEAD}${section('Settings', root, [])}\n${groups(root)}${secrets()}`;
}

function groups(root: SchemaNode): string {
  return Object.entries(root.properties ?? {})
    .filter(([, node]) => membersOf(node) !== undefined)
    .map(([name, node]) => `${section(`\`${name}\``, node, [name])}\n`)
    .join('');
}

/** Members, those of a freely named kind under `NAME`. */
function membersOf({ properties, patternProperties }: SchemaNode): SchemaNode['properties'] {
  const [named] = Object.values(patternProperties ?? {});
  return named === undefined ? properties : { NAME: named };
}

/** Groups inside a group are listed with their path; groups of the root have a section each. */
function section(title: string, node: SchemaNode, path: readonly string[]): string {
  const rows = rowsOf(node, path, path.length > 0);
  const about = path.length > 0 && node.description ? `${node.description}\n\n` : '';
  const header = '| setting | environment | value | default | meaning |\n|---|---|---|---|---|\n';
  return `## ${title}\n\n${about}${header}${rows.join('')}`;
}

function rowsOf(node: SchemaNode, path: readonly string[], deep: boolean): string[] {
  return Object.entries(membersOf(node) ?? {}).flatMap(([name, child]) => {
    const here = [...path, name];
    if (membersOf(child) === undefined) return [row(here, child)];
    // The environment can give a freely named group as a whole only.
    const whole = child.patternProperties === undefined ? [] : [row(here, child)];
    return deep ? rowsOf(child, here, true) : whole;
  });
}

function row(path: readonly string[], node: SchemaNode): string {
  const cells = [
    `\`${path.join('.')}\``,
    variables(path),
    formOf(node),
    node.default === undefined ? 'must be given' : shownDefault(node.default),
    node.description ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

function variables(path: readonly string[]): string {
  return [...environmentNames().values()]
    .filter((entry) => entry.path.join('.') === path.join('.'))
    .map(({ name }) => `\`${name}\``)
    .sort()
    .join(', ');
}

function formOf(node: SchemaNode): string {
  if (node.anyOf !== undefined) {
    const forms = node.anyOf.map((form) => (form.const === undefined ? formOf(form) : `\`${String(form.const)}\``));
    return [...new Set(forms)].join(' or ');
  }
  if (node.type === 'array') return `list of ${node.items?.type ?? 'values'}`;
  const { minimum, maximum } = node;
  const range = minimum === undefined ? '' : ` ${minimum}..${maximum ?? ''}`;
  return `${node.type ?? 'value'}${range}`;
}

function secrets(): string {
  const rows = Object.entries(SECRET_NAMES).map(([name, meaning]) => `| \`${name}\` | ${meaning} |\n`);
  return `## Secrets\n\nOnly the environment gives them, and they are never logged.\n\n| environment | meaning |\n|---|---|\n${rows.join('')}`;
}

/** Longer ones are texts: a table is no place to read them. */
const MAX_SHOWN = 200;

function shownDefault(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? `\`${text}\`` : 'a text of its own, see the source';
}
