// SPDX-License-Identifier: Apache-2.0

const CHUNK = 8192;

/** Units of a folded text, each with the range of the given text that it came from. Ranges never go backwards. */
export class FoldedText {
  changed = false;
  units: Uint16Array;
  from: Uint32Array;
  #to: Uint32Array;
  length = 0;
  #givenLength = 0;

  constructor(capacity: number) {
    this.units = new Uint16Array(capacity + 16);
    this.from = new Uint32Array(capacity + 16);
    this.#to = new Uint32Array(capacity + 16);
  }

  push(unit: number, start: number, end: number): void {
    if (this.length === this.units.length) this.#grow();
    this.units[this.length] = unit;
    this.from[this.length] = start;
    this.#to[this.length] = end;
    this.length++;
  }

  pushCodePoint(codePoint: number, start: number, end: number): void {
    if (codePoint <= 0xffff) this.push(codePoint, start, end);
    else {
      this.push(0xd800 + ((codePoint - 0x10000) >> 10), start, end);
      this.push(0xdc00 + ((codePoint - 0x10000) & 0x3ff), start, end);
    }
  }

  /** Moves a unit to an earlier place; the caller shortens the text afterwards. */
  move(source: number, target: number): void {
    this.units[target] = this.units[source] as number;
    this.from[target] = this.from[source] as number;
    this.#to[target] = this.#to[source] as number;
  }

  /** Lets the unit at `index` stand for the range of the one at `last` as well. */
  stretch(index: number, last: number): void {
    this.#to[index] = this.#to[last] as number;
  }

  close(givenLength: number): void {
    this.#givenLength = givenLength;
  }

  text(): string {
    let text = '';
    for (let i = 0; i < this.length; i += CHUNK) {
      text += String.fromCharCode(...this.units.subarray(i, Math.min(i + CHUNK, this.length)));
    }
    return text;
  }

  toGiven(offset: number): number {
    if (offset >= this.length) return this.#givenLength;
    return this.from[Math.max(0, offset)] as number;
  }

  /** An empty range stays empty. */
  rangeToGiven(start: number, end: number): readonly [number, number] {
    const first = this.toGiven(start);
    const last = Math.min(end, this.length) - 1;
    return last < start || last < 0 ? [first, first] : [first, Math.max(first, this.#to[last] as number)];
  }

  #grow(): void {
    const size = this.units.length * 2;
    this.units = grown(this.units, new Uint16Array(size));
    this.from = grown(this.from, new Uint32Array(size));
    this.#to = grown(this.#to, new Uint32Array(size));
  }
}

function grown<T extends Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
