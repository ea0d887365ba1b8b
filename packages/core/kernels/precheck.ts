// SPDX-License-Identifier: Apache-2.0
/**
 * Where the expressions of a pack could match in a text: literals by two automata, runs by the gates, then the windows
 * that hold what their expression requires. The same as precheck/find-windows.ts, which says why; what both find is
 * compared by tests. All pointers are byte addresses; tables are i32 where nothing else is said.
 */

// Of the automaton for literals with units beyond ASCII.
const CELLS: usize = 0;
const CLASS_OF: usize = 4;
const SHIFT: usize = 8;
const FIRST_LOUD: usize = 12;
const OUT_START: usize = 16;
const OUT: usize = 20;
const LONGEST: usize = 24;
const OTHER_NEEDLES: usize = 28;

// Of a needle.
/** A record fills one line of the cache; a short literal and a list of one number lie in it. */
const NEEDLE_BITS: usize = 6;
/** Where its bytes lie, up to the next multiple of 16. */
const LITERAL: usize = 24;
const LENGTH: usize = 0;
const EDGES: usize = 4;
const USERS_FROM: usize = 8;
const USERS_TO: usize = 12;
const CLAUSES_FROM: usize = 16;
const CLAUSES_TO: usize = 20;

const EDGE_BEFORE: i32 = 1;
const EDGE_BEHIND: i32 = 2;
const WATCHED: i32 = 4;

// Of an expression.
const EXPRESSION_BITS: usize = 5;
const BEFORE: usize = 0;
const AFTER: usize = 4;
const DEMAND: usize = 8;
const AT_LEAST: usize = 12;
const OPEN_START: usize = 16;
const OPEN_END: usize = 20;

let needles: usize = 0;
/** A bit for each hash that the chosen three bytes of a needle have. */
let filter: usize = 0;
/** The same for needles of two or three bytes alone, and for the chosen four bytes of the longer ones. */
let shortFilter: usize = 0;
let longFilter: usize = 0;
/**
 * By hash: three bytes, and where the list of their needles begins and ends. In the list, 16 bytes for each: the needle's
 * first eight bytes, its number, how far behind its start the three stand, and how many bits of the eight are not its own.
 */
let slots: usize = 0;
let slotMask: u32 = 0;
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
let candidates: usize = 0;
let other: usize = 0;
let expressions: usize = 0;
let opened: usize = 0;
let marks: usize = 0;
let clauseCount: i32 = 0;
let foreign: usize = 0;
let foreignCount: i32 = 0;
/** Per gate the place of its first expression and behind its last. */
let byGate: usize = 0;
/** 256 bytes each: what a byte is to the gates, and whether it may stand between digits. */
let kinds: usize = 0;
let gaps: usize = 0;
let margin: i32 = 0;

export function configureLiterals(
  needlesAt: usize,
  filterAt: usize,
  shortFilterAt: usize,
  longFilterAt: usize,
  slotsAt: usize,
  slotCount: u32,
  pairSlotsAt: usize,
  pairCount: u32,
  singlesAt: usize,
  singlesCount: i32,
  masksAt: usize,
  hitsAt: usize,
  candidatesAt: usize,
  otherAt: usize,
): void {
  needles = needlesAt;
  filter = filterAt;
  shortFilter = shortFilterAt;
  longFilter = longFilterAt;
  slots = slotsAt;
  slotMask = slotCount - 1;
  pairSlots = pairSlotsAt;
  pairMask = pairCount - 1;
  singles = singlesAt;
  singleCount = singlesCount;
  masks = masksAt;
  hits = hitsAt;
  candidates = candidatesAt;
  other = otherAt;
}

export function configureWindows(
  expressionsAt: usize,
  openedAt: usize,
  marksAt: usize,
  clauses: i32,
  foreignAt: usize,
  foreigns: i32,
  byGateAt: usize,
  kindsAt: usize,
  gapsAt: usize,
  marginUnits: i32,
): void {
  expressions = expressionsAt;
  opened = openedAt;
  marks = marksAt;
  clauseCount = clauses;
  foreign = foreignAt;
  foreignCount = foreigns;
  byGate = byGateAt;
  kinds = kindsAt;
  gaps = gapsAt;
  margin = marginUnits;
}

