// SPDX-License-Identifier: Apache-2.0

/** What stands for every unit beyond ASCII in a text as bytes. */
const BEYOND: i16 = 128;

const LARGEST_BYTE: i16 = 255;

/** Where a kernel's memory holds vectors of the same sixteen bytes, for each byte one; as in kernel.ts. */
const EACH: usize = 64;
/** Behind them one of eight units that are the largest byte. */
const LARGEST: usize = EACH + (256 << 4);

/**
 * Sixteen times the same byte, which must be known to the compiler. Loaded: a vector that is written into the code is put
 * together by three instructions at each use.
 */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function each(byte: i32): v128 {
  return v128.load(EACH + (<usize>(byte & 255) << 4));
}

/** Sixteen units as bytes; 255 stands for every unit that is none. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function narrowed(units: usize): v128 {
  const most = v128.load(LARGEST);
  return i8x16.narrow_i16x8_u(v128.min<u16>(v128.load(units), most), v128.min<u16>(v128.load(units, 16), most));
}

/** Units as bytes; 255 stands for every unit that is none. Writes up to 15 bytes behind the last. */
export function narrow(units: usize, length: i32, bytes: usize): void {
  for (let i = 0; i < length; i += 16) v128.store(bytes + <usize>i, narrowed(units + (<usize>i << 1)));
}

/** Units as bytes; whether all are bytes. Writes up to 15 bytes behind the last. */
export function narrowBytes(units: usize, length: i32, bytes: usize): bool {
  let seen = i16x8.splat(0);
  let i = 0;
  for (; i + 16 <= length; i += 16) {
    const low = v128.load(units + (<usize>i << 1));
    const high = v128.load(units + (<usize>i << 1), 16);
    v128.store(bytes + <usize>i, i8x16.narrow_i16x8_u(low, high));
    seen = v128.or(seen, v128.or(low, high));
  }
  let rest: i32 = 0;
  for (; i < length; i++) {
    const unit = <i32>load<u16>(units + (<usize>i << 1));
    store<u8>(bytes + <usize>i, unit);
    rest |= unit;
  }
  return rest <= LARGEST_BYTE && !v128.any_true(v128.and(seen, i16x8.splat(-256)));
}

/** Whether bytes lie in a range; `size` is how many it has. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function within(bytes: v128, first: i8, size: i8): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, each(first)), each(size));
}

/** Widens ASCII bytes to UTF-16 units. Writes up to 16 units behind the last. */
export function widen(bytes: usize, length: i32, units: usize): void {
  const end = bytes + length;
  for (; bytes < end; bytes += 16, units += 32) {
    const block = v128.load(bytes);
    v128.store(units, i16x8.extend_low_i8x16_u(block));
    v128.store(units, i16x8.extend_high_i8x16_u(block), 16);
  }
}

/** How many bytes follow the first of a character of UTF-8, by its four highest bits. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function following(byte: i32): i32 {
  return byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
}

/**
 * Turns UTF-8 from an encoder into units; writes up to 16 units behind the last. Returns their number; -1 where U+FFFD is
 * among them, which an encoder puts in the place of half a surrogate pair.
 */
export function decodeUtf8(bytes: usize, length: i32, units: usize): i32 {
  const end = bytes + length;
  let out = units;
  for (let at = bytes; at < end; ) {
    const block = v128.load(at);
    v128.store(out, i16x8.extend_low_i8x16_u(block));
    v128.store(out, i16x8.extend_high_i8x16_u(block), 16);
    const beyond = i8x16.bitmask(block);
    const ascii = min(i32(end - at), beyond === 0 ? 16 : ctz(beyond));
    at += ascii;
    out += <usize>ascii << 1;
    for (; at < end; out += 2) {
      const first = <i32>load<u8>(at);
      if (first < 0x80) break;
      const more = following(first);
      let code = more === 1 ? first & 31 : more === 2 ? first & 15 : first & 7;
      for (let i = 1; i <= more; i++) code = (code << 6) | (<i32>load<u8>(at + i) & 63);
      at += 1 + more;
      if (code === REPLACEMENT) return -1;
      if (code > 0xffff) {
        store<u16>(out, 0xd7c0 + (code >> 10));
        out += 2;
        code = 0xdc00 | (code & 0x3ff);
      }
      store<u16>(out, code);
    }
  }
  return i32((out - units) >> 1);
}

const REPLACEMENT: i32 = 0xfffd;

/** Whether all units are below a number and have a 1 in a table of so many bytes; those that ASCII prints have. */
export function allHave(units: usize, length: i32, table: usize, size: i32): bool {
  for (let from = 0; from < length; from += 16) {
    if (i8x16.all_true(within(narrowed(units + (<usize>from << 1)), 0x20, 0x5f))) continue;
    for (let i = from; i < min(from + 16, length); i++) {
      const unit = <i32>load<u16>(units + (<usize>i << 1));
      if (unit >= size || load<u8>(table + <usize>unit) === 0) return false;
    }
  }
  return true;
}

/** ASCII bytes with small letters, in place; blanks behind the last. */
export function foldAscii(bytes: usize, length: i32): void {
  const end = bytes + length;
  for (let at = bytes; at < end; at += 16) v128.store(at, smallLetters(v128.load(at)));
  blanks(end);
}

/** UTF-16 units as bytes: ASCII with small letters, BEYOND for the others; blanks behind the last. */
export function foldUnits(units: usize, length: i32, bytes: usize): void {
  const most = i16x8.splat(BEYOND);
  const end = bytes + length;
  for (let at = bytes; at < end; at += 16, units += 32) {
    const low = v128.min<u16>(v128.load(units), most);
    const high = v128.min<u16>(v128.load(units, 16), most);
    v128.store(at, smallLetters(i8x16.narrow_i16x8_u(low, high)));
  }
  blanks(end);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function smallLetters(block: v128): v128 {
  const capital = v128.and(i8x16.ge_s(block, each(0x41)), i8x16.le_s(block, each(0x5a)));
  return v128.or(block, v128.and(capital, each(0x20)));
}

function blanks(at: usize): void {
  v128.store(at, each(0x20));
  v128.store(at, each(0x20), 16);
}

/** Whether ASCII bytes hold a control character other than tab, line feed, vertical tab, form feed, carriage return. */
export function hasHidden(bytes: usize, length: i32): bool {
  const end = bytes + length;
  for (let at = bytes; at < end; at += 16) {
    let found = i8x16.bitmask(hidden(v128.load(at)));
    // Behind the last byte lies what earlier texts left.
    if (at + 16 > end) found &= (1 << i32(end - at)) - 1;
    if (found !== 0) return true;
  }
  return false;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function hidden(block: v128): v128 {
  const control = v128.and(i8x16.ge_s(block, each(0)), i8x16.lt_s(block, each(0x20)));
  const space = v128.and(i8x16.ge_s(block, each(9)), i8x16.le_s(block, each(13)));
  return v128.or(v128.andnot(control, space), i8x16.eq(block, each(0x7f)));
}
