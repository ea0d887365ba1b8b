// SPDX-License-Identifier: Apache-2.0
/** The text that the precheck reads: shared by all its parts. All pointers are byte addresses. */

/** The text as UTF-16 units; read only where it is not ASCII. */
export let units: usize = 0;
/** The text as bytes: ASCII with small letters, and BEYOND for everything else. */
export let lower: usize = 0;
export let length: i32 = 0;

/** What stands for every unit beyond ASCII. */
export const BEYOND: i32 = 128;

export function openText(unitsAt: usize, lowerAt: usize, textLength: i32): void {
  units = unitsAt;
  lower = lowerAt;
  length = textLength;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
export function byteAt(at: i32): i32 {
  return load<u8>(lower + <usize>at);
}

// @ts-ignore: a decorator of AssemblyScript
@inline
export function unitAt(at: i32): i32 {
  return load<u16>(units + (<usize>at << 1));
}

/** The next unit beyond ASCII, from a place on; the length of the text where there is none. */
export function nextForeign(from: i32): i32 {
  let at = from;
  for (; at + 16 <= length; at += 16) {
    const found = i8x16.bitmask(v128.load(lower + <usize>at));
    if (found !== 0) return at + ctz(found);
  }
  while (at < length && load<u8>(lower + <usize>at) < 128) at++;
  return at;
}
