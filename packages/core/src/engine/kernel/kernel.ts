// SPDX-License-Identifier: Apache-2.0
import { KERNELS } from './generated/kernels.ts';

/** What packages/core/kernels exports. Pointers are byte addresses in the kernel's memory. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  readonly widen: (bytes: number, length: number, units: number) => void;
  readonly narrow: (units: number, length: number, bytes: number) => void;
  readonly foldAscii: (bytes: number, length: number) => void;
  readonly foldUnits: (units: number, length: number, bytes: number) => void;
  readonly decodeUtf8: (bytes: number, length: number, units: number) => number;
  readonly allHave: (units: number, length: number, table: number, size: number) => number;
  readonly hasHidden: (bytes: number, length: number) => number;
  readonly configureLanguage: (...tables: readonly number[]) => void;
  readonly sampleLanguage: (units: number, length: number, ascii: number) => number;
  readonly configureHints: (...tables: readonly number[]) => void;
  readonly findLongRuns: (bytes: number, length: number, ranges: number) => number;
  readonly findSigns: (units: number, bytes: number, length: number) => number;
  readonly findClimbs: (units: number, bytes: number, length: number, ascii: number, ranges: number) => number;
  readonly findDisguises: (units: number, bytes: number, length: number, ascii: number, ranges: number) => number;
  readonly configureEntropy: (...tables: readonly number[]) => void;
  readonly configureThresholds: (...thresholds: readonly number[]) => void;
  readonly measureWindows: (
    units: number,
    length: number,
    sums: number,
    bits: number,
    costs: number,
    foreign: number,
  ) => void;
  readonly configureCounts: (countLogs: number) => void;
  readonly sumOfCounts: () => number;
  readonly distinctUnits: () => number;
  readonly highBinsUsed: () => number;
  readonly oddWindowsSeen: () => number;
  readonly gluedPairsSeen: () => number;
  readonly denseWindowsSeen: () => number;
  readonly cutPieces: (bytes: number, length: number, pieces: number) => number;
  readonly configureLiterals: (...tables: readonly number[]) => void;
  readonly configureWindows: (...tables: readonly number[]) => void;
  readonly findWindows: (units: number, lower: number, length: number, ascii: number, windows: number) => number;
  readonly sawWatched: () => number;
  readonly configurePatterns: (patterns: number, biases: number, filters: number) => void;
  readonly answerWord: (vector: number, answers: number) => void;
  readonly poolAnswers: (words: number, count: number, pooled: number, places: number) => void;
  readonly sumGrams: (grams: number, count: number, sums: number) => void;
  readonly configureScan: (...tables: readonly number[]) => void;
  readonly scoreSegments: (units: number, bytes: number, length: number, ascii: number, sums: number) => void;
  readonly scoreHeads: (units: number, start: number, end: number) => number;
}

const PAGE = 65_536;
const ALIGNMENT = 16;
/** Where vectors of the same sixteen bytes lie, for each byte one, and one of eight units of 255; as in kernels/text.ts. */
const EACH = 64;
/** Address 0 stands for "none". */
const FIRST_ADDRESS = EACH + 257 * ALIGNMENT;

/** Numbers of one kind. */
export type Table = Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array | Int8Array | Float64Array;

type Configuration = 'configureLiterals' | 'configureWindows';

/** What a kernel keeps for good, and what it was told of it: another one like it is made of that in a fraction of the time. */
export interface KernelImage {
  /** All that was placed, without the rooms between; on memory that threads are handed without a copy. */
  readonly bytes: Uint8Array;
  /** Address and size of each room, in bytes. */
  readonly rooms: readonly (readonly [number, number])[];
  /** Where what is kept ends. */
  readonly end: number;
  readonly told: readonly (readonly [Configuration, readonly number[]])[];
  /** What the tables were made by: another version may read them otherwise. */
  readonly code: string;
}

/** Undefined until the first kernel is asked for; null where the platform runs none. */
let compiled: WebAssembly.Module | null | undefined;

/**
 * Compiles where it is called: a browser that refuses that on its main thread runs the same stages without kernels, as
 * does a platform without the vector instructions.
 */
