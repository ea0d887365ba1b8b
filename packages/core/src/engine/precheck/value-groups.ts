// SPDX-License-Identifier: Apache-2.0

/** An expression with its named groups as plain ones, and their numbers: by name in order of appearance. */
export interface Unnamed {
  readonly source: string;
  readonly values: readonly number[];
}

/** A reference to a name, another escape, a class, or what opens a group. */
const PART = /\\k<(\w+)>|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?<([A-Za-z_$][\w$]*)>|(\?))?/g;

/**
 * Engines build an object of names for every match of an expression that names its groups, which costs more than most
 * matches; numbers cost nothing.
 */
export function withoutNames(source: string): Unnamed {
  const byName = new Map<string, number[]>();
  let groups = 0;
  const unnamed = source.replace(PART, (part: string, referred?: string, name?: string, special?: string) => {
    if (referred !== undefined) return byName.has(referred) ? `(?:\\${byName.get(referred)?.[0]})` : part;
    if (!part.startsWith('(') || special !== undefined) return part;
    groups++;
    if (name === undefined) return part;
    byName.set(name, [...(byName.get(name) ?? []), groups]);
    return '(';
  });
  return { source: unnamed, values: [...byName.values()].flat() };
}
