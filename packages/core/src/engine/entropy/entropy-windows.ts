// SPDX-License-Identifier: Apache-2.0
import { CLASS_BITS, CLASS_COUNT, CLASSES, FOREIGN, LINE_END } from './bigram-classes.ts';
import { BIGRAM_COSTS, STEPS_PER_BIT } from './bigrams.ts';
import { isDense } from './dense.ts';
import { gluesPieces } from './glued-pairs.ts';

/** UTF-16 units per window and per step. */
export const WINDOW = 64;
export const STEP = 16;

/** Units below U+0100 have a bin each, the others share 2,048. */
export const LOW_BINS = 256;
export const HIGH_BINS = 2_048;
const binOf = (unit: number) => (unit < LOW_BINS ? unit : LOW_BINS + (unit & (HIGH_BINS - 1)));

/** n log2 n for counts that most texts have. */
export const N_LOG_N: Float64Array = Float64Array.from({ length: 1_024 }, (_, n) => (n === 0 ? 0 : n * Math.log2(n)));
const nLogN = (n: number): number => (n < N_LOG_N.length ? (N_LOG_N[n] as number) : n * Math.log2(n));

const STEPS_PER_WINDOW = WINDOW / STEP;
/**
 * Bits per unit under the model. A window below is prose, or a script that the model doesn't know: its Shannon bits
 * can't make it dense, so they aren't counted.
 */
export const PLAIN_COST = 4.4;
/** Share of a window from which on it says nothing: scripts that the model doesn't know are no sign of anything. */
export const MAX_FOREIGN = 0.25;
/** A pair of neighbours this dear (in steps of the table) is rare in any ordinary text. */
const RARE_PAIR = 9.9 * STEPS_PER_BIT;
/** Rare pairs in a window of 64: optimised noise has many, prose hardly any. */
export const ODD_PAIRS = 3;

/** What one pass over a text measures. A window is numbered by the step that it starts at. */
export interface Measures {
  /** Shannon bits per UTF-16 unit of the whole text. */
  readonly bits: number;
  /** Different units seen. */
  readonly distinct: number;
  readonly windows: number;
  /** Shannon bits per unit of each window; 0 where the model finds it plain or doesn't know its script. */
  readonly windowBits: Float64Array;
  /** Bits per unit of each window under the bigram model of ordinary text. */
  readonly windowCosts: Float64Array;
  /** The same of one window, without a view of all of them. */
  readonly windowCost: (window: number) => number;
  /** 1 for windows that are mostly or partly in a script that the model doesn't know. */
  readonly isForeign: Uint8Array;
  /** Windows with several pairs of neighbours that are rare in any ordinary text. */
  readonly oddWindows: number;
  /** Pairs of neighbours without which no piece is odd. */
  readonly gluedPairs: number;
  /** Windows that are dense or dear. */
  readonly denseWindows: number;
}

/**
 * What a pair of classes adds to the sums of its step, side by side in one number: the cost, from RARE on 1 if it is
 * rare, from GLUE on 1 if it glues, from BEYOND on 1 if its second is beyond Latin. The pairs of a window can't overflow
 * their places.
 */
const RARE = 12;
const GLUE = 19;
const BEYOND = 26;
const RARE_MASK = (1 << (GLUE - RARE)) - 1;
const GLUE_MASK = (1 << (BEYOND - GLUE)) - 1;
export const PAIR_SUMS: Uint32Array = Uint32Array.from(BIGRAM_COSTS, (cost, pair) => {
  const [first, second] = [pair >>> CLASS_BITS, pair % CLASS_COUNT];
  const rare = cost >= RARE_PAIR ? 1 : 0;
  const glues = gluesPieces(first, second) ? 1 : 0;
  return cost | (rare << RARE) | (glues << GLUE) | ((second === FOREIGN ? 1 : 0) << BEYOND);
});
const costOf = (sums: number) => sums & ((1 << RARE) - 1);