let units: usize = 0;
/** The text as bytes: ASCII with small letters, and 128 for everything else. */
let lower: usize = 0;
let length: i32 = 0;
let partShift: i32 = 0;
let openCount: i32 = 0;
let windows: usize = 0;
let windowCount: i32 = 0;
let windowRoom: i32 = 0;
let watched: i32 = 0;

/** 1 when a watched literal is in the text that `findWindows` read last. */
export function sawWatched(): i32 {
  return watched;
}

/**
 * @param unitsAt the text; read only where it is not ASCII
 * @param lowerAt the text as `foldAscii` or `foldUnits` leave it, with 32 bytes of room in front and behind
 * @param windowsAt where windows are written, 12 bytes each: expression, start, end; must lie behind all else
 * @returns the number of windows; -1 when memory ran out
 */
export function findWindows(unitsAt: usize, lowerAt: usize, textLength: i32, ascii: i32, windowsAt: usize): i32 {
  units = unitsAt;
  lower = lowerAt;
  length = textLength;
  partShift = max(0, 32 - clz(textLength) - 5);
  windows = windowsAt;
  windowCount = 0;
  openCount = 0;
  watched = 0;
  windowRoom = i32(((<usize>memory.size() << 16) - windowsAt) / 12);
  memory.fill(marks, 0, <usize>clauseCount << 2);
  findLiterals();
  if (ascii === 0) {
    noteForeign();
    findOthers();
  }
  scanGates();
  closeWindows();
  return windowRoom < 0 ? -1 : meetDemands();
}

const BLOCK: i32 = 2048;
const HASH: u32 = 0x9e3779b1;
const TRIPLE: u32 = 0xffffff;

/** Block by block, so that the hits of a text of any length have room. */
function findLiterals(): void {
  let kept = hits;
  for (let start = 0; start < length; start += BLOCK) {
    const end = min(start + BLOCK, length);
    kept = findSingles(start, end, kept);
    kept = verify(findCandidates(start, end), kept);
    // What begins in the next block ends behind its first two units.
    kept = reportHits(kept, end === length ? length : end + 1);
  }
}

