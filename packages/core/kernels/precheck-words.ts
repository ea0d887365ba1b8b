// SPDX-License-Identifier: Apache-2.0
/**
 * What is found inside a run of letters and digits depends on nothing but the run, so it is kept for the runs that were
 * read last: ordinary text is made of few words. All pointers are byte addresses.
 */
import { firstBytes } from './precheck-bytes';
import { markClauses, markOne, noClause } from './precheck-demands';
import {
  AFTER_FILTER,
  BEFORE_FILTER,
  CLAUSES_FROM,
  CLAUSES_TO,
  hasUsers,
  isWatched,
  needleAt,
  noteWatched,
  USERS_FROM,
  USERS_TO,
} from './precheck-needles';
import { compare, filterOf, mayBegin, verifyList } from './precheck-sets';
import { lower } from './precheck-text';

/** Longer runs are read each time. */
const MOST_KEPT: i32 = 16;

// What is kept of a run fills one line of the cache: its bytes; how much was found in it; filters of what its hooks ask
// for behind it and before it; and the first numbers of clauses with the place of what meets them, from the run's start.
const LINE_BITS: usize = 6;
const LINE: usize = 1 << LINE_BITS;
const CLAUSE_COUNT: usize = 16;
const HIT_COUNT: usize = 17;
/** Whether there are hits that are no hooks, or something is watched for; or more than there is room for. */
const TELLS: usize = 18;
const OVERFLOWED: u8 = 2;
const WATCHED: usize = 19;
const AFTER: usize = 24;
const BEFORE: usize = 32;
const CLAUSES: usize = 40;
const PLACE_BITS: u32 = 8;
/** So many clauses are marked without asking how many there are: what that is can't be predicted. */
const ALWAYS_MARKED: u32 = 2;
const IN_LINE: u32 = u32((LINE - CLAUSES) >> 2);
// The rest stands elsewhere: further clauses, and from the end backwards, 8 bytes each, the hits of hooks and of needles
// that open windows.
const REST_BYTES: usize = 256;

const INDEX: u32 = 0xffffff;
const SIZE_SHIFT: u32 = 24;
const END_SHIFT: u64 = 32;

/** Slots are told by two parts of a hash: a run that has to leave its first goes to its second. */
const FIRST_SHIFT: u64 = 49;
const SECOND_SHIFT: u64 = 34;
const SLOTS_MASK: u64 = (1 << 15) - 1;
const MIX: u64 = 0x9e3779b97f4a7c15;
const MIX_BEHIND: u64 = 0xc2b2ae3d27d4eb4f;
const CONTEXT_MIX: u32 = 0x9e3779b1;
const PAIR: u32 = 0xffff;
const BYTE: u32 = 0xff;

let entries: usize = 0;
let rests: usize = 0;
/** The needles that lie in runs. */
let words: usize = 0;
/** From this number on they are hooks: words of needles that reach beyond them. */
let firstHook: u32 = 0;
/** Hits of needles that open windows. */
export let hits: usize = 0;

/** Where what is found is written down; 0 where it counts at once. */
let record: usize = 0;
let recordStart: i32 = 0;
let overflowed: bool = false;

export function placeWords(
  wordsAt: usize,
  firstHookIs: u32,
  entriesAt: usize,
  restsAt: usize,
  hitsAt: usize,
): void {
  words = wordsAt;
  firstHook = firstHookIs;
  entries = entriesAt;
  rests = restsAt;
  hits = hitsAt;
}

/**
 * Where what is kept of a run stands, or would. Asking for it early, before it is read, lets the processor fetch that of
 * many runs at a time.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function entryOf(start: i32, end: i32): usize {
  const size = end - start;
  const key = firstBytes(lower + <usize>start, min(size, MOST_KEPT));
  const entry = slotOf(mixed(key) >>> FIRST_SHIFT);
  touched |= load<u32>(entry);
  return entry;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function mixed(key: v128): u64 {
  return (<u64>i64x2.extract_lane(key, 0) + <u64>i64x2.extract_lane(key, 1) * MIX_BEHIND) * MIX;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function slotOf(slot: u64): usize {
  return entries + (<usize>slot << LINE_BITS);
}

/** The other slot in which a run may stand. */
function otherThan(entry: usize, key: v128): usize {
  const hash = mixed(key);
  const first = slotOf(hash >>> FIRST_SHIFT);
  return first === entry ? slotOf((hash >>> SECOND_SHIFT) & SLOTS_MASK) : first;
}

