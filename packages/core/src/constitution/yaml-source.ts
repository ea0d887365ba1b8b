// SPDX-License-Identifier: Apache-2.0
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { DataFile } from './parse.ts';
import type { DataProblem } from './problem.ts';
import { TRIMMED } from './schema.ts';

/**
 * Stands in a text wherever a scanner for secrets would otherwise stumble over a made-up example; taken out at load, so
 * that neither hash nor reader ever sees it.
 */
export const JOIN_MARK = '⟨join⟩';

export type DataPath = readonly (string | number)[];

/**
 * One YAML file: its value, and the place in the text of every part of that value. The text of a prepared file is read only
 * when a problem asks for a place.
 */
export class YamlSource {
  readonly path: string;
  readonly value: unknown;
  readonly problems: DataProblem[] = [];
  /** The same bytes were held against their schema and their own examples before. */
  readonly checked: boolean;
  readonly #text: string;
  readonly #lines = new LineCounter();
  #parsed: Document | undefined;

  constructor({ path, text, prepared }: DataFile) {
    this.path = path;
    this.#text = text;
    this.checked = prepared !== undefined;
    this.value = this.checked ? prepared : this.#readValue();
  }

  /** Reports a problem at the value of `at`, or at the nearest enclosing value that the file has. */
  problem(at: DataPath, message: string): void {
    this.#report(this.#offset(at), message);
  }

  /** `path:line` of a value, for a message that points at another place. */
  place(at: DataPath): string {
    return `${this.path}:${this.#lines.linePos(this.#offset(at)).line}`;
  }

  /** The value at `at` if it fits the schema; else null, with every fault reported at its own line. */
  read<Schema extends TSchema>(schema: Schema, value: unknown, at: DataPath = []): Static<Schema> | null {
    if (this.checked) return value as Static<Schema>;
    const errors = Value.Errors(schema, value);
    for (const error of errors) {
      if (error.message === 'schema is false') continue; // the same fault comes again as additionalProperties
      const owner = idOf(value, pointerSteps(error.instancePath));
      const place = [...at, ...pointerSteps(error.instancePath)];
      const unknown = 'additionalProperties' in error.params ? error.params.additionalProperties : [];
      if (unknown.length === 0) this.problem(place, owner + describe(error));
      for (const name of unknown) this.#report(this.#keyOffset(place, name), `${owner}"${name}" is not known here`);
    }
    return errors.length === 0 ? (value as Static<Schema>) : null;
  }

  #readValue(): unknown {
    const document = this.#document();
    for (const { pos, message } of [...document.errors, ...document.warnings]) this.#report(pos[0], message);
    this.#inspect(document);
    return this.problems.length === 0 ? document.toJS() : undefined;
  }

  #document(): Document {
    this.#parsed ??= parseDocument(this.#text, { lineCounter: this.#lines, version: '1.2', prettyErrors: false });
    return this.#parsed;
  }

  /** Aliases would let one text stand in two places; a lone surrogate has no UTF-8 and so no hash. */
  #inspect(document: Document): void {
    visit(document, {
      Node: (_, node) => {
        const offset = node.range?.[0] ?? 0;
        if (isAlias(node)) this.#report(offset, 'aliases are not used in these files: write the text out');
        if (!isScalar(node) || typeof node.value !== 'string') return;
        node.value = node.value.replaceAll(JOIN_MARK, '');
        if (!(node.value as string).isWellFormed()) this.#report(offset, 'the text holds half of a surrogate pair');
      },
    });
  }

  #report(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.problems.push({ path: this.path, line: Math.max(line, 1), column: Math.max(col, 1), message });
  }

  #offset(at: DataPath): number {
    for (let depth = at.length; depth > 0; depth -= 1) {
      const node = this.#document().getIn(at.slice(0, depth), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return this.#document().contents?.range?.[0] ?? 0;
  }

  #keyOffset(at: DataPath, name: string): number {
    const parent = at.length === 0 ? this.#document().contents : this.#document().getIn(at, true);
    if (isCollection(parent) && isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === name);
      if (isScalar(pair?.key) && pair.key.range) return pair.key.range[0];
    }
    return this.#offset(at);
  }
}

/** `id: ` of the innermost object around a fault that has one: a place by number alone says little. */
function idOf(root: unknown, steps: readonly string[]): string {
  let value = root;
  let id = '';
  for (const step of ['', ...steps]) {
    if (step !== '') value = (value as Readonly<Record<string, unknown>>)[step];
    if (typeof value !== 'object' || value === null) break;
    const own: unknown = (value as { id?: unknown }).id;
    if (typeof own === 'string') id = `${own}: `;
  }
  return id;
}

/** RFC 6901. A step of digits may be an index or a key: `getIn` of the YAML document takes either form. */
function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function describe({ keyword, instancePath, message, params }: SchemaError): string {
  const name = pointerSteps(instancePath).join('.') || 'the value';
  if (keyword === 'required' && 'requiredProperties' in params)
    return `${String(params.requiredProperties)} is missing`;
  if (keyword === 'enum' && 'allowedValues' in params) {
    return `${name} must be one of ${[params.allowedValues].flat().join(', ')}`;
  }
  if (keyword === 'minItems' && 'limit' in params && params.limit === 1) return `${name} must not be empty`;
  if (keyword === 'pattern' && 'pattern' in params && String(params.pattern).includes(TRIMMED)) {
    return `${name} must not be empty, nor begin or end with white space`;
  }
  return `${name} ${message}`;
}