/** Writes down the places whose three bytes may be a needle's. Eight bytes are loaded for six places. */
function findCandidates(start: i32, end: i32): usize {
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

/** Keeps the candidates that a short needle or four bytes of a longer one speak for. */
function refined(end: usize): usize {
  let out = candidates;
  for (let from = candidates; from < end; from += 4) {
    const at = load<usize>(from);
    const four = load<u32>(at);
    store<usize>(out, at);
    out += <usize>(bitOf(shortFilter, (four & TRIPLE) * HASH) | bitOf(longFilter, four * HASH)) << 2;
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

/** Compares the needles of each candidate; hits are written from `kept` on. */
function verify(candidatesEnd: usize, kept: usize): usize {
  for (let from = candidates; from < candidatesEnd; from += 4) {
    const at = load<usize>(from);
    const triple = load<u32>(at) & TRIPLE;
    kept = verifyPairs(at, triple & 0xffff, kept);
    let slot = ((triple * HASH) >>> 8) & slotMask;
    let entry = slots + (<usize>slot << 4);
    while (load<u32>(entry) !== triple) {
      if (load<u32>(entry, 4) === 0) break;
      slot = (slot + 1) & slotMask;
      entry = slots + (<usize>slot << 4);
    }
    const to = load<usize>(entry, 8);
    for (let user = load<usize>(entry, 4); user < to; user += 16) {
      const place = load<u32>(user, 12);
      const start = at - <usize>(place & 255);
      if ((load<u64>(start) ^ load<u64>(user)) << (place >>> 8) !== 0) continue;
      kept = verifyOne(load<u32>(user, 8), start, kept);
    }
  }
  return kept;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyPairs(at: usize, pair: u32, kept: usize): usize {
  let slot = ((pair * HASH) >>> 8) & pairMask;
  let entry = pairSlots + (<usize>slot << 3);
  while (load<u32>(entry, 4) !== 0) {
    if (load<u32>(entry) === pair) kept = verifyOne(load<u32>(entry, 4) - 1, at, kept);
    slot = (slot + 1) & pairMask;
    entry = pairSlots + (<usize>slot << 3);
  }
  return kept;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function verifyOne(index: u32, start: usize, kept: usize): usize {
  const needle = needles + (<usize>index << NEEDLE_BITS);
  const size = load<i32>(needle, LENGTH);
  const literal = load<usize>(needle, LITERAL);
  if (start < lower || i32(start - lower) + size > length) return kept;
  for (let i = 0; i < size; i += 16) {
    const mask = v128.load(masks + (<usize>min(16, size - i) << 4));
    const same = v128.xor(v128.load(start + <usize>i), v128.load(literal + <usize>i));
    if (v128.any_true(v128.and(same, mask))) return kept;
  }
  return note(index, i32(start - lower) + size, size, kept);
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

/** Walks the other automaton over the stretches around units beyond ASCII: each of its literals holds one. */
function findOthers(): void {
  const longest = load<i32>(other, LONGEST);
  // Without any such literal no stretch moves on.
  if (longest === 0) return;
  const cells = load<usize>(other, CELLS);
  const classOf = load<usize>(other, CLASS_OF);
  const shift = load<i32>(other, SHIFT);
  const firstLoud = load<i32>(other, FIRST_LOUD);
  let state = 0;
  let done = 0;
  for (let at = nextForeign(0); at < length; ) {
    if (at - longest > done) {
      done = at - longest;
      state = 0;
    }
    let end = at + longest;
    for (; done < min(end, length); done++) {
      const unit = <usize>load<u16>(units + (<usize>done << 1));
      if (unit > 127) end = done + longest;
      state = load<u16>(cells + (<usize>((state << shift) | load<u16>(classOf + (unit << 1))) << 1));
      if (state >= firstLoud) reportState(state - firstLoud, done);
    }
    at = nextForeign(done);
  }
}

function nextForeign(from: i32): i32 {
  let at = from;
  for (; at + 16 <= length; at += 16) {
    const found = i8x16.bitmask(v128.load(lower + <usize>at));
    if (found !== 0) return at + ctz(found);
  }
  while (at < length && load<u8>(lower + <usize>at) < 128) at++;
  return at;
}

function reportState(state: i32, last: i32): void {
  const place = load<usize>(other, OUT_START) + (<usize>state << 2);
  const out = load<usize>(other, OUT);
  const to = out + (<usize>load<i32>(place, 4) << 2);
  for (let at = out + (<usize>load<i32>(place) << 2); at < to; at += 4) {
    hit(load<usize>(other, OTHER_NEEDLES) + (<usize>load<i32>(at) << NEEDLE_BITS), last);
  }
}

function hit(needle: usize, last: i32): void {
  const part = 1 << (last >> partShift);
  const clausesTo = load<usize>(needle, CLAUSES_TO);
  for (let at = load<usize>(needle, CLAUSES_FROM); at < clausesTo; at += 4) {
    const mark = marks + (<usize>load<i32>(at) << 2);
    store<i32>(mark, load<i32>(mark) | part);
  }
  const edges = load<i32>(needle, EDGES);
  const end = last + 1;
  const start = end - load<i32>(needle, LENGTH);
  if (edges !== 0) {
    if ((edges & EDGE_BEFORE) !== 0 && start > 0 && isWordByte(byteAt(start - 1))) return;
    if ((edges & EDGE_BEHIND) !== 0 && end < length && isWordByte(byteAt(end))) return;
    if ((edges & WATCHED) !== 0) watched = 1;
  }
  const usersTo = load<usize>(needle, USERS_TO);
  for (let at = load<usize>(needle, USERS_FROM); at < usersTo; at += 4) addWindow(load<i32>(at), start, end);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function byteAt(at: i32): i32 {
  return load<u8>(lower + <usize>at);
}

/** As `\w` without the underscore. */
function isWordByte(byte: i32): bool {
  return (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57);
}

/** Marks the parts of the text that hold a unit beyond ASCII. */
function noteForeign(): void {
  let parts = 0;
  for (let at = nextForeign(0); at < length; ) {
    const part = at >> partShift;
    parts |= 1 << part;
    at = nextForeign((part + 1) << partShift);
  }
  for (let i = 0; i < foreignCount; i++) {
    const mark = marks + (<usize>load<i32>(foreign + (<usize>i << 2)) << 2);
    store<i32>(mark, load<i32>(mark) | parts);
  }
}

function addWindow(index: i32, hitStart: i32, hitEnd: i32): void {
  const expression = expressions + (<usize>index << EXPRESSION_BITS);
  const start = max(0, hitStart - load<i32>(expression, BEFORE));
  const end = min(length, hitEnd + load<i32>(expression, AFTER));
  const openStart = load<i32>(expression, OPEN_START);
  const openEnd = load<i32>(expression, OPEN_END);
  if (openStart < 0) {
    store<i32>(opened + (<usize>openCount << 2), index);
    openCount++;
  } else if (start <= openEnd && end >= openStart) {
    if (end > openEnd) store<i32>(expression, end, OPEN_END);
    if (start < openStart) store<i32>(expression, start, OPEN_START);
    return;
  } else {
    pushWindow(index, openStart, openEnd);
  }
  store<i32>(expression, start, OPEN_START);
  store<i32>(expression, end, OPEN_END);
}

function pushWindow(index: i32, start: i32, end: i32): void {
  if (windowCount >= windowRoom) {
    if (windowRoom < 0 || memory.grow(16) < 0) {
      windowRoom = -1;
      return;
    }
    windowRoom = i32(((<usize>memory.size() << 16) - windows) / 12);
  }
  const at = windows + <usize>(windowCount * 12);
  windowCount++;
  store<i32>(at, index);
  store<i32>(at, start, 4);
  store<i32>(at, end, 8);
}

function closeWindows(): void {
  for (let i = 0; i < openCount; i++) {
    const index = load<i32>(opened + (<usize>i << 2));
    const expression = expressions + (<usize>index << EXPRESSION_BITS);
    pushWindow(index, load<i32>(expression, OPEN_START), load<i32>(expression, OPEN_END));
    store<i32>(expression, -1, OPEN_START);
  }
  openCount = 0;
}

/** Keeps the windows that hold what their expression requires. */
function meetDemands(): i32 {
  let kept = windows;
  const to = windows + <usize>(windowCount * 12);
  for (let at = windows; at < to; at += 12) {
    const index = load<i32>(at);
    const start = load<i32>(at, 4);
    const end = load<i32>(at, 8);
    const demand = load<usize>(expressions + (<usize>index << EXPRESSION_BITS), DEMAND);
    if (demand !== 0) {
      const last = min(length, end + margin) - 1;
      const where = (-1 << (start >> partShift)) & (-1 >>> (31 - (last >> partShift)));
      if (!holds(demand, where)) continue;
    }
    store<i32>(kept, index);
    store<i32>(kept, start, 4);
    store<i32>(kept, end, 8);
    kept += 12;
  }
  return i32((kept - windows) / 12);
}

/** A demand: whether all must hold, the number of its clauses, the number of its parts, the clauses, the parts. */
function holds(demand: usize, where: i32): bool {
  const all = load<i32>(demand) !== 0;
  const clausesTo = demand + 12 + (<usize>load<i32>(demand, 4) << 2);
  const partsTo = clausesTo + (<usize>load<i32>(demand, 8) << 2);
  let at = demand + 12;
  for (; at < clausesTo; at += 4) {
    const met = (load<i32>(marks + (<usize>load<i32>(at) << 2)) & where) !== 0;
    if (met !== all) return met;
  }
  for (; at < partsTo; at += 4) if (holds(load<usize>(at), where) !== all) return !all;
  return all;
}

// Gates, in the order of their names in precheck/gates.ts.
const DIGITS: i32 = 0;
const TOKEN: i32 = 1;
const LONG_TOKEN: i32 = 2;
const LEET: i32 = 3;
const SPACED: i32 = 4;
const INVISIBLE: i32 = 5;
const MIXED: i32 = 6;

const MIN_DIGITS: i32 = 7;
const MAX_DIGIT_GAP: i32 = 3;
const MIN_TOKEN: i32 = 16;
const MIN_LONG_TOKEN: i32 = 60;
const MIN_SPACED: i32 = 5;

const LETTER: i32 = 1;
const NUMERAL: i32 = 2;
const TOKEN_SIGN: i32 = 3;
const LEET_SIGN: i32 = 4;
const BEYOND: i32 = 128;
const BLANK: i32 = 32;

function onRun(gate: i32, start: i32, end: i32, count: i32): void {
  const list = byGate + (<usize>gate << 3);
  const to = load<usize>(list, 4);
  for (let at = load<usize>(list); at < to; at += 4) {
    const index = load<i32>(at);
    if (count >= load<i32>(expressions + (<usize>index << EXPRESSION_BITS), AT_LEAST)) addWindow(index, start, end);
  }
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function kindOf(byte: i32): i32 {
  return load<u8>(kinds + <usize>byte);
}

/** Behind the text stands a blank that ends every run. */
function scanGates(): void {
  let tokenStart = 0;
  let numerals = 0;
  let numeralsAtTokenStart = 0;
  let digitStart = 0;
  let lastDigit = -1;
  let digits = 0;
  let lastBreak = -1;
  let spacedStart = 0;
  let spaced = 0;
  store<u8>(lower + <usize>length, BLANK);
  for (let i = 0; i <= length; i++) {
    let byte = byteAt(i);
    let kind = kindOf(byte);
    while (kind === LETTER) {
      byte = byteAt(++i);
      kind = kindOf(byte);
    }
    if (kind === NUMERAL) {
      numerals++;
      if (digits > 0 && isGap(lastDigit + 1, i)) digits++;
      else {
        if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
        digits = 1;
        digitStart = i;
      }
      lastDigit = i;
    }
    if ((kind === NUMERAL || kind === LEET_SIGN) && isLetterAt(i - 1) && isLetterAt(i + 1)) onRun(LEET, i - 1, i + 2, 3);
    if (kind === NUMERAL) continue;
    if (byte === BEYOND) {
      const unit = <i32>load<u16>(units + (<usize>i << 1));
      reportSpecial(i, unit);
      if (unit !== 0xa0 && !(unit >= 0x2000 && unit <= 0x206f) && unit !== 0x3000 && unit !== 0xfeff) continue;
    }
    if (i - lastBreak === 2) {
      if (spaced === 0) spacedStart = i - 1;
      spaced++;
    } else {
      if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, lastBreak, spaced);
      spaced = 0;
    }
    lastBreak = i;
    if (kind === TOKEN_SIGN) continue;
    const tokenLength = i - tokenStart;
    if (tokenLength >= MIN_TOKEN) {
      const more = numerals - numeralsAtTokenStart;
      if (more > 0 && more < tokenLength) onRun(TOKEN, tokenStart, i, tokenLength);
      if (tokenLength >= MIN_LONG_TOKEN) onRun(LONG_TOKEN, tokenStart, i, tokenLength);
    }
    tokenStart = i + 1;
    numeralsAtTokenStart = numerals;
  }
  if (digits >= MIN_DIGITS) onRun(DIGITS, digitStart, lastDigit + 1, digits);
  if (spaced >= MIN_SPACED) onRun(SPACED, spacedStart, length, spaced);
}

function isGap(from: i32, to: i32): bool {
  if (to - from >= MAX_DIGIT_GAP) return false;
  for (let i = from; i < to; i++) if (load<u8>(gaps + <usize>byteAt(i)) === 0) return false;
  return true;
}

function isLetterAt(at: i32): bool {
  return at >= 0 && at < length && kindOf(byteAt(at)) === LETTER;
}

function reportSpecial(at: i32, c: i32): void {
  if (isInvisible(c)) onRun(INVISIBLE, at, at + 1, 1);
  else if (c === 0xdb40) onRun(INVISIBLE, at, at + 2, 2);
  else if (c >= 0x370 && c <= 0x52f && (isLetterAt(at - 1) || isLetterAt(at + 1))) {
    onRun(MIXED, max(0, at - 1), min(at + 2, length), 2);
  }
}

function isInvisible(c: i32): bool {
  if (c >= 0x2000) {
    return (
      (c >= 0x200b && c <= 0x200f) ||
      (c >= 0x202a && c <= 0x202e) ||
      (c >= 0x2060 && c <= 0x206f) ||
      c === 0xfeff ||
      c === 0x3164 ||
      (c >= 0xfe00 && c <= 0xfe0e)
    );
  }
  return c === 0xad || c === 0x61c || c === 0x34f || c === 0x115f || c === 0x1160 || c === 0x180e;
}