/** Nobody reads this; it keeps the loads that ask for entries from being left out. */
let touched: u32 = 0;

/**
 * Finds the needles that lie in a run.
 * @param given where what is kept of it stands, or would
 * @param whole whether it ends nowhere but at the edges of a word
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function readRun(start: i32, end: i32, given: usize, whole: bool, kept: usize): usize {
  const size = end - start;
  if (size > MOST_KEPT || !whole) return findInside(start, end, kept);
  const at = lower + <usize>start;
  const key = firstBytes(at, size);
  let entry = given;
  if (v128.any_true(v128.xor(v128.load(entry), key))) {
    entry = otherThan(given, key);
    if (v128.any_true(v128.xor(v128.load(entry), key))) {
      entry = given;
      learn(entry, key, start, end);
    }
  }
  mark(load<u32>(entry, CLAUSES), start);
  mark(load<u32>(entry, CLAUSES + 4), start);
  if (<u32>load<u8>(entry, CLAUSE_COUNT) > ALWAYS_MARKED) markMore(entry, start);
  // What lies in the run ends before what reaches beyond it, and is noted first.
  const tells = load<u8>(entry, TELLS);
  if (tells === OVERFLOWED) return findInside(start, end, kept);
  if (tells !== 0) kept = tell(entry, start, kept);
  const next = load<u32>(lower + <usize>end);
  const last = load<u32>(at - 3);
  const behind = <u64>contextOf(next, next >>> 16);
  const before = <u64>contextOf(last >>> 8, last);
  const asked = (load<u64>(entry, AFTER) >>> behind) | (load<u64>(entry, BEFORE) >>> before);
  return (asked & 1) === 0 ? kept : verifyHooks(entry, start, behind, before, kept);
}

/** A number below 64 of the two bytes nearest to a word and the third: needles that reach no further know the first of it. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function contextOf(nearest: u32, third: u32): u32 {
  return ((((nearest & PAIR) * CONTEXT_MIX) >>> 28) << 2) | (((third & BYTE) * CONTEXT_MIX) >>> 30);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function mark(item: u32, start: i32): void {
  markOne(item >>> PLACE_BITS, start + <i32>(item & ((1 << PLACE_BITS) - 1)));
}

function markMore(entry: usize, start: i32): void {
  const count = <u32>load<u8>(entry, CLAUSE_COUNT);
  for (let i = ALWAYS_MARKED; i < count; i++) mark(load<u32>(clauseAt(entry, i)), start);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function restOf(entry: usize): usize {
  return rests + ((entry - entries) >> LINE_BITS) * REST_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function clauseAt(entry: usize, i: u32): usize {
  return i < IN_LINE ? entry + CLAUSES + (<usize>i << 2) : restOf(entry) + (<usize>(i - IN_LINE) << 2);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function hitsTo(entry: usize): usize {
  return restOf(entry) + REST_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function hitsFrom(entry: usize): usize {
  return hitsTo(entry) - (<usize>load<u8>(entry, HIT_COUNT) << 3);
}

function verifyHooks(entry: usize, start: i32, behind: u64, before: u64, kept: usize): usize {
  const from = hitsFrom(entry);
  for (let at = hitsTo(entry) - 8; at >= from; at -= 8) {
    const key = load<u64>(at) + (<u64>start << END_SHIFT);
    if ((<u32>key & INDEX) < firstHook) continue;
    const needle = needleAt(<u32>key & INDEX);
    const asked = (load<u64>(needle, AFTER_FILTER) >>> behind) | (load<u64>(needle, BEFORE_FILTER) >>> before);
    if ((asked & 1) !== 0) kept = verifyHook(key, kept);
  }
  return kept;
}

function tell(entry: usize, start: i32, kept: usize): usize {
  if (load<u8>(entry, WATCHED) !== 0) noteWatched();
  const from = hitsFrom(entry);
  for (let at = hitsTo(entry) - 8; at >= from; at -= 8) {
    const key = load<u64>(at) + (<u64>start << END_SHIFT);
    if ((<u32>key & INDEX) < firstHook) kept = noteKey(key, kept);
  }
  return kept;
}

/** Compares the needles that have a word which was found with what stands around it. */
function verifyHook(key: u64, kept: usize): usize {
  const needle = needleAt(<u32>key & INDEX);
  const start = <i32>(key >>> END_SHIFT) - 255 + <i32>(<u32>key >>> SIZE_SHIFT);
  return verifyList(load<usize>(needle, USERS_FROM), load<usize>(needle, USERS_TO), lower + <usize>start, kept);
}

