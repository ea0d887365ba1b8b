// SPDX-License-Identifier: Apache-2.0

/**
 * Whether an answer holds what an example expects: objects may have more members, an expected element of a list must be
 * held by some element of the answer; an empty list expects an empty list.
 */
export function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return false;
    if (expected.length === 0) return actual.length === 0;
    return expected.every((wanted) => actual.some((element) => holds(element, wanted)));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return false;
    const members = actual as Readonly<Record<string, unknown>>;
    return Object.entries(expected).every(
      ([name, wanted]) => Object.hasOwn(members, name) && holds(members[name], wanted),
    );
  }
  return Object.is(actual, expected);
}
