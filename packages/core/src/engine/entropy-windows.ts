// SPDX-License-Identifier: Apache-2.0
import { CLASS_COUNT, CLASSES, FOREIGN, LINE_END } from './bigram-classes.ts';
import { BIGRAM_COSTS, STEPS_PER_BIT } from './bigrams.ts';

/** UTF-16 units per window and per step. */
export const WINDOW = 64;
export const STEP = 16;

/** Units below U+0100 have a bin each, the others share 2,048. */
const LOW_BINS = 256;
const HIGH_BINS = 2_048;
const binOf = (unit: number) => (unit < LOW_BINS ? unit : LOW_BINS + (unit & (HIGH_BINS - 1)));

/** n log2 n for the counts that a window can hold. */
const N_LOG_N = Float64Array.from({ length: WINDOW + 1 }, (_, n) => nLogN(n));

function nLogN(n: number): number {
  return n === 0 ? 0 : n * Math.log2(n);
}

const STEPS_PER_WINDOW = WINDOW / STEP;
/**
 * Bits per unit under the model. A window below is prose, or a script that the model doesn't know: its Shannon bits
 * can't make it dense, so they aren't counted.
 */
const PLAIN_COST = 4.4;
/** A pair of neighbours this dear (in steps of the table) is rare in any ordinary text. */
const RARE_PAIR = 9.9 * STEPS_PER_BIT;
/** Rare pairs in a window of 64: optimised noise has many, prose hardly any. */
const ODD_PAIRS = 3;

/** What one pass over a text measures. A window is numbered by the step that it starts at. */
export interface Measures {
  /** Shannon bits per UTF-16 unit of the whole text. */
  readonly bits: number;
  /** Different units seen. */
  readonly distinct: number;
  readonly windows: number;
  /** Shannon bits per unit of each window; 0 where the model finds it plain. */
  readonly windowBits: Float64Array;
  /** Bits per unit of each window under the bigram model of ordinary text. */
  readonly windowCosts: Float64Array;
  /** Share of units beyond Latin in each window, 0 to 1. */
  readonly windowForeign: Float64Array;
  /** Windows with several pairs of neighbours that are rare in any ordinary text. */
  readonly oddWindows: number;
}

/** Measures a text in one pass. The last window may be shorter than the others and ends with the text. */
export function measure(text: string): Measures {
  const steps = stepSums(text);
  const windows = Math.max(1, steps.count - STEPS_PER_WINDOW + 1);
  const windowBits = new Float64Array(windows);
  const windowCosts = new Float64Array(windows);
  const windowForeign = new Float64Array(windows);
  let oddWindows = 0;
  let cost = 0;
  let rare = 0;
  let foreign = 0;
  for (let step = 0; step < steps.count; step++) {
    cost += steps.costs[step] as number;
    rare += steps.rare[step] as number;
    foreign += steps.foreign[step] as number;
    const window = Math.max(0, step - STEPS_PER_WINDOW + 1);
    if (step - window < STEPS_PER_WINDOW - 1 && step + 1 < steps.count) continue;
    const start = window * STEP;
    const end = Math.min(start + WINDOW, text.length);
    const perUnit = cost / STEPS_PER_BIT / (end - start);
    windowCosts[window] = perUnit;
    windowForeign[window] = foreign / (end - start);
    if (rare >= ODD_PAIRS) oddWindows++;
    if (perUnit >= PLAIN_COST) windowBits[window] = shannonBits(text, start, end);
    cost -= steps.costs[window] as number;
    rare -= steps.rare[window] as number;
    foreign -= steps.foreign[window] as number;
  }
  return { ...wholeText(steps, text.length), windows, windowBits, windowCosts, windowForeign, oddWindows };
}

/** Sums per step, and the counts of the whole text. */
function stepSums(text: string) {
  const count = Math.ceil(text.length / STEP);
  const costs = new Uint16Array(count);
  const rare = new Uint8Array(count);
  const foreign = new Uint8Array(count);
  const low = new Uint32Array(LOW_BINS);
  let high: Uint32Array | null = null;
  let row = LINE_END * CLASS_COUNT;
  for (let step = 0, i = 0; step < count; step++) {
    const end = Math.min(i + STEP, text.length);
    let sum = 0;
    let dear = 0;
    let beyond = 0;
    for (; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit < LOW_BINS) low[unit] = (low[unit] as number) + 1;
      else {
        high ??= new Uint32Array(HIGH_BINS);
        high[unit & (HIGH_BINS - 1)] = (high[unit & (HIGH_BINS - 1)] as number) + 1;
      }
      const current = CLASSES[unit] as number;
      const cost = BIGRAM_COSTS[row + current] as number;
      sum += cost;
      if (cost >= RARE_PAIR) dear++;
      if (current === FOREIGN) beyond++;
      row = current * CLASS_COUNT;
    }
    costs[step] = sum;
    rare[step] = dear;
    foreign[step] = beyond;
  }
  return { count, costs, rare, foreign, low, high };
}

/** Counts of one window; every use leaves it clean. */
const scratch = new Uint8Array(LOW_BINS + HIGH_BINS);

/** Shannon bits per unit of a stretch of at most a window. */
function shannonBits(text: string, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const bin = binOf(text.charCodeAt(i));
    const count = scratch[bin] as number;
    sum += (N_LOG_N[count + 1] as number) - (N_LOG_N[count] as number);
    scratch[bin] = count + 1;
  }
  for (let i = start; i < end; i++) scratch[binOf(text.charCodeAt(i))] = 0;
  return Math.max(0, Math.log2(end - start) - sum / (end - start));
}

function wholeText(counts: { low: Uint32Array; high: Uint32Array | null }, length: number) {
  let sum = 0;
  let distinct = 0;
  for (const bins of counts.high === null ? [counts.low] : [counts.low, counts.high]) {
    for (let bin = 0; bin < bins.length; bin++) {
      const count = bins[bin] as number;
      if (count === 0) continue;
      distinct++;
      sum += nLogN(count);
    }
  }
  return { bits: length === 0 ? 0 : Math.max(0, Math.log2(length) - sum / length), distinct };
}
