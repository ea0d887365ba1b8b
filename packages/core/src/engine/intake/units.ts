// SPDX-License-Identifier: Apache-2.0

const encoder = new TextEncoder();
const FIRST_CAPACITY = 4_096;
/** Bytes of UTF-8 that one UTF-16 unit can take. */
const MAX_BYTES = 3;

let bytes = new Uint8Array(FIRST_CAPACITY);

/** UTF-8 of a text in working memory that the next call overwrites. A lone surrogate is written as U+FFFD. */
export function utf8Of(text: string): { readonly bytes: Uint8Array; readonly length: number } {
  if (bytes.length < text.length * MAX_BYTES) bytes = new Uint8Array(text.length * MAX_BYTES * 2);
  return { bytes, length: encoder.encodeInto(text, bytes).written };
}

/**
 * UTF-16 units of one text after the other, in working memory: several passes over a typed array cost less than half of
 * as many over a string. Each reader keeps its own, so that none overwrites what another still reads.
 */
export class UnitBuffer {
  #units: Uint16Array = new Uint16Array(FIRST_CAPACITY);

  /** At least `text.length` units, valid until the next call; what follows is left over from earlier texts. */
  read(text: string, ascii: boolean): Uint16Array {
    if (this.#units.length < text.length) this.#units = new Uint16Array(text.length * 2);
    const units = this.#units;
    if (ascii) units.set(utf8Of(text).bytes.subarray(0, text.length));
    else for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
    return units;
  }
}

const CHUNK = 8_192;

/** The text of some units, lone surrogates and all. */
export function textOfUnits(units: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i += CHUNK) {
    // Several times faster than spreading; a typed array is array-like, which the type of `apply` doesn't know.
    text += String.fromCharCode.apply(null, units.subarray(i, Math.min(i + CHUNK, end)) as unknown as number[]);
  }
  return text;
}
