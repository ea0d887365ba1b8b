// SPDX-License-Identifier: Apache-2.0

/** Units of a value that are looked up first; no value is shorter. */
export const MIN_VALUE_LENGTH = 6;
const SLOTS = 1 << 14;

/** Values that begin alike. */
interface Family {
  readonly values: Set<string>;
  /** Their lengths, longest first. */
  lengths: number[];
}

/**
 * Finds any of many values in a text. A text can be full of values, and each would else be looked for in all of it: here
 * the text is read once, and a place costs more only where a value begins like it.
 */
export class ValueIndex {
  readonly #families = new Map<string, Family>();
  readonly #slots = new Uint8Array(SLOTS);

  constructor(values: Iterable<string>) {
    for (const value of values) this.#add(value);
  }

  /** Stretches made of values, in order and apart from each other; UTF-16 units, half open. */
  find(text: string): [start: number, end: number][] {
    const found: [number, number][] = [];
    if (this.#families.size === 0) return found;
    let last: [number, number] | null = null;
    for (let at = 0; at + MIN_VALUE_LENGTH <= text.length; at++) {
      const length = this.#longestAt(text, at);
      if (length === 0) continue;
      const end = at + length;
      if (last === null || at >= last[1]) {
        last = [at, end];
        found.push(last);
      } else if (end > last[1]) last[1] = end;
    }
    return found;
  }

  isIn(text: string): boolean {
    for (let at = 0; at + MIN_VALUE_LENGTH <= text.length; at++) if (this.#longestAt(text, at) > 0) return true;
    return false;
  }

  #longestAt(text: string, at: number): number {
    if (this.#slots[slotAt(text, at)] === 0) return 0;
    const family = this.#families.get(text.slice(at, at + MIN_VALUE_LENGTH));
    if (family === undefined) return 0;
    for (const length of family.lengths) {
      if (at + length <= text.length && family.values.has(text.slice(at, at + length))) return length;
    }
    return 0;
  }

  /** Shorter values turn up by chance, and are left out. */
  #add(value: string): void {
    if (value.length < MIN_VALUE_LENGTH) return;
    const head = value.slice(0, MIN_VALUE_LENGTH);
    let family = this.#families.get(head);
    if (family === undefined) {
      family = { values: new Set(), lengths: [] };
      this.#families.set(head, family);
      this.#slots[slotAt(value, 0)] = 1;
    }
    family.values.add(value);
    if (!family.lengths.includes(value.length)) {
      family.lengths.push(value.length);
      family.lengths.sort((a, b) => b - a);
    }
  }
}

function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let i = at; i < at + MIN_VALUE_LENGTH; i++) slot = (Math.imul(slot, 31) + text.charCodeAt(i)) | 0;
  return (slot ^ (slot >>> 14)) & (SLOTS - 1);
}
