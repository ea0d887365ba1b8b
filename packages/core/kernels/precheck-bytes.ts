// SPDX-License-Identifier: Apache-2.0
/** The bytes of needles, and of words. */
import { needleAt, NEEDLE_LITERAL } from './precheck-needles';

/** Bytes of a needle that the list of those who chose the same holds. */
export const HEAD: i32 = 8;

/** Sixteen bytes for each number of bytes that count. */
let masks: usize = 0;

export function placeMasks(masksAt: usize): void {
  masks = masksAt;
}

/** The first bytes from a place on, at most sixteen; zero behind them. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function firstBytes(at: usize, size: i32): v128 {
  return v128.and(v128.load(at), v128.load(masks + (<usize>size << 4)));
}

/** Whether all bytes of a needle stand at a place. */
export function holdsAll(index: u32, start: usize, size: i32): bool {
  const literal = load<usize>(needleAt(index), NEEDLE_LITERAL);
  for (let i = 0; i < size; i += 16) {
    const mask = v128.load(masks + (<usize>min(16, size - i) << 4));
    const same = v128.xor(v128.load(start + <usize>i), v128.load(literal + <usize>i));
    if (v128.any_true(v128.and(same, mask))) return false;
  }
  return true;
}
