// SPDX-License-Identifier: Apache-2.0
/** Places of a text at which a literal may stand: those whose bytes pass small filters. */
import { length, lower } from './precheck-text';

/** Literals are looked for block by block, so that the hits of a text of any length have room. */
export const BLOCK: i32 = 2048;
export const HASH: u32 = 0x9e3779b1;
export const TRIPLE: u32 = 0xffffff;

/** What speaks for a candidate is told by the highest bits of its address, which no text reaches. */
const SHORT_BIT: u32 = 30;
const LONG_BIT: u32 = 31;
export const ADDRESS: usize = (1 << SHORT_BIT) - 1;
export const SHORT: usize = 1 << SHORT_BIT;
export const LONG: usize = 1 << LONG_BIT;

/** A bit for each hash that the chosen three bytes of a needle have. */
let filter: usize = 0;
/** The same for needles of two or three bytes alone, and for the chosen four bytes of the longer ones. */
let shortFilter: usize = 0;
let longFilter: usize = 0;
/** The addresses of the places in one block. */
export let candidates: usize = 0;

export function placeFilters(filterAt: usize, shortFilterAt: usize, longFilterAt: usize, candidatesAt: usize): void {
  filter = filterAt;
  shortFilter = shortFilterAt;
  longFilter = longFilterAt;
  candidates = candidatesAt;
}

/** Writes down the places whose bytes may be a needle's, and returns where they end. Eight bytes are loaded for four places. */
export function findCandidates(start: i32, end: i32): usize {
  const bits = filter;
  let out = candidates;
  let at = lower + <usize>start;
  const to = lower + <usize>end;
  for (; at < to; at += 4) {
    const eight = load<u64>(at);
    out = candidate(bits, <u32>eight, at, out);
    out = candidate(bits, <u32>(eight >> 8), at + 1, out);
    out = candidate(bits, <u32>(eight >> 16), at + 2, out);
    out = candidate(bits, <u32>(eight >> 24), at + 3, out);
  }
  // Up to three places behind the end belong to the next block, or to nothing.
  while (out > candidates && load<usize>(out - 4) >= to) out -= 4;
  return refined(out);
}

/** Keeps the candidates that a short needle or four bytes of a longer one speak for, and marks them so. */
function refined(end: usize): usize {
  let out = candidates;
  for (let from = candidates; from < end; from += 4) {
    const at = load<usize>(from);
    const four = load<u32>(at);
    const isShort = bitOf(shortFilter, (four & TRIPLE) * HASH);
    const isLong = bitOf(longFilter, four * HASH);
    store<usize>(out, at | (isShort << SHORT_BIT) | (isLong << LONG_BIT));
    out += <usize>(isShort | isLong) << 2;
  }
  return out;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function bitOf(bits: usize, product: u32): u32 {
  const hash = product >>> 16;
  return (<u32>load<u8>(bits + <usize>(hash >>> 3)) >>> (hash & 7)) & 1;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function candidate(bits: usize, four: u32, at: usize, out: usize): usize {
  store<usize>(out, at);
  return out + <usize>(bitOf(bits, (four & TRIPLE) * HASH) << 2);
}
