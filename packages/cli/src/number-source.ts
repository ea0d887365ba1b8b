// SPDX-License-Identifier: Apache-2.0
import { closingQuote } from '@plumbline/core/contract/json-faults.ts';

const NUMBER_BEHIND_COLON = /[ \t\n\r]*:[ \t\n\r]*(-?\d[\d.eE+-]*)/y;

/**
 * A number as it was written: numbers of JavaScript have 15 digits and an end, those of JSON neither. By a walk of our own,
 * since a reviver of JSON.parse calls itself for each level and ends the process in a row of 10,000 levels.
 * @param line a JSON object
 * @param name of one of its members, whose value is a number
 */
export function numberSource(line: string, name: string): string {
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '"') {
      const end = closingQuote(line, at);
      const source = depth === 1 && JSON.parse(line.slice(at, end + 1)) === name ? numberBehind(line, end + 1) : null;
      if (source !== null) return source;
      at = end;
    }
  }
  throw new TypeError('numberSource: no such member');
}

/** Null behind a string that is a value. */
function numberBehind(line: string, at: number): string | null {
  NUMBER_BEHIND_COLON.lastIndex = at;
  return NUMBER_BEHIND_COLON.exec(line)?.[1] ?? null;
}

/** In TypeScript's own declarations soon: https://tc39.es/proposal-json-parse-with-source/ */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };

/** What JSON.stringify writes as `source`. */
export const asWritten = (source: string): object => rawJSON(source);
