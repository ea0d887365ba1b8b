// SPDX-License-Identifier: Apache-2.0
import { logistic } from './classify/logistic.ts';
import { type LengthBand, type LoadedModel, readModel } from './classify/model-file.ts';
import { heaviestPassage } from './classify/passage.ts';
import { type WindowScore, WindowScorer } from './classify/windows.ts';
import type { Classifier, Intake } from './stages.ts';
import type { Category, Finding, Ports } from './types.ts';

const MAX_FINDINGS = 3;
const MAX_PLACES = 3;
/** Where the review band and the fail band begin on the scale of a finding's confidence. */
const REVIEW_CONFIDENCE = 0.5;
const FAIL_CONFIDENCE = 0.8;
const TOP_CONFIDENCE = 0.99;

interface CategoryScore {
  readonly category: Category;
  readonly article: number;
  /** Probability of the category, given that the text is harmful. */
  readonly given: number;
}

/**
 * Stage 4. A hashed n-gram model says how likely a text is to need a flag; only where that is above a low bar do the
 * category heads say of which kind.
 *
 * @throws Error with a plain sentence when the weights file is not one, is damaged, or was made for other features.
 */
export function loadClassifier(bytes: Uint8Array, sha256Hex: Ports['sha256Hex']): Classifier {
  const model = readModel(bytes, sha256Hex);
  const scorer = new WindowScorer(model);
  return { name: model.description.name, hash: model.hash, scan: (intake) => scan(model, scorer, intake) };
}

function scan(model: LoadedModel, scorer: WindowScorer, intake: Intake): ReturnType<Classifier['scan']> {
  const text = intake.normalised;
  const windows = scorer.windows(text);
  const best = heaviest(windows);
  const { low_bar, calibration } = model.description;
  if (best.margin < low_bar) return { categories: [], findings: [] };
  const harm = logistic(calibration.slope * best.margin + calibration.offset);
  const kinds = categoriesOf(model, scorer, text, best);
  const band = bandOf(model.description.bands, text.length);
  return {
    categories: kinds
      .map(({ category, given }) => ({ category, score: harm * given }))
      .filter(({ score }) => score >= model.description.report_floor),
    findings: best.margin < band.review ? [] : findings(model, scorer, intake, windows, band),
  };
}

function heaviest(windows: readonly WindowScore[]): WindowScore {
  let best = windows[0]!;
  for (const window of windows) if (window.margin > best.margin) best = window;
  return best;
}

function bandOf(bands: readonly LengthBand[], length: number): LengthBand {
  return bands.find(({ below }) => below === null || length < below)!;
}

/** Most likely first; equal ones in the model's order. */
function categoriesOf(model: LoadedModel, scorer: WindowScorer, text: string, window: WindowScore): CategoryScore[] {
  const margins = scorer.headMargins(text, window);
  return model.description.heads
    .map(({ category, article, calibration }, i) => ({
      category,
      article,
      given: logistic(calibration.slope * margins[i]! + calibration.offset),
    }))
    .sort((a, b) => b.given - a.given);
}

/** One finding per category, at the heaviest place that shows it. */
function findings(
  model: LoadedModel,
  scorer: WindowScorer,
  intake: Intake,
  windows: readonly WindowScore[],
  band: LengthBand,
): Finding[] {
  const out = new Map<Category, Finding>();
  for (const window of places(windows, band.review)) {
    const confidence = confidenceOf(model, window.margin, band);
    const passage = heaviestPassage(intake.normalised, window, model);
    const [start, end] = intake.rangeToGiven(passage.start, passage.end);
    const words = passage.words.map((word) => intake.given.slice(...intake.rangeToGiven(word.start, word.end)));
    const ranked = categoriesOf(model, scorer, intake.normalised, window);
    const kinds = ranked.filter(({ given }, i) => i === 0 || given >= model.description.second_category);
    for (const { category, article } of kinds) {
      if (out.has(category) || out.size === MAX_FINDINGS) continue;
      out.set(category, {
        source: 'ai_scan',
        pattern_id: null,
        category,
        article,
        severity: 'high',
        confidence,
        start_utf16: start,
        end_utf16: end,
        decoded_from: [],
        matched: intake.given.slice(start, end),
        masked: false,
        what: `The wording is close to that of texts known for ${category.replace('_', ' ')}.`,
        words,
      });
    }
  }
  return [...out.values()];
}

/** The heaviest windows at or above the threshold that do not overlap each other, heaviest first. */
function places(windows: readonly WindowScore[], threshold: number): WindowScore[] {
  const ordered = windows.filter(({ margin }) => margin >= threshold).sort((a, b) => b.margin - a.margin);
  const out: WindowScore[] = [];
  for (const window of ordered) {
    if (out.length === MAX_PLACES) break;
    if (out.every(({ start, end }) => window.end <= start || window.start >= end)) out.push(window);
  }
  return out;
}

/** Linear in the probability between the review threshold (0.5), the fail threshold (0.8) and certainty (0.99). */
function confidenceOf(model: LoadedModel, margin: number, band: LengthBand): number {
  const { slope, offset } = model.description.calibration;
  const probability = (at: number) => logistic(slope * at + offset);
  const here = probability(margin);
  const fail = probability(band.fail);
  if (margin >= band.fail) {
    const room = 1 - fail;
    return FAIL_CONFIDENCE + (room > 0 ? ((here - fail) / room) * (TOP_CONFIDENCE - FAIL_CONFIDENCE) : 0);
  }
  const review = probability(band.review);
  const room = fail - review;
  const share = room > 0 ? (here - review) / room : 0;
  return Math.min(0.799, REVIEW_CONFIDENCE + share * (FAIL_CONFIDENCE - REVIEW_CONFIDENCE));
}
