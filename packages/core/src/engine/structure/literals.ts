// SPDX-License-Identifier: Apache-2.0
import { anchorLiteral, EDGE } from '../precheck/pack-schema.ts';

export type Concepts = Readonly<Record<string, readonly string[]>>;

/** A literal that begins so is looked for where a sentence opens. */
export const OPENING = '^';

/** The literal without its marks. */
export const bodyOf = (literal: string): string =>
  anchorLiteral(literal.startsWith(OPENING) ? literal.slice(OPENING.length) : literal);

const BEGINNING = 16;
const BEGINNING_BEYOND = 9;

/**
 * Beginnings of literals: a text without any of them has none of the literals. Many literals share one, so that the scan
 * of ordinary texts has few to look for.
 */
export function beginningsOf(literals: readonly string[]): string[] {
  const beginnings = new Set<string>();
  for (const literal of literals) {
    const edge = literal.startsWith(EDGE) || literal.startsWith(OPENING) ? EDGE : '';
    const body = literal.slice(edge.length);
    const length = /^[\0-\x7f]*$/.test(body) ? BEGINNING : BEGINNING_BEYOND;
    const beginning = body.endsWith(EDGE) && body.length - 1 <= length ? body : body.slice(0, length);
    beginnings.add(edge + beginning);
  }
  return [...beginnings];
}