const PER_WINDOW = 1 / STEPS_PER_BIT / WINDOW;

/** Working memory of one measurement: sums per step, and how often each unit occurs. */
let stepSums: Uint32Array = new Uint32Array(1_024);
const low = new Int32Array(LOW_BINS);
const high = new Int32Array(HIGH_BINS);
const highBins = new Uint16Array(HIGH_BINS);

/** Measures the first `length` units in one pass. The last window may be shorter than the others and ends with them. */
export function measure(units: Uint16Array, length: number): Measures {
  const steps = Math.ceil(length / STEP);
  const distinctHigh = sumUp(units, length, steps);
  const windows = windowsIn(steps);
  const windowBits = new Float64Array(windows);
  const windowCosts = new Float64Array(windows);
  const isForeign = new Uint8Array(windows);
  let oddWindows = 0;
  let denseWindows = 0;
  let gluedPairs = 0;
  // The sums of a window, side by side like those of a step; the last one of a text may have fewer units.
  let cost = 0;
  let marks = 0;
  for (let step = 0; step < steps; step++) {
    const sums = stepSums[step] as number;
    cost += costOf(sums);
    gluedPairs += (sums >>> GLUE) & GLUE_MASK;
    marks += sums >>> RARE;
    const window = Math.max(0, step - STEPS_PER_WINDOW + 1);
    if (step - window < STEPS_PER_WINDOW - 1 && step + 1 < steps) continue;
    const start = window * STEP;
    const size = Math.min(WINDOW, length - start);
    // A window is a power of two, so the product is exact and much cheaper than two divisions.
    const perUnit = size === WINDOW ? cost * PER_WINDOW : cost / STEPS_PER_BIT / size;
    windowCosts[window] = perUnit;
    if ((marks & RARE_MASK) >= ODD_PAIRS) oddWindows++;
    if (marks >>> (BEYOND - RARE) >= MAX_FOREIGN * size) isForeign[window] = 1;
    else {
      if (perUnit >= PLAIN_COST) windowBits[window] = counts.bits(units, start, start + size);
      if (isDense(windowBits[window] as number, perUnit)) denseWindows++;
    }
    const first = stepSums[window] as number;
    cost -= costOf(first);
    marks -= first >>> RARE;
  }
  counts.clear(units);
  const whole = wholeText(length, { low, high, list: highBins.subarray(0, distinctHigh) });
  const windowCost = (window: number) => windowCosts[window] as number;
  return { ...whole, windows, windowBits, windowCosts, windowCost, isForeign, oddWindows, gluedPairs, denseWindows };
}

export const windowsIn = (steps: number): number => Math.max(1, steps - STEPS_PER_WINDOW + 1);

/** Fills `stepSums`, `low` and `high`; returns how many bins of `high` it lists in `highBins`. */
function sumUp(units: Uint16Array, length: number, steps: number): number {
  if (stepSums.length < steps) stepSums = new Uint32Array(2 * steps);
  const sums = stepSums;
  const classes = CLASSES;
  const pairs = PAIR_SUMS;
  let row = LINE_END * CLASS_COUNT;
  let distinctHigh = 0;
  for (let step = 0, i = 0; step < steps; step++) {
    const end = Math.min(i + STEP, length);
    let sum = 0;
    for (; i < end; i++) {
      const unit = units[i] as number;
      if (unit < LOW_BINS) low[unit] = (low[unit] as number) + 1;
      else {
        const bin = unit & (HIGH_BINS - 1);
        const before = high[bin] as number;
        if (before === 0) highBins[distinctHigh++] = bin;
        high[bin] = before + 1;
      }
      const current = classes[unit] as number;
      sum += pairs[row + current] as number;
      row = current << CLASS_BITS;
    }
    sums[step] = sum;
  }
  return distinctHigh;
}

