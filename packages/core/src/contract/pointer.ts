// SPDX-License-Identifier: Apache-2.0
/** RFC 6901. */

/** Longest member name that a pointer repeats: a name is the caller's text, and an error must not become an echo. */
const MAX_NAME_CODE_UNITS = 64;

/** `pointer` + one more segment, escaped (section 3); an over-long name is cut and ends in `…`. */
export function childPointer(pointer: string, name: string): string {
  return `${pointer}/${escapeSegment(cut(name))}`;
}

/** A pointer whose over-long segments are cut as in `childPointer`: fit to be shown, no longer to be followed. */
export function shownPointer(pointer: string): string {
  if (pointer.length <= MAX_NAME_CODE_UNITS) return pointer;
  return pointer
    .split('/')
    .map((segment) => escapeSegment(cut(readSegment(segment))))
    .join('/');
}

/** What the pointer points at, or undefined. Own members only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const name = readSegment(segment);
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

const escapeSegment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const readSegment = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Never between the halves of a surrogate pair. */
function cut(name: string): string {
  if (name.length <= MAX_NAME_CODE_UNITS) return name;
  const last = name.charCodeAt(MAX_NAME_CODE_UNITS - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_NAME_CODE_UNITS - 1 : MAX_NAME_CODE_UNITS;
  return `${name.slice(0, end)}…`;
}
