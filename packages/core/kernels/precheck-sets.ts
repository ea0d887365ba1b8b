// SPDX-License-Identifier: Apache-2.0
/**
 * Sets of needles, by two to four bytes that each has chosen: places whose bytes pass a small filter are compared with
 * the needles that have such bytes. All pointers are byte addresses.
 */
import { holdsAll, HEAD } from './precheck-bytes';
import { edgesHold } from './precheck-needles';
import { length, lower } from './precheck-text';
import { found } from './precheck-words';

const HASH: u32 = 0x9e3779b1;
const TRIPLE: u32 = 0xffffff;
const INDEX: u32 = 0xffffff;
/** Bits of a hash. */
const LARGE: u32 = 16;
const SMALL: u32 = 12;

// Of the record of a set. A filter has a bit for each hash: of the first three bytes that needles of words chose, or of the
// two nearest the edge of a run that others did; of two or three bytes alone; of the four bytes that most chose.
const FILTER: usize = 0;
const SHORT_FILTER: usize = 4;
const LONG_FILTER: usize = 8;
// By hash: bytes that needles chose, and where the list of those needles begins and ends. In the list, 16 bytes for each:
// eight bytes of the needle, its number and a byte for where in it they stand, then a byte each: how far behind its start
// the chosen ones stand, how many bits of the eight are not its own, its length, and its edges.
const QUADS: usize = 12;
const TRIPLES: usize = 20;
const PAIRS: usize = 28;

/** The filter of a set, which the caller keeps at hand. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function filterOf(set: usize): usize {
  return load<usize>(set, FILTER);
}

/** Whether three bytes from a place on may be a needle's. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function mayBegin(filter: usize, at: usize): bool {
  return bitOf(filter, LARGE, load<u32>(at) & TRIPLE) !== 0;
}

/** The same of two bytes, one of which is in no word: few needles have such, and their small filter stays at hand. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function mayBeBetween(filter: usize, at: usize): bool {
  return bitOf(filter, SMALL, <u32>load<u16>(at)) !== 0;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function bitOf(filter: usize, bits: u32, bytes: u32): u32 {
  const hash = (bytes * HASH) >>> (32 - bits);
  return (<u32>load<u8>(filter + <usize>(hash >>> 3)) >>> (hash & 7)) & 1;
}

/** Compares the needles of a set with what stands around the places at which their four, three or two bytes may begin. */
export function compare(set: usize, quadAt: usize, tripleAt: usize, pairAt: usize, kept: usize): usize {
  const four = load<u32>(quadAt);
  if (bitOf(load<usize>(set, LONG_FILTER), LARGE, four) !== 0) kept = verify(set + QUADS, four, quadAt, kept);
  const three = load<u32>(tripleAt) & TRIPLE;
  if (bitOf(load<usize>(set, SHORT_FILTER), LARGE, three) === 0) return kept;
  kept = verify(set + PAIRS, <u32>load<u16>(pairAt), pairAt, kept);
  return verify(set + TRIPLES, three, tripleAt, kept);
}

/** Compares the needles that chose some bytes. @param table its address, and behind it the highest number of a slot */
// @ts-ignore: a decorator of AssemblyScript
@inline
function verify(table: usize, bytes: u32, at: usize, kept: usize): usize {
  const slots = load<usize>(table);
  const mask = load<u32>(table, 4);
  let slot = ((bytes * HASH) >>> 8) & mask;
  let entry = slots + (<usize>slot << 4);
  while (load<u32>(entry) !== bytes) {
    if (load<u32>(entry, 4) === 0) return kept;
    slot = (slot + 1) & mask;
    entry = slots + (<usize>slot << 4);
  }
  return verifyList(load<usize>(entry, 4), load<usize>(entry, 8), at, kept);
}

/** Compares the needles of a list with the text around a place at which the bytes begin that they chose. */
export function verifyList(first: usize, to: usize, at: usize, kept: usize): usize {
  for (let user = first; user < to; user += 16) {
    const place = load<u32>(user, 12);
    const start = at - <usize>(place & 255);
    const named = load<u32>(user, 8);
    if ((load<u64>(start + <usize>(named >>> 24)) ^ load<u64>(user)) << <u64>(place >>> 8) !== 0) continue;
    const size = <i32>((place >>> 16) & 255);
    if (start < lower || i32(start - lower) + size > length) continue;
    const from = i32(start - lower);
    if (!edgesHold(place >>> 24, from, from + size)) continue;
    const index = named & INDEX;
    if (size > HEAD && !holdsAll(index, start, size)) continue;
    kept = found(index, from + size, size, kept);
  }
  return kept;
}
