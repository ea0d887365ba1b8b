// SPDX-License-Identifier: Apache-2.0
import { DRIFT } from '../decode/decode-rotations.ts';
import { BASE64, NOT_IN_ALPHABET, PAIR_ROLES } from '../decode/decode-runs.ts';
import { CASELESS_CLASSES, CLASSES } from '../entropy/bigram-classes.ts';
import { BIGRAM_COSTS, TURNED_CLASSES } from '../entropy/bigrams.ts';
import { DENSE_BITS, DENSE_COST } from '../entropy/dense.ts';
import type { Pieces } from '../entropy/entropy-adversarial.ts';
import { IN_WORD } from '../entropy/entropy-chunks.ts';
import * as windows from '../entropy/entropy-windows.ts';
import { utf8Length } from '../intake/code-points.ts';
import { LANGUAGE_TABLES, type LanguageSample } from '../intake/language.ts';
import { PLAIN_UNITS } from '../intake/plain-units.ts';
import { Kernel } from '../kernel/kernel.ts';
import { KernelText } from '../kernel/kernel-text.ts';
import { TELLING_SIGNS } from './signs.ts';
import type { Range, TextSurvey } from './survey.ts';

/** Working memory of a unit: less than two for the measures, then six for a list, since a piece of 12 takes two units. */
const BYTES_PER_UNIT = 9;
const BYTES_OF_MEASURES = 2;
const BEHIND_MEASURES = 256;
const RANGE_WORDS = 2;
const PIECE_WORDS = 3;
const SPARE = 32;

/** The same survey as PlainSurvey, several times as fast and at the same cost in every kind of traffic. */
export class KernelSurvey implements TextSurvey {
  text = '';
  ascii = true;
  plain = true;
  utf8Length = 0;
  readonly #kernel: Kernel;
  readonly #plainUnits: number;
  readonly #text: KernelText;
  readonly #sample: { readonly counts: number; readonly scores: number };
  readonly #bins: { readonly low: number; readonly high: number; readonly list: number };
  #runs: readonly Range[] | null = null;
  #measures: KernelMeasures | null = null;
  #numbers = new Int32Array(0);
  #counts = new Int32Array(0);
  #scores = new Int32Array(0);
  #doubles = new Float64Array(0);
  #bytes = new Uint8Array(0);

