// SPDX-License-Identifier: Apache-2.0
import type { TSchema } from 'typebox';
import { canonicalJson } from '../../seal/jcs.ts';
import { type Json, type JsonObject, toJson } from './json.ts';

/**
 * Collects the titled schemas of a document under `#/components/schemas/{title}`. A title stands for one schema: two
 * different ones under the same title are a mistake of ours and throw.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, Json>();

  /** The schema with every titled part replaced by its reference. */
  use(schema: TSchema): Json {
    return this.#hoist(toJson(schema));
  }

  /** Sorted by name: the document must not depend on the order of use. */
  toJson(): JsonObject {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #hoist(node: Json): Json {
    if (isList(node)) return node.map((element) => this.#hoist(element));
    if (typeof node !== 'object' || node === null) return node;
    const hoisted: JsonObject = Object.fromEntries(Object.entries(node).map(([k, v]) => [k, this.#hoist(v)]));
    // Inside `properties`, `title` is the name of a member and its value a schema.
    return typeof hoisted.title === 'string' ? this.#register(hoisted.title, hoisted) : hoisted;
  }

  #register(title: string, schema: JsonObject): JsonObject {
    const known = this.#schemas.get(title);
    if (known !== undefined && canonicalJson(known) !== canonicalJson(schema))
      throw new Error(`Two different schemas have the title ${title}`);
    this.#schemas.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }
}

const isList = (node: Json): node is readonly Json[] => Array.isArray(node);
