// SPDX-License-Identifier: Apache-2.0
import { logistic } from './logistic.ts';
import type { LengthBand, ModelDescription, Score } from './model-file.ts';
import type { WindowScore } from './windows.ts';

/** A window in which a score reached its review threshold. */
export interface Place<W extends WindowScore = WindowScore> {
  readonly window: W;
  /** Index of the score that is furthest into its band. */
  readonly score: number;
  /** [0.5..0.8) between the review and the fail threshold, [0.8..0.99] above. */
  readonly confidence: number;
}

const MAX_PLACES = 3;
const REVIEW_CONFIDENCE = 0.5;
const FAIL_CONFIDENCE = 0.8;
const HIGHEST_REVIEW = 0.799;
const TOP_CONFIDENCE = 0.99;

/** At most three places that do not overlap, the surest first. Thresholds depend on the length of the whole text. */
export function findPlaces<W extends WindowScore>(
  model: ModelDescription,
  windows: readonly W[],
  length: number,
): Place<W>[] {
  const bands = model.scores.map(({ bands }) => bands.find(({ below }) => below === null || length < below)!);
  const reached = windows
    .map((window) => surest(model.scores, bands, window))
    .filter((place) => place !== null)
    .sort((a, b) => b.confidence - a.confidence || a.window.start - b.window.start);
  const out: Place<W>[] = [];
  for (const place of reached) {
    if (out.length === MAX_PLACES) break;
    const { start, end } = place.window;
    if (out.every(({ window }) => end <= window.start || start >= window.end)) out.push(place);
  }
  return out;
}

function surest<W extends WindowScore>(
  scores: readonly Score[],
  bands: readonly LengthBand[],
  window: W,
): Place<W> | null {
  let best: Place<W> | null = null;
  for (const [k, score] of scores.entries()) {
    const margin = window.margins[k]!;
    if (margin < bands[k]!.review) continue;
    const confidence = confidenceOf(score, bands[k]!, margin);
    if (best === null || confidence > best.confidence) best = { window, score: k, confidence };
  }
  return best;
}

/** Linear in the probability inside each band. */
function confidenceOf({ calibration }: Score, band: LengthBand, margin: number): number {
  const probability = (at: number) => logistic(calibration.slope * at + calibration.offset);
  const fail = probability(band.fail);
  if (margin >= band.fail) {
    return FAIL_CONFIDENCE + share(probability(margin) - fail, 1 - fail) * (TOP_CONFIDENCE - FAIL_CONFIDENCE);
  }
  const review = probability(band.review);
  const into = share(probability(margin) - review, fail - review) * (FAIL_CONFIDENCE - REVIEW_CONFIDENCE);
  return Math.min(HIGHEST_REVIEW, REVIEW_CONFIDENCE + into);
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}