  private constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#sample = placeLanguage(kernel);
    this.#bins = placeEntropy(kernel);
    placeHints(kernel);
    this.#plainUnits = kernel.place(PLAIN_UNITS);
    this.#text = new KernelText(kernel, BYTES_PER_UNIT);
  }

  /** Null where kernels don't run. */
  static create(): KernelSurvey | null {
    const kernel = Kernel.create();
    return kernel === null ? null : new KernelSurvey(kernel);
  }

  /** Makes this the survey of another text. */
  read(text: string): this {
    this.text = text;
    this.#runs = null;
    this.#measures = null;
    this.#text.readUnits(text);
    const { bytes, length, ascii } = this.#text;
    const { hasHidden, allHave, narrow, memory } = this.#kernel.exports;
    this.ascii = ascii;
    // Most of what is looked for is looked for in bytes.
    if (!ascii) narrow(this.#text.units, length, bytes);
    this.plain = ascii
      ? hasHidden(bytes, length) === 0
      : allHave(this.#text.units, length, this.#plainUnits, PLAIN_UNITS.length) === 1;
    this.utf8Length = this.#text.utf8Length < 0 ? utf8Length(text) : this.#text.utf8Length;
    if (this.#numbers.buffer !== memory.buffer) {
      this.#numbers = new Int32Array(memory.buffer);
      this.#counts = this.#numbersAt(this.#sample.counts, LANGUAGE_TABLES.counts);
      this.#scores = this.#numbersAt(this.#sample.scores, LANGUAGE_TABLES.scores);
      this.#doubles = new Float64Array(memory.buffer);
      this.#bytes = new Uint8Array(memory.buffer);
    }
    return this;
  }

  get units(): Uint16Array {
    return this.#text.view;
  }

  language(length: number): LanguageSample {
    const latin = this.#kernel.exports.sampleLanguage(this.#text.units, length, this.#text.ascii ? 1 : 0);
    return { latin, counts: this.#counts, scores: this.#scores };
  }

  longRuns(): readonly Range[] {
    const { bytes, length } = this.#text;
    this.#runs ??= this.#ranges(this.#kernel.exports.findLongRuns(bytes, length, this.#list));
    return this.#runs;
  }

  signs(): number {
    const { units, bytes, length } = this.#text;
    return this.#kernel.exports.findSigns(units, bytes, length);
  }

  climbs(): readonly Range[] {
    const { units, bytes, length, ascii } = this.#text;
    return this.#ranges(this.#kernel.exports.findClimbs(units, bytes, length, ascii ? 1 : 0, this.#list));
  }

  disguises(): readonly Range[] {
    const { units, bytes, length, ascii } = this.#text;
    return this.#ranges(this.#kernel.exports.findDisguises(units, bytes, length, ascii ? 1 : 0, this.#list));
  }

  #numbersAt(address: number, count: number): Int32Array<ArrayBuffer> {
    return this.#numbers.subarray(address >> 2, (address >> 2) + count);
  }

  /** Where lists are written: behind the measures, which stay. */
  get #list(): number {
    return aligned(this.#text.work + BYTES_OF_MEASURES * this.#text.length + BEHIND_MEASURES);
  }

  #ranges(count: number): readonly Range[] {
    if (count === 0) return NO_RANGES;
    const first = this.#list >> 2;
    const ranges: Range[] = [];
    for (let at = first; at < first + RANGE_WORDS * count; at += RANGE_WORDS) {
      ranges.push([this.#numbers[at] as number, this.#numbers[at + 1] as number]);
    }
    return ranges;
  }

  measures(): windows.Measures {
    if (this.#measures !== null) return this.#measures;
    const { units, length, work } = this.#text;
    const { exports } = this.#kernel;
    const steps = Math.ceil(length / windows.STEP);
    const count = windows.windowsIn(steps);
    const bits = aligned(work + 4 * steps);
    const costs = bits + 8 * count;
    const foreign = costs + 8 * count;
    if (length === 0) this.#bytes.fill(0, bits, foreign + count);
    exports.measureWindows(units, length, work, bits, costs, foreign);
    this.#measures = new KernelMeasures(
      this.#whole(length),
      {
        windows: count,
        oddWindows: exports.oddWindowsSeen(),
        gluedPairs: exports.gluedPairsSeen(),
        denseWindows: exports.denseWindowsSeen(),
      },
      { doubles: this.#doubles, bytes: this.#bytes, bits, costs, foreign },
    );
    return this.#measures;
  }

  #whole(length: number): { bits: number; distinct: number } {
    const { sumOfCounts, distinctUnits, highBinsUsed } = this.#kernel.exports;
    const sum = sumOfCounts();
    if (sum >= 0) return { bits: windows.bitsOfSum(sum, length), distinct: distinctUnits() };
    const { low, high, list } = this.#bins;
    const numbers = this.#numbers;
    const used = highBinsUsed();
    return windows.wholeText(length, {
      low: numbers.subarray(low >> 2, (low >> 2) + windows.LOW_BINS),
      high: numbers.subarray(high >> 2, (high >> 2) + windows.HIGH_BINS),
      list: used === 0 ? NO_BINS : new Uint16Array(numbers.buffer, list, used),
    });
  }

  pieces(): Pieces {
    const { bytes, length } = this.#text;
    const count = this.#kernel.exports.cutPieces(bytes, length, this.#list);
    const first = this.#list >> 2;
    return { count, list: this.#numbers.subarray(first, first + PIECE_WORDS * count) };
  }
}

/** Where the measures of each window lie. */
interface Places {
  readonly doubles: Float64Array;
  readonly bytes: Uint8Array;
  readonly bits: number;
  readonly costs: number;
  readonly foreign: number;
}

/** Views on a kernel's memory cost more than what most texts are asked for, so they are made where somebody reads them. */
class KernelMeasures implements windows.Measures {
  readonly bits: number;
  readonly distinct: number;
  readonly windows: number;
  readonly oddWindows: number;
  readonly gluedPairs: number;
  readonly denseWindows: number;
  readonly #places: Places;

  constructor(
    whole: Pick<windows.Measures, 'bits' | 'distinct'>,
    seen: Pick<windows.Measures, 'windows' | 'oddWindows' | 'gluedPairs' | 'denseWindows'>,
    places: Places,
  ) {
    this.bits = whole.bits;
    this.distinct = whole.distinct;
    this.windows = seen.windows;
    this.oddWindows = seen.oddWindows;
    this.gluedPairs = seen.gluedPairs;
    this.denseWindows = seen.denseWindows;
    this.#places = places;
  }

  get windowBits(): Float64Array {
    return this.#doublesAt(this.#places.bits);
  }

  get windowCosts(): Float64Array {
    return this.#doublesAt(this.#places.costs);
  }

  windowCost(window: number): number {
    const { doubles, costs } = this.#places;
    return doubles[(costs >> 3) + window] as number;
  }

  get isForeign(): Uint8Array {
    const { bytes, foreign } = this.#places;
    return bytes.subarray(foreign, foreign + this.windows);
  }

  #doublesAt(address: number): Float64Array {
    return this.#places.doubles.subarray(address >> 3, (address >> 3) + this.windows);
  }
}

const NO_RANGES: readonly Range[] = [];
const NO_BINS = new Uint16Array(0);
const aligned = (address: number) => Math.ceil(address / 8) * 8;

function placeLanguage(kernel: Kernel): { counts: number; scores: number } {
  const { scripts, lower, words, shortWords } = LANGUAGE_TABLES;
  const counts = kernel.place(new Int32Array(LANGUAGE_TABLES.counts + SPARE));
  const scores = kernel.place(new Int32Array(LANGUAGE_TABLES.scores + SPARE));
  const places = [kernel.place(scripts()), kernel.place(lower()), kernel.place(words()), kernel.place(shortWords())];
  kernel.exports.configureLanguage(...places, counts, LANGUAGE_TABLES.counts, scores, LANGUAGE_TABLES.scores);
  return { counts, scores };
}

function placeEntropy(kernel: Kernel): { low: number; high: number; list: number } {
  const low = kernel.place(new Int32Array(windows.LOW_BINS));
  const high = kernel.place(new Int32Array(windows.HIGH_BINS));
  const list = kernel.place(new Uint16Array(windows.HIGH_BINS));
  const log2s = Float64Array.from({ length: windows.WINDOW + 1 }, (_, n) => Math.log2(n));
  kernel.exports.configureEntropy(
    kernel.place(CLASSES),
    kernel.place(windows.PAIR_SUMS),
    low,
    high,
    list,
    kernel.place(windows.WINDOW_N_LOG_N),
    kernel.place(log2s),
    kernel.place(new Uint8Array(windows.LOW_BINS + windows.HIGH_BINS)),
    kernel.place(IN_WORD),
  );
  kernel.exports.configureCounts(kernel.place(windows.N_LOG_N));
  const { PLAIN_COST, MAX_FOREIGN, ODD_PAIRS } = windows;
  kernel.exports.configureThresholds(PLAIN_COST, MAX_FOREIGN, ODD_PAIRS, DENSE_BITS, DENSE_COST);
  return { low, high, list };
}

function placeHints(kernel: Kernel): void {
  const with128 = (table: Uint8Array, beyond: number) => Uint8Array.from({ length: 129 }, (_, i) => table[i] ?? beyond);
  kernel.exports.configureHints(
    kernel.place(with128(BASE64, NOT_IN_ALPHABET)),
    kernel.place(with128(PAIR_ROLES, PAIR_ROLES[127] as number)),
    kernel.place(DRIFT),
    kernel.place(CASELESS_CLASSES),
    kernel.place(TURNED_CLASSES),
    kernel.place(BIGRAM_COSTS),
    kernel.place(halvesOf(TELLING_SIGNS)),
  );
}

/**
 * For each half of a byte, the lower ones first, kinds of signs as bits: those with the same higher half are a kind. A byte
 * is one of some signs where both its halves have a kind in common.
 */
function halvesOf(signs: string): Uint8Array {
  const halves = new Uint8Array(32);
  let kinds = 0;
  for (const sign of signs) {
    const code = sign.charCodeAt(0);
    const high = 16 + (code >> 4);
    if (halves[high] === 0) halves[high] = 1 << kinds++;
    halves[code & 15] = (halves[code & 15] as number) | (halves[high] as number);
  }
  return halves;
}
