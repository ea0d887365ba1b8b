// SPDX-License-Identifier: Apache-2.0
import type { Kernel } from './kernel.ts';

const FIRST_CAPACITY = 4_096;
const BYTES_PER_UNIT = 2;
/** Vector instructions read and write this far before and behind a text. */
const SPARE = 64;
const ENCODER = new TextEncoder();
/** Room for texts beyond ASCII, besides that for ASCII: of longer ones the units are read one by one. */
const MOST_ENCODED = 32_768;

/**
 * One text after the other in a kernel's memory, behind its tables, with working memory behind it: ASCII as bytes,
 * others as UTF-16 units. Made after the last table is placed.
 */
export class KernelText {
  /** Addresses: of the units where the text is not ASCII, of its bytes where it is, of the working memory. */
  readonly units: number;
  bytes = 0;
  work = 0;
  length = 0;
  ascii = false;
  /** Bytes of the text in UTF-8; -1 where nobody counted them. */
  utf8Length = 0;
  readonly #kernel: Kernel;
  readonly #workPerUnit: number;
  #capacity = 0;
  #byteCapacity = 0;
  #bytesView = new Uint8Array(0);
  #unitsView = new Uint16Array(0);

  /** @param workPerUnit bytes of working memory that a unit takes */
  constructor(kernel: Kernel, workPerUnit: number) {
    this.#kernel = kernel;
    this.#workPerUnit = workPerUnit;
    this.units = kernel.free;
    this.#makeRoom(FIRST_CAPACITY);
  }

  read(text: string): void {
    const length = text.length;
    if (length > this.#capacity) this.#makeRoom(length * 2);
    else if (this.#unitsView.length === 0) this.#makeViews();
    this.length = length;
    const { read, written } = ENCODER.encodeInto(text, this.#bytesView);
    this.ascii = read === length && written === length;
    this.utf8Length = read === length ? written : -1;
    if (this.ascii) return;
    if (read === length && this.#kernel.exports.decodeUtf8(this.bytes, written, this.units) === length) return;
    const units = this.#unitsView;
    for (let i = 0; i < length; i++) units[i] = text.charCodeAt(i);
  }

  /** As `read`, and ASCII as units too. */
  readUnits(text: string): void {
    this.read(text);
    if (this.ascii) this.#kernel.exports.widen(this.bytes, this.length, this.units);
  }

  /** The units that `readUnits` read, until the next text; what follows is left over. */
  get view(): Uint16Array {
    return this.#unitsView;
  }

  #makeRoom(units: number): void {
    // Whole vectors, so that what lies behind is aligned for numbers.
    const capacity = Math.ceil(units / SPARE) * SPARE;
    this.#capacity = capacity;
    this.bytes = this.units + capacity * BYTES_PER_UNIT + 2 * SPARE;
    this.#byteCapacity = capacity + Math.min(2 * capacity, MOST_ENCODED);
    this.work = this.bytes + this.#byteCapacity + SPARE;
    this.#kernel.reserve(this.work + capacity * this.#workPerUnit + SPARE);
    this.#makeViews();
  }

  /** Memory that grew takes its old views away. */
  #makeViews(): void {
    const { buffer } = this.#kernel.exports.memory;
    this.#bytesView = new Uint8Array(buffer, this.bytes, this.#byteCapacity);
    this.#unitsView = new Uint16Array(buffer, this.units, this.#capacity);
  }
}
