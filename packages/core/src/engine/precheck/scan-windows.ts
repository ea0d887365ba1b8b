// SPDX-License-Identifier: Apache-2.0

/** How far before and behind a hit an expression has to read. */
export interface Reach {
  readonly before: number;
  readonly after: number;
}

/**
 * The places that expressions have to read in one text. Windows of one expression that touch are merged. Hits may come in
 * any order of expressions. One object serves text after text: after `reset`, `add` for every hit, then `close`; what is
 * to be read is then at 0..count-1 of `expression`, `start` and `end`.
 */
export class ScanWindows {
  readonly expression: number[] = [];
  readonly start: number[] = [];
  readonly end: number[] = [];
  count = 0;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /** The open window of each expression; -1 where there is none. */
  readonly #openStart: Int32Array;
  readonly #openEnd: Int32Array;
  readonly #open: number[] = [];
  #opened = 0;
  #length = 0;

  constructor(reaches: readonly Reach[]) {
    this.#before = Int32Array.from(reaches, ({ before }) => before);
    this.#after = Int32Array.from(reaches, ({ after }) => after);
    this.#openStart = new Int32Array(reaches.length).fill(-1);
    this.#openEnd = new Int32Array(reaches.length);
  }

  reset(length: number): void {
    this.#length = length;
    this.count = 0;
  }

  add(index: number, hitStart: number, hitEnd: number): void {
    const start = Math.max(0, hitStart - (this.#before[index] as number));
    const end = Math.min(this.#length, hitEnd + (this.#after[index] as number));
    const openStart = this.#openStart[index] as number;
    const openEnd = this.#openEnd[index] as number;
    if (openStart < 0) {
      this.#open[this.#opened++] = index;
    } else if (start <= openEnd && end >= openStart) {
      if (end > openEnd) this.#openEnd[index] = end;
      if (start < openStart) this.#openStart[index] = start;
      return;
    } else {
      this.#push(index, openStart, openEnd);
    }
    this.#openStart[index] = start;
    this.#openEnd[index] = end;
  }

  close(): void {
    for (let i = 0; i < this.#opened; i++) {
      const index = this.#open[i] as number;
      this.#push(index, this.#openStart[index] as number, this.#openEnd[index] as number);
      this.#openStart[index] = -1;
    }
    this.#opened = 0;
  }

  #push(index: number, start: number, end: number): void {
    this.expression[this.count] = index;
    this.start[this.count] = start;
    this.end[this.count] = end;
    this.count++;
  }
}
