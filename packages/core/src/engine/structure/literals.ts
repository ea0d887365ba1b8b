// SPDX-License-Identifier: Apache-2.0
import { EDGE } from '../precheck/pack-schema.ts';

export type Concepts = Readonly<Record<string, readonly string[]>>;

const GATE_LENGTH = 16;
const GATE_LENGTH_BEYOND = 9;

/**
 * Beginnings of literals: a text without any of them has none of the literals. Many literals share one, so that the scan
 * of ordinary texts has few to look for.
 */
export function gateOf(literals: readonly string[]): string[] {
  const beginnings = new Set<string>();
  for (const literal of literals) {
    const edge = literal.startsWith(EDGE) ? EDGE : '';
    const body = literal.slice(edge.length);
    const length = /^[\0-\x7f]*$/.test(body) ? GATE_LENGTH : GATE_LENGTH_BEYOND;
    const beginning = body.endsWith(EDGE) && body.length - 1 <= length ? body : body.slice(0, length);
    beginnings.add(edge + beginning);
  }
  return [...beginnings];
}
