// SPDX-License-Identifier: Apache-2.0
/**
 * Answers of the second tier's patterns to words: the same as deep/pattern-answers.ts, which says why. What both give is
 * compared by tests. All pointers are byte addresses.
 */

const WIDTHS: i32 = 3;
const PLACES: i32 = 6;
const DIMENSIONS: usize = 64;
const LANES: i32 = 4;

/** [place][filter][component], a signed byte each. */
let patterns: usize = 0;
/** [width][filter], 32 bits each. */
let biases: usize = 0;
/** A multiple of four. */
let filters: i32 = 0;

export function configurePatterns(patternsAt: usize, biasesAt: usize, filterCount: i32): void {
  patterns = patternsAt;
  biases = biasesAt;
  filters = filterCount;
}

/** Adds up at most 256 vectors of 64 signed bytes, given their addresses; writes 64 sums of 32 bits. */
export function sumGrams(grams: usize, count: i32, sums: usize): void {
  for (let part: usize = 0; part < DIMENSIONS; part += 16) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    for (let at = grams; at < grams + (<usize>count << 2); at += 4) {
      const block = v128.load(load<usize>(at) + part);
      low = i16x8.add(low, i16x8.extend_low_i8x16_s(block));
      high = i16x8.add(high, i16x8.extend_high_i8x16_s(block));
    }
    const out = sums + (part << 2);
    v128.store(out, i32x4.extend_low_i16x8_s(low));
    v128.store(out, i32x4.extend_high_i16x8_s(low), 16);
    v128.store(out, i32x4.extend_low_i16x8_s(high), 32);
    v128.store(out, i32x4.extend_high_i16x8_s(high), 48);
  }
}

/** Writes the answers of every pattern's every place to one word: 32 bits each, [place][filter]. */
export function answerWord(vector: usize, answers: usize): void {
  const a = v128.load(vector);
  const b = v128.load(vector, 16);
  const c = v128.load(vector, 32);
  const d = v128.load(vector, 48);
  const end = patterns + <usize>(PLACES * filters) * DIMENSIONS;
  for (let row = patterns; row < end; row += DIMENSIONS, answers += 4) {
    const first = i32x4.add(products(a, v128.load(row)), products(b, v128.load(row, 16)));
    const second = i32x4.add(products(c, v128.load(row, 32)), products(d, v128.load(row, 48)));
    const sums = i32x4.add(first, second);
    const left = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
    store<i32>(answers, left + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3));
  }
}

/** Sixteen products of signed bytes, four in each sum. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function products(x: v128, y: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y)),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y)),
  );
}

/**
 * The strongest answer of each pattern to words in a row, and the first place at which it is given; 0 where none is
 * above nothing. Both are written as [width][filter], 32 bits each.
 * @param words addresses of the answers to each word
 */
export function poolAnswers(words: usize, count: i32, pooled: usize, places: usize): void {
  let firstPlace = 0;
  for (let width = 1; width <= WIDTHS; width++) {
    for (let filter = 0; filter < filters; filter += LANES) {
      const at = <usize>((width - 1) * filters + filter) << 2;
      poolFour(words, count, width, <usize>(firstPlace * filters + filter) << 2, biases + at, pooled + at, places + at);
    }
    firstPlace += width;
  }
}

/** @param offset of the four patterns' first place in the answers to a word */
// @ts-ignore: a decorator of AssemblyScript
@inline
function poolFour(
  words: usize,
  count: i32,
  width: i32,
  offset: usize,
  bias: usize,
  pooled: usize,
  places: usize,
): void {
  const step = <usize>filters << 2;
  const least = v128.load(bias);
  let best = i32x4.splat(0);
  let where = i32x4.splat(0);
  for (let place = 1 - width; place < count; place++) {
    let sum = least;
    const to = min(width, count - place);
    for (let j = max(0, -place); j < to; j++) {
      sum = i32x4.add(sum, v128.load(load<usize>(words + (<usize>(place + j) << 2)) + offset + <usize>j * step));
    }
    const better = i32x4.gt_s(sum, best);
    best = i32x4.max_s(best, sum);
    where = v128.bitselect(i32x4.splat(place), where, better);
  }
  v128.store(pooled, best);
  v128.store(places, where);
}
