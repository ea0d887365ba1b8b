// SPDX-License-Identifier: Apache-2.0
import { CLASS_COUNT, CLASSES, FOREIGN, LINE_END } from './bigram-classes.ts';
import { BIGRAM_COSTS, STEPS_PER_BIT } from './bigrams.ts';

/** UTF-16 units per window and per step. */
export const WINDOW = 64;
export const STEP = 16;

/** Units below U+0100 have a bin each, the others share 2,048. */
const BINS = 256 + 2_048;
const binOf = (unit: number) => (unit < 256 ? unit : 256 + (unit & 2_047));

/** n log2 n, for the counts that a window can hold. */
const N_LOG_N = Float64Array.from({ length: WINDOW + 2 }, (_, n) => (n === 0 ? 0 : n * Math.log2(n)));

/** What one pass over a text measures. A window is numbered by the step that it starts at. */
export interface Measures {
  /** Shannon bits per UTF-16 unit of the whole text. */
  readonly bits: number;
  /** Different units seen. */
  readonly distinct: number;
  readonly windows: number;
  /** Shannon bits per unit of each window. */
  readonly windowBits: Float64Array;
  /** Bits per unit of each window under the bigram model of ordinary text. */
  readonly windowCosts: Float64Array;
  /** Share of units beyond Latin in each window, 0 to 1. */
  readonly windowForeign: Float64Array;
  /** The dearest window's cost. */
  readonly maxCost: number;
}

/**
 * Measures a text in one pass with counts that are kept up from window to window. The last window may be shorter than
 * the others and ends with the text.
 */
export function measure(text: string): Measures {
  const windows = Math.max(1, Math.ceil((text.length - WINDOW) / STEP) + 1);
  const steps = stepSums(text);
  const windowBits = new Float64Array(windows);
  const windowCosts = new Float64Array(windows);
  const windowForeign = new Float64Array(windows);
  const counts = new Uint8Array(BINS);
  let maxCost = 0;
  let sum = 0;
  let added = 0;
  let removed = 0;
  for (let window = 0; window < windows; window++) {
    const start = window * STEP;
    const end = Math.min(start + WINDOW, text.length);
    for (; removed < start; removed++) {
      const bin = binOf(text.charCodeAt(removed));
      const count = counts[bin] as number;
      sum += (N_LOG_N[count - 1] as number) - (N_LOG_N[count] as number);
      counts[bin] = count - 1;
    }
    for (; added < end; added++) {
      const bin = binOf(text.charCodeAt(added));
      const count = counts[bin] as number;
      sum += (N_LOG_N[count + 1] as number) - (N_LOG_N[count] as number);
      counts[bin] = count + 1;
    }
    const size = Math.max(1, end - start);
    windowBits[window] = Math.max(0, Math.log2(size) - sum / size);
    const step = window;
    let cost = 0;
    let foreign = 0;
    for (let k = step; k < step + WINDOW / STEP && k < steps.count; k++) {
      cost += steps.costs[k] as number;
      foreign += steps.foreign[k] as number;
    }
    windowCosts[window] = cost / STEPS_PER_BIT / size;
    windowForeign[window] = foreign / size;
    if ((windowCosts[window] as number) > maxCost) maxCost = windowCosts[window] as number;
  }
  return { ...wholeText(text), windows, windowBits, windowCosts, windowForeign, maxCost };
}

/** Bigram costs and foreign units per step. */
function stepSums(text: string) {
  const count = Math.ceil(text.length / STEP);
  const costs = new Uint16Array(count);
  const foreign = new Uint8Array(count);
  let previous = LINE_END;
  for (let step = 0, i = 0; step < count; step++) {
    const end = Math.min(i + STEP, text.length);
    let cost = 0;
    let beyond = 0;
    for (; i < end; i++) {
      const current = CLASSES[text.charCodeAt(i)] as number;
      cost += BIGRAM_COSTS[previous * CLASS_COUNT + current] as number;
      if (current === FOREIGN) beyond++;
      previous = current;
    }
    costs[step] = cost;
    foreign[step] = beyond;
  }
  return { count, costs, foreign };
}

function wholeText(text: string): { bits: number; distinct: number } {
  const counts = new Uint32Array(BINS);
  for (let i = 0; i < text.length; i++) {
    const bin = binOf(text.charCodeAt(i));
    counts[bin] = (counts[bin] as number) + 1;
  }
  let sum = 0;
  let distinct = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const count = counts[bin] as number;
    if (count === 0) continue;
    distinct++;
    sum += count * Math.log2(count);
  }
  const bits = text.length === 0 ? 0 : Math.log2(text.length) - sum / text.length;
  return { bits: Math.max(0, bits), distinct };
}