/** n log2 n for the counts that a window can hold, in whole steps so that sums don't depend on their order. */
const FINE_STEPS = 2 ** 40;
export const WINDOW_N_LOG_N: Float64Array = Float64Array.from({ length: WINDOW + 1 }, (_, n) =>
  Math.round(nLogN(n) * FINE_STEPS),
);

/** Slides over the windows of a text in order; what two neighbours share is counted once. Every text leaves it clean. */
class WindowCounts {
  readonly #counts = new Uint8Array(LOW_BINS + HIGH_BINS);
  #sum = 0;
  #start = 0;
  #end = 0;

  /** Shannon bits per unit of a stretch of at most a window. */
  bits(units: Uint16Array, start: number, end: number): number {
    if (start >= this.#end) this.clear(units);
    if (this.#start === this.#end) this.#start = this.#end = start;
    for (; this.#start < start; this.#start++) this.#remove(binOf(units[this.#start] as number));
    for (; this.#end < end; this.#end++) this.#add(binOf(units[this.#end] as number));
    return Math.max(0, Math.log2(end - start) - this.#sum / FINE_STEPS / (end - start));
  }

  clear(units: Uint16Array): void {
    for (; this.#start < this.#end; this.#start++) this.#counts[binOf(units[this.#start] as number)] = 0;
    this.#start = this.#end = this.#sum = 0;
  }

  #add(bin: number): void {
    const count = this.#counts[bin] as number;
    this.#sum += (WINDOW_N_LOG_N[count + 1] as number) - (WINDOW_N_LOG_N[count] as number);
    this.#counts[bin] = count + 1;
  }

  #remove(bin: number): void {
    const count = this.#counts[bin] as number;
    this.#sum += (WINDOW_N_LOG_N[count - 1] as number) - (WINDOW_N_LOG_N[count] as number);
    this.#counts[bin] = count - 1;
  }
}

const counts = new WindowCounts();

/** Shannon bits per unit of a range: what `measure` says of it, without its windows. */
export function shannonBits(units: Uint16Array, start: number, end: number): number {
  let distinctHigh = 0;
  let least = LOW_BINS;
  let most = -1;
  for (let i = start; i < end; i++) {
    const unit = units[i] as number;
    if (unit < LOW_BINS) {
      low[unit] = (low[unit] as number) + 1;
      if (unit < least) least = unit;
      if (unit > most) most = unit;
    } else {
      const bin = unit & (HIGH_BINS - 1);
      if (high[bin] === 0) highBins[distinctHigh++] = bin;
      high[bin] = (high[bin] as number) + 1;
    }
  }
  let sum = 0;
  for (let unit = least; unit <= most; unit++) {
    sum += nLogN(low[unit] as number);
    low[unit] = 0;
  }
  for (let i = 0; i < distinctHigh; i++) {
    const bin = highBins[i] as number;
    sum += nLogN(high[bin] as number);
    high[bin] = 0;
  }
  return bitsOfSum(sum, end - start);
}

/** How often each unit of a text occurs; `list` names the high bins that are not empty. */
export interface UnitCounts {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly list: Uint16Array;
}

/** Reads the counts of a text, and leaves them at zero. */
export function wholeText(length: number, { low, high, list }: UnitCounts): { bits: number; distinct: number } {
  let sum = 0;
  let distinct = list.length;
  for (let unit = 0; unit < LOW_BINS; unit++) {
    const count = low[unit] as number;
    if (count === 0) continue;
    low[unit] = 0;
    distinct++;
    sum += nLogN(count);
  }
  for (const bin of list) {
    sum += nLogN(high[bin] as number);
    high[bin] = 0;
  }
  return { bits: bitsOfSum(sum, length), distinct };
}

/** Shannon bits per unit, from the sum of n log2 n over how often each unit occurs. */
export const bitsOfSum = (sum: number, length: number): number =>
  length === 0 ? 0 : Math.max(0, Math.log2(length) - sum / length);
