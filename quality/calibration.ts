// SPDX-License-Identifier: Apache-2.0
/** How far a number says what it seems to: the risk score, what the AI scan is sure of, and its score of each category. */
import { round } from '../bench/table.ts';

export interface CalibrationBin {
  /** Numbers from here on, up to the next bin. */
  readonly bin: number;
  readonly texts: number;
  /** Mean of the numbers. */
  readonly predicted: number;
  /** Share of texts of which it is true. */
  readonly observed: number;
}

/** Flags of the AI scan that are alike sure. */
export interface ScanBin {
  readonly bin: number;
  readonly flags: number;
  /** Mean confidence. */
  readonly predicted: number;
  /** Share of them that stand in texts that should be flagged. */
  readonly observed: number;
  /** Share of them that name a category of their text. */
  readonly category_right: number;
}

export interface ScanCalibration {
  /** Whether training has seen other texts of the same sources. */
  readonly sources: 'unseen' | 'seen';
  readonly confidence: readonly ScanBin[];
  readonly categories: readonly {
    readonly category: string;
    /** Texts of that category. */
    readonly texts: number;
    /** The score that /evaluate gives for the category, against the share of texts of that category. */
    readonly score: readonly CalibrationBin[];
    /** The flags that name it. */
    readonly confidence: readonly ScanBin[];
  }[];
}

/** What calibration asks of one judged text. */
export interface Scored {
  readonly expected: boolean;
  /** What the text should be flagged for; empty where nobody said. */
  readonly categories: readonly string[];
  readonly risk: number;
  readonly scores: readonly { readonly category: string; readonly score: number }[];
  readonly scanFlags: readonly { readonly category: string; readonly confidence: number }[];
}

const RISK_BINS = 10;
const CONFIDENCE_BINS = 10;
/** Few texts are of one category. */
const SCORE_BINS = 5;

export function calibrationOf(judged: readonly Scored[]): CalibrationBin[] {
  return binned(
    judged.map(({ risk, expected }) => [risk, expected]),
    RISK_BINS,
  );
}

/** Texts that should be flagged for what nobody said are left out: nothing can be right or wrong about them. */
export function scanCalibration(judged: readonly Scored[], sources: ScanCalibration['sources']): ScanCalibration {
  const known = judged.filter(({ expected, categories }) => !expected || categories.length > 0);
  const flags = known.flatMap((text) => text.scanFlags.map((flag) => ({ ...flag, text })));
  const named = new Set([...known.flatMap(({ scores }) => scores), ...flags].map(({ category }) => category));
  return {
    sources,
    confidence: confidenceBins(flags),
    categories: [...named].sort().map((category) => {
      const isOfIt = (text: Scored) => text.categories.includes(category);
      const scored = known.map((text) => [scoreOf(text, category), isOfIt(text)] as const);
      return {
        category,
        texts: known.filter(isOfIt).length,
        score: binned(scored, SCORE_BINS),
        confidence: confidenceBins(flags.filter((flag) => flag.category === category)),
      };
    }),
  };
}

/** The scan names no category that is very unlikely. */
const scoreOf = ({ scores }: Scored, category: string) => scores.find((one) => one.category === category)?.score ?? 0;

type ScanFlag = Scored['scanFlags'][number] & { readonly text: Scored };

function confidenceBins(flags: readonly ScanFlag[]): ScanBin[] {
  return inBins(flags, ({ confidence }) => confidence, CONFIDENCE_BINS).map(([bin, some]) => ({
    bin,
    flags: some.length,
    predicted: mean(some.map(({ confidence }) => confidence)),
    observed: mean(some.map(({ text }) => Number(text.expected))),
    category_right: mean(some.map(({ text, category }) => Number(text.categories.includes(category)))),
  }));
}

function binned(pairs: readonly (readonly [number, boolean])[], bins: number): CalibrationBin[] {
  return inBins(pairs, ([number]) => number, bins).map(([bin, some]) => ({
    bin,
    texts: some.length,
    predicted: mean(some.map(([number]) => number)),
    observed: mean(some.map(([, isTrue]) => Number(isTrue))),
  }));
}

function inBins<T>(values: readonly T[], numberOf: (value: T) => number, bins: number): [number, T[]][] {
  const groups = Map.groupBy(values, (one) => Math.min(bins - 1, Math.floor(numberOf(one) * bins)));
  return [...groups].sort(([a], [b]) => a - b).map(([bin, some]) => [bin / bins, some]);
}

const mean = (values: readonly number[]) => round(values.reduce((sum, one) => sum + one, 0) / values.length, 4);
