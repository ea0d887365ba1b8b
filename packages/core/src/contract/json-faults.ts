// SPDX-License-Identifier: Apache-2.0
/** Where in a refused body the fault sits. Only run once a fault is known or likely. */
import { childPointer } from './pointer.ts';

const BACKSLASH = 92;

const bad = (text: string) => text.includes('\0') || !text.isWellFormed();

/**
 * Pointer to the first string or member name with NUL or half of a surrogate pair, or null. A bad name is not repeated:
 * the pointer then ends at its object.
 */
export function findBadUnicode(root: unknown): string | null {
  const open: { value: unknown; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, pointer } = entry;
    if (typeof value === 'string' && bad(value)) return pointer;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, child] of Object.entries(value)) {
      if (bad(name)) return pointer;
      // Long pointers of deep bodies would grow with the square of the depth.
      open.push({ value: child, pointer: pointer.length > 500 ? pointer : childPointer(pointer, name) });
    }
  }
  return null;
}

/** Index of the quote that closes the string which opens at `open`: the first one after an even run of backslashes. */
export function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (text.charCodeAt(at - 1) === BACKSLASH) {
    let start = at - 1;
    while (text.charCodeAt(start - 1) === BACKSLASH) start--;
    if ((at - start) % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return at;
}

interface Frame {
  /** Member names seen so far; null for an array. */
  readonly names: Set<string> | null;
  step: string;
  index: number;
}

/** Pointer to the first member that its object names twice, in a text that is valid JSON; null when there is none. */
export function findDuplicate(text: string): string | null {
  const frames: Frame[] = [];
  for (let i = 0; i < text.length; i++) {
    const frame = frames.at(-1);
    const char = text[i];
    if (char === '{') frames.push({ names: new Set(), step: '', index: 0 });
    else if (char === '[') frames.push({ names: null, step: '0', index: 0 });
    else if (char === '}' || char === ']') frames.pop();
    else if (char === ',' && frame?.names === null) frame.step = String(++frame.index);
    else if (char === '"') {
      const end = closingQuote(text, i);
      if (frame?.names && isName(text, end)) {
        // Decoded, because "a" and "\u0061" are the same name.
        frame.step = JSON.parse(text.slice(i, end + 1)) as string;
        if (frame.names.has(frame.step))
          return frames.slice(0, 40).reduce((pointer, { step }) => childPointer(pointer, step), '');
        frame.names.add(frame.step);
      }
      i = end;
    }
  }
  return null;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (' \t\n\r'.includes(text[at] ?? 'x')) at++;
  return text[at] === ':';
}