function kernelModule(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled;
  try {
    compiled = new WebAssembly.Module(Uint8Array.from(atob(KERNELS), (character) => character.charCodeAt(0)));
  } catch {
    compiled = null;
  }
  return compiled;
}

/**
 * One reader's own instance, with tables that stay and working memory behind them. Compiled code that is never thrown
 * away again: what a text costs doesn't depend on the texts before it.
 */
export class Kernel {
  readonly exports: KernelExports;
  readonly #rooms: (readonly [number, number])[] = [];
  readonly #told: (readonly [Configuration, readonly number[]])[] = [];
  #free = FIRST_ADDRESS;

  private constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module).exports as unknown as KernelExports;
    this.reserve(FIRST_ADDRESS);
    this.write(EACH, EACH_BYTE);
  }

  /** Null where kernels don't run; the caller then takes the long way, which gives the same. */
  static create(): Kernel | null {
    const module = kernelModule();
    return module === null ? null : new Kernel(module);
  }

  /** One that keeps what another kept. Null where kernels don't run, or where that one was of other code. */
  static of(image: KernelImage): Kernel | null {
    const kernel = image.code === KERNELS ? Kernel.create() : null;
    if (kernel !== null) kernel.#take(image);
    return kernel;
  }

  /** What another kernel can be made of that was told of all its tables by `configure`; at any time between two texts. */
  image(): KernelImage {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const rooms = this.#rooms;
    const size = rooms.reduce((sum, [, bytes]) => sum - bytes, this.#free);
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    for (const { from, to, packed } of between(rooms, this.#free)) bytes.set(memory.subarray(from, to), packed);
    return { bytes, rooms: [...rooms], end: this.#free, told: [...this.#told], code: KERNELS };
  }

  #take({ bytes, rooms, end, told }: KernelImage): void {
    this.#rooms.push(...rooms);
    this.#free = end;
    this.reserve(end);
    const memory = new Uint8Array(this.exports.memory.buffer);
    for (const { from, to, packed } of between(rooms, end)) {
      memory.set(bytes.subarray(packed, packed + to - from), from);
    }
    for (const [name, tables] of told) this.configure(name, ...tables);
  }

  /** Tells the kernel where its tables lie. */
  configure(name: Configuration, ...tables: readonly number[]): void {
    this.#told.push([name, tables]);
    this.exports[name](...tables);
  }

  /** The end of what is taken so far, from where on working memory may lie. */
  get free(): number {
    return this.#free;
  }

  /** Copies a table into memory for good. */
  place(table: Table): number {
    const at = this.#free;
    this.#free = aligned(at + table.byteLength + ALIGNMENT);
    this.reserve(this.#free);
    this.write(at, table);
    return at;
  }

  /**
   * Zeros to work with, from a multiple of some bytes on. Nothing is written, so the system need not give memory before it
   * is used; nobody misses it in an image.
   */
  room(bytes: number, multiple: number = ALIGNMENT): number {
    const at = this.space(bytes, multiple);
    this.#rooms.push([at, bytes]);
    return at;
  }

  /** For a table that tells of places in itself, from a multiple of some bytes on: it is written once its address is known. */
  space(bytes: number, multiple: number = ALIGNMENT): number {
    const at = Math.ceil(this.#free / multiple) * multiple;
    this.#free = aligned(at + bytes + ALIGNMENT);
    this.reserve(this.#free);
    return at;
  }

  /** Copies a table to an address that was placed before. */
  write(at: number, table: Table): void {
    const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  /** Makes memory reach at least to an address. @throws RangeError when there is no more */
  reserve(end: number): void {
    const { memory } = this.exports;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  }
}

/** What lies between rooms, in the order of addresses, and where it goes when it is put together. */
function between(rooms: readonly (readonly [number, number])[], end: number) {
  let from = 0;
  let packed = 0;
  return [...rooms, [end, 0] as const].map(([at, bytes]) => {
    const part = { from, to: at, packed };
    packed += at - from;
    from = at + bytes;
    return part;
  });
}

const EACH_BYTE = Uint8Array.from({ length: 257 * ALIGNMENT }, (_, i) =>
  i < 256 * ALIGNMENT ? Math.floor(i / ALIGNMENT) : i % 2 === 0 ? 255 : 0,
);
const aligned = (address: number) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;
