// SPDX-License-Identifier: Apache-2.0
import { type EntryHeader, putNextHeader } from './entry.ts';
import { HEADER_ROOM } from './header-writer.ts';

/**
 * The headers of a batch one after another, each behind the 0x00 of its leaf hash. One array for all of them, and the same for
 * one batch after another: arrays of that size live outside the JavaScript heap, and making one costs as much as hashing.
 */
export class HeaderPage {
  #bytes = new Uint8Array(16 * HEADER_ROOM);
  /** Behind each header. */
  #ends: number[] = [];
  #end = 0;

  /** Headers that were given out are written over from here on. */
  clear(): void {
    this.#ends = [];
    this.#end = 0;
  }

  /** @returns the input of its leaf hash */
  add(values: Omit<EntryHeader, 'prev'>, lastLeaf: Uint8Array): Uint8Array {
    const at = this.#end;
    if (at + 1 + HEADER_ROOM > this.#bytes.length) this.#grow();
    this.#bytes[at] = 0x00;
    this.#end = putNextHeader(values, lastLeaf, this.#bytes, at + 1);
    this.#ends.push(this.#end);
    return this.#bytes.subarray(at, this.#end);
  }

  /** Views, in the order in which they were added. */
  headers(): Uint8Array[] {
    return this.#ends.map((end, i) => this.#bytes.subarray(i === 0 ? 1 : (this.#ends[i - 1] as number) + 1, end));
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
