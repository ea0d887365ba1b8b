// SPDX-License-Identifier: Apache-2.0
import { textOfUnits } from './units.ts';

/** The way from a folded text back to the given one. Offsets are UTF-16 units. */
export interface WayBack {
  readonly toGiven: (offset: number) => number;
  readonly rangeToGiven: (start: number, end: number) => readonly [number, number];
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const decoder = new TextDecoder(LITTLE_ENDIAN ? 'utf-16le' : 'utf-16be', { ignoreBOM: true });

/** Working memory for the units of the text that is being folded: one text at a time. */
let scratch: Uint16Array = new Uint16Array(4_096);

/**
 * Units of a folded text, each with the range of the given text that it came from. Ranges never go backwards. Most texts
 * fold unit by unit, so ranges are written down only once a unit lies elsewhere than in the given text.
 */
export class FoldedText {
  changed = false;
  units: Uint16Array;
  length = 0;
  /** All folded units or-ed together: below 0x200 none is foreign to Latin. */
  seen = 0;
  readonly #givenLength: number;
  #from: Uint32Array | null = null;
  #to: Uint32Array | null = null;

  constructor(givenLength: number) {
    if (scratch.length < givenLength) scratch = new Uint16Array(givenLength * 2);
    this.units = scratch;
    this.#givenLength = givenLength;
  }

  push(unit: number, start: number, end: number): void {
    this.reserve(1);
    this.#noteRange(1, start, end);
    this.units[this.length++] = unit;
    this.seen |= unit;
  }

  /** Units that all come from one range. */
  pushAll(text: string, start: number, end: number): void {
    const count = text.length;
    this.reserve(count);
    this.#noteRange(count, start, end);
    for (let i = 0; i < count; i++) {
      const unit = text.charCodeAt(i);
      this.units[this.length + i] = unit;
      this.seen |= unit;
    }
    this.length += count;
  }

  /** Makes room for units that the caller writes itself behind the last, and then counts with `advance`. */
  reserve(count: number): void {
    if (this.length + count <= this.units.length) return;
    scratch = grown(this.units, new Uint16Array((this.length + count) * 2));
    this.units = scratch;
  }

  /** Counts units that were written behind the last, each from one of as many given units from `start` on. */
  advance(count: number, start: number): void {
    if (this.#from !== null || start !== this.length) {
      const [from, to] = this.#ranges(count);
      for (let i = 0; i < count; i++) {
        from[this.length + i] = start + i;
        to[this.length + i] = start + i + 1;
      }
    }
    this.length += count;
  }

  /** Where in the given text a unit comes from. */
  from(index: number): number {
    return this.#from === null ? index : (this.#from[index] as number);
  }

  /** Moves a unit to an earlier place; the caller shortens the text afterwards. */
  move(source: number, target: number): void {
    this.units[target] = this.units[source] as number;
    if (source === target) return;
    const [from, to] = this.#ranges(0);
    from[target] = from[source] as number;
    to[target] = to[source] as number;
  }

  /** Lets the unit at `index` stand for the range of the one at `last` as well. */
  stretch(index: number, last: number): void {
    const [, to] = this.#ranges(0);
    to[index] = to[last] as number;
  }

  text(wellFormed: boolean): string {
    // A decoder would replace lone surrogates.
    if (wellFormed) return decoder.decode(this.units.subarray(0, this.length));
    return textOfUnits(this.units, 0, this.length);
  }

  wayBack(): WayBack {
    if (this.#from === null && this.length === this.#givenLength) return straightBack(this.length);
    return mappedBack(this.length, this.#givenLength, ...this.#ranges(0));
  }

  #noteRange(count: number, start: number, end: number): void {
    if (this.#from === null && count === 1 && start === this.length && end === start + 1) return;
    const [from, to] = this.#ranges(count);
    for (let i = this.length; i < this.length + count; i++) {
      from[i] = start;
      to[i] = end;
    }
  }

  /** The ranges, with room for so many more; made when they are first needed. */
  #ranges(more: number): readonly [Uint32Array, Uint32Array] {
    const size = this.length + more;
    if (this.#from === null || this.#to === null) {
      const capacity = Math.max(size, this.#givenLength) + 16;
      this.#from = new Uint32Array(capacity);
      this.#to = new Uint32Array(capacity);
      for (let i = 0; i < this.length; i++) {
        this.#from[i] = i;
        this.#to[i] = i + 1;
      }
    } else if (this.#from.length < size) {
      this.#from = grown(this.#from, new Uint32Array(size * 2));
      this.#to = grown(this.#to, new Uint32Array(size * 2));
    }
    return [this.#from, this.#to];
  }
}

/** For a text whose units all lie where the given ones do. An empty range stays empty. */
export function straightBack(length: number): WayBack {
  const within = (offset: number) => Math.max(0, Math.min(offset, length));
  return { toGiven: within, rangeToGiven: (start, end) => [within(start), within(Math.max(start, end))] };
}

function mappedBack(length: number, givenLength: number, from: Uint32Array, to: Uint32Array): WayBack {
  const toGiven = (offset: number) => (offset >= length ? givenLength : (from[Math.max(0, offset)] as number));
  const rangeToGiven = (start: number, end: number): readonly [number, number] => {
    const first = toGiven(start);
    const last = Math.min(end, length) - 1;
    return last < start || last < 0 ? [first, first] : [first, Math.max(first, to[last] as number)];
  };
  return { toGiven, rangeToGiven };
}

function grown<T extends Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