function learn(entry: usize, key: v128, start: i32, end: i32): void {
  // What was here before gives way to its other slot.
  const before = v128.load(entry);
  if (v128.any_true(before)) {
    const other = otherThan(entry, before);
    memory.copy(other, entry, LINE);
    // Most runs have no rest: what nobody writes takes no memory.
    if (hasRest(entry)) memory.copy(restOf(other), restOf(entry), REST_BYTES);
  }
  record = entry;
  recordStart = start;
  overflowed = false;
  forget(entry);
  findInside(start, end, 0);
  record = 0;
  if (overflowed) {
    forget(entry);
    store<u8>(entry, OVERFLOWED, TELLS);
  }
  v128.store(entry, key);
}

function hasRest(entry: usize): bool {
  return load<u8>(entry, HIT_COUNT) > 0 || <u32>load<u8>(entry, CLAUSE_COUNT) > IN_LINE;
}

function forget(entry: usize): void {
  memory.fill(entry, 0, LINE);
  for (let i: u32 = 0; i < ALWAYS_MARKED; i++) store<u32>(clauseAt(entry, i), noClause() << PLACE_BITS);
}

function findInside(start: i32, end: i32, kept: usize): usize {
  const filter = filterOf(words);
  const to = lower + <usize>end;
  for (let at = lower + <usize>start; at < to; at++) {
    if (mayBegin(filter, at)) kept = compare(words, at, at, at, kept);
  }
  return kept;
}

/** A needle that was found; its last unit stands before `end`. */
export function found(index: u32, end: i32, size: i32, kept: usize): usize {
  const needle = needleAt(index);
  const key = (<u64>(<u32>end) << END_SHIFT) | <u64>((<u32>(255 - size) << SIZE_SHIFT) | index);
  if (record !== 0) {
    write(index, end - recordStart, key - (<u64>recordStart << END_SHIFT));
    return kept;
  }
  if (index >= firstHook) return verifyHook(key, kept);
  if (isWatched(needle)) noteWatched();
  markClauses(load<usize>(needle, CLAUSES_FROM), load<usize>(needle, CLAUSES_TO), end - 1);
  return hasUsers(needle) ? noteKey(key, kept) : kept;
}

function write(index: u32, end: i32, key: u64): void {
  const needle = needleAt(index);
  for (let at = load<usize>(needle, CLAUSES_FROM); at < load<usize>(needle, CLAUSES_TO); at += 4) {
    writeClause((load<u32>(at) << PLACE_BITS) | (end - 1));
  }
  const isHook = index >= firstHook;
  if (isHook) {
    store<u64>(record, load<u64>(record, AFTER) | load<u64>(needle, AFTER_FILTER), AFTER);
    store<u64>(record, load<u64>(record, BEFORE) | load<u64>(needle, BEFORE_FILTER), BEFORE);
  } else if (isWatched(needle)) {
    store<u8>(record, 1, WATCHED);
    store<u8>(record, 1, TELLS);
  }
  if (!hasUsers(needle)) return;
  if (!isHook) store<u8>(record, 1, TELLS);
  if (!hasRoom(8)) return;
  store<u8>(record, load<u8>(record, HIT_COUNT) + 1, HIT_COUNT);
  store<u64>(hitsFrom(record), key);
}

/** Several needles of one place may meet the same clause: it is marked once. */
function writeClause(item: u32): void {
  const count = <u32>load<u8>(record, CLAUSE_COUNT);
  for (let i: u32 = 0; i < count; i++) if (load<u32>(clauseAt(record, i)) === item) return;
  if (count >= IN_LINE && !hasRoom(4)) return;
  store<u32>(clauseAt(record, count), item);
  store<u8>(record, count + 1, CLAUSE_COUNT);
}

function hasRoom(bytes: usize): bool {
  const clauses = max(IN_LINE, <u32>load<u8>(record, CLAUSE_COUNT)) - IN_LINE;
  if (restOf(record) + (<usize>clauses << 2) + bytes <= hitsFrom(record)) return true;
  overflowed = true;
  return false;
}

/** Hits come in the order of their ends, then the longer first, then in the order of the needles. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function noteKey(key: u64, kept: usize): usize {
  let at = kept;
  while (at > hits && load<u64>(at - 8) > key) {
    store<u64>(at, load<u64>(at - 8));
    at -= 8;
  }
  store<u64>(at, key);
  return kept + 8;
}
