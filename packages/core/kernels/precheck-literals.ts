// SPDX-License-Identifier: Apache-2.0
/**
 * ASCII literals of a text: places whose bytes pass the filters are compared with the needles that have such bytes. All
 * pointers are byte addresses.
 */
import { ADDRESS, BLOCK, candidates, findCandidates, HASH, LONG, placeFilters, SHORT, TRIPLE } from './precheck-candidates';
import { edgesHold, hasEdges, hit, NEEDLE_BITS, NEEDLE_LITERAL } from './precheck-needles';
import { length, lower } from './precheck-text';

/** Bytes of a needle that its list holds. */
const HEAD: i32 = 8;

let needles: usize = 0;
/**
 * By hash: the four bytes that a needle chose, or the three that are all it has, and where the list of the needles with
 * those begins and ends. In the list, 16 bytes for each: the needle's first eight bytes, its number, then a byte each: how
 * far behind its start the chosen ones stand, how many bits of the eight are not its own, its length, and its edges.
 */
let quads: usize = 0;
let quadMask: u32 = 0;
let triples: usize = 0;
let tripleMask: u32 = 0;
/** Needles of two bytes, by their hash: both bytes, and the needle plus one; 0 where the slot is empty. */
let pairSlots: usize = 0;
let pairMask: u32 = 0;
/** Needles of one byte: the byte and the needle. */
let singles: usize = 0;
let singleCount: i32 = 0;
/** Sixteen bytes for each number of bytes that count. */
let masks: usize = 0;
/** Room for the hits of one block of text: as many as its units times the most that end at one place. */
let hits: usize = 0;

export function configureLiterals(
  needlesAt: usize,
  filterAt: usize,
  shortFilterAt: usize,
  longFilterAt: usize,
  quadsAt: usize,
  quadCount: u32,
  triplesAt: usize,
  tripleCount: u32,
  pairSlotsAt: usize,
  pairCount: u32,
  singlesAt: usize,
  singlesCount: i32,
  masksAt: usize,
  hitsAt: usize,
  candidatesAt: usize,
): void {
  needles = needlesAt;
  placeFilters(filterAt, shortFilterAt, longFilterAt, candidatesAt);
  quads = quadsAt;
  quadMask = quadCount - 1;
  triples = triplesAt;
  tripleMask = tripleCount - 1;
  pairSlots = pairSlotsAt;
  pairMask = pairCount - 1;
  singles = singlesAt;
  singleCount = singlesCount;
  masks = masksAt;
  hits = hitsAt;
}

export function findLiterals(): void {
  let kept = hits;
  for (let start = 0; start < length; start += BLOCK) {
    const end = min(start + BLOCK, length);
    kept = findSingles(start, end, kept);
    kept = verify(findCandidates(start, end), kept);
    // What begins in the next block ends behind its first two units.
    kept = reportHits(kept, end === length ? length : end + 1);
  }
}

/** Compares the needles of each candidate; hits are written from `kept` on. */
function verify(candidatesEnd: usize, kept: usize): usize {
  for (let from = candidates; from < candidatesEnd; from += 4) {
    const candidate = load<usize>(from);
    const at = candidate & ADDRESS;
    const four = load<u32>(at);
    if ((candidate & LONG) !== 0) kept = verifyAll(quads, quadMask, four, at, kept);
    if ((candidate & SHORT) === 0) continue;
    kept = verifyPairs(at, four & 0xffff, kept);
    kept = verifyAll(triples, tripleMask, four & TRIPLE, at, kept);
  }
  return kept;
}

/** Compares the needles whose chosen bytes are those of a candidate. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyAll(slots: usize, mask: u32, bytes: u32, at: usize, kept: usize): usize {
  let slot = ((bytes * HASH) >>> 8) & mask;
  let entry = slots + (<usize>slot << 4);
  while (load<u32>(entry) !== bytes) {
    if (load<u32>(entry, 4) === 0) return kept;
    slot = (slot + 1) & mask;
    entry = slots + (<usize>slot << 4);
  }
  return verifyList(load<usize>(entry, 4), load<usize>(entry, 8), at, kept);
}

/** Compares the needles of a list with the text around a candidate. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyList(first: usize, to: usize, at: usize, kept: usize): usize {
  for (let user = first; user < to; user += 16) {
    const place = load<u32>(user, 12);
    const start = at - <usize>(place & 255);
    if ((load<u64>(start) ^ load<u64>(user)) << <u64>(place >>> 8) !== 0) continue;
    const size = <i32>((place >>> 16) & 255);
    if (start < lower || i32(start - lower) + size > length) continue;
    const from = i32(start - lower);
    if (!edgesHold(place >>> 24, from, from + size)) continue;
    const index = load<u32>(user, 8);
    if (size > HEAD && !holdsAll(index, start, size)) continue;
    kept = note(index, from + size, size, kept);
  }
  return kept;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyPairs(at: usize, pair: u32, kept: usize): usize {
  let slot = ((pair * HASH) >>> 8) & pairMask;
  let entry = pairSlots + (<usize>slot << 3);
  while (load<u32>(entry, 4) !== 0) {
    if (load<u32>(entry) === pair) kept = verifyPair(load<u32>(entry, 4) - 1, at, kept);
    slot = (slot + 1) & pairMask;
    entry = pairSlots + (<usize>slot << 3);
  }
  return kept;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyPair(index: u32, start: usize, kept: usize): usize {
  const from = i32(start - lower);
  const end = from + 2;
  if (end > length || !hasEdges(needles + (<usize>index << NEEDLE_BITS), from, end)) return kept;
  return note(index, end, 2, kept);
}

/** Whether all bytes of a needle stand at a place. */
function holdsAll(index: u32, start: usize, size: i32): bool {
  const literal = load<usize>(needles + (<usize>index << NEEDLE_BITS), NEEDLE_LITERAL);
  for (let i = 0; i < size; i += 16) {
    const mask = v128.load(masks + (<usize>min(16, size - i) << 4));
    const same = v128.xor(v128.load(start + <usize>i), v128.load(literal + <usize>i));
    if (v128.any_true(v128.and(same, mask))) return false;
  }
  return true;
}

/** Hits come in the order of their ends, then the longer first, then in the order of the needles. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function note(index: u32, end: i32, size: i32, kept: usize): usize {
  const key = (<u64>(<u32>end) << 32) | <u64>((<u32>(255 - size) << 24) | index);
  let at = kept;
  while (at > hits && load<u64>(at - 8) > key) {
    store<u64>(at, load<u64>(at - 8));
    at -= 8;
  }
  store<u64>(at, key);
  return kept + 8;
}

function findSingles(start: i32, end: i32, kept: usize): usize {
  for (let i = 0; i < singleCount; i++) {
    const single = singles + (<usize>i << 3);
    const wanted = i8x16.splat(<i8>load<i32>(single));
    for (let at = start; at < end; at += 16) {
      let found = i8x16.bitmask(i8x16.eq(v128.load(lower + <usize>at), wanted));
      for (; found !== 0; found &= found - 1) {
        const place = at + ctz(found);
        if (place < end) kept = note(load<u32>(single, 4), place + 1, 1, kept);
      }
    }
  }
  return kept;
}

/** Tells of the hits that end no later than `last`; the others stay for the next block. */
function reportHits(kept: usize, last: i32): usize {
  let from = hits;
  for (; from < kept; from += 8) {
    const end = load<i32>(from, 4);
    if (end > last) break;
    hit(needles + (<usize>(load<u32>(from) & TRIPLE) << NEEDLE_BITS), end - 1);
  }
  memory.copy(hits, from, kept - from);
  return hits + (kept - from);
}
