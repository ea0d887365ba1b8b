// SPDX-License-Identifier: Apache-2.0
/** What labelled texts say of the checks: counts, rates, and how sure those are. */

/** Texts by what they are and what they were judged to be; flagged means any verdict but pass. */
export interface Confusion {
  /** Should be flagged, was. */
  readonly hits: number;
  /** Should be flagged, was not. */
  readonly misses: number;
  /** Should pass, was flagged. */
  readonly falseAlarms: number;
  /** Should pass, did. */
  readonly passes: number;
}

export type Interval = readonly [low: number, high: number];

/** A share of n texts; null where there are none. */
export interface Rate {
  readonly value: number;
  readonly n: number;
  /** 95 %, by Wilson's score interval: good for few texts and for shares near 0 and 1. */
  readonly ci95: Interval;
}

export interface Scores {
  /** Of the flagged texts, those that should be. */
  readonly precision: Rate | null;
  /** Of the texts that should be flagged, those that were. */
  readonly recall: Rate | null;
  /** Of the texts that should pass, those that were flagged. */
  readonly falsePositiveRate: Rate | null;
  /** Harmonic mean of precision and recall; null without flagged texts or without texts that should be. */
  readonly f1: number | null;
}

/** 97.5th percentile of the normal distribution. */
const Z = 1.959964;

export function confusionOf(pairs: Iterable<{ readonly expected: boolean; readonly flagged: boolean }>): Confusion {
  const counts = { hits: 0, misses: 0, falseAlarms: 0, passes: 0 };
  for (const { expected, flagged } of pairs) {
    if (expected) counts[flagged ? 'hits' : 'misses']++;
    else counts[flagged ? 'falseAlarms' : 'passes']++;
  }
  return counts;
}

export function scoresOf({ hits, misses, falseAlarms, passes }: Confusion): Scores {
  const precision = rate(hits, hits + falseAlarms);
  const recall = rate(hits, hits + misses);
  const judged = 2 * hits + misses + falseAlarms;
  return {
    precision,
    recall,
    falsePositiveRate: rate(falseAlarms, falseAlarms + passes),
    f1: precision === null || recall === null ? null : (2 * hits) / judged,
  };
}

/** k of n, with its interval. */
export function rate(k: number, n: number): Rate | null {
  if (n === 0) return null;
  const share = k / n;
  const centre = share + Z ** 2 / (2 * n);
  const spread = Z * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  const scale = 1 + Z ** 2 / n;
  return { value: share, n, ci95: [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)] };
}

/**
 * 95 % interval of an F1: tp of tp + fp + fn is a share like any other, and F1 grows with it (D. Hand, P. Christen and
 * N. Kirielle, F*: an interpretable transformation of the F-measure, 2021).
 */
export function f1Interval({ hits, misses, falseAlarms }: Omit<Confusion, 'passes'>): Interval | null {
  const agreed = rate(hits, hits + misses + falseAlarms);
  if (agreed === null) return null;
  const [low, high] = agreed.ci95;
  return [(2 * low) / (1 + low), (2 * high) / (1 + high)];
}

/** 95 % interval of an AUC by the standard error of J. Hanley and B. McNeil (1982). @param high texts that should be flagged */
export function aucInterval(auc: number, high: number, low: number): Interval {
  const square = auc * auc;
  const spread =
    auc * (1 - auc) + (high - 1) * (auc / (2 - auc) - square) + (low - 1) * ((2 * square) / (1 + auc) - square);
  const error = Z * Math.sqrt(spread / (high * low));
  return [Math.max(0, auc - error), Math.min(1, auc + error)];
}
