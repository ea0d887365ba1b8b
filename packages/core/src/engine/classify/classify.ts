// SPDX-License-Identifier: Apache-2.0

import type { Classifier, Intake } from '../stages.ts';
import type { Category, Finding, Ports } from '../types.ts';
import { hasEnoughWords } from './evidence.ts';
import { logistic } from './logistic.ts';
import { type CategoryHead, type LoadedModel, readModel } from './model-file.ts';
import { heaviestPassage } from './passage.ts';
import { findPlaces, type Place } from './places.ts';
import { type WindowScore, WindowScorer } from './windows.ts';

const MAX_FINDINGS = 3;

interface Kind {
  readonly head: CategoryHead;
  /** Calibrated probability that the text needs a flag of this category. */
  readonly score: number;
  /** The same, given that it needs one. */
  readonly given: number;
}

/**
 * Stage 4. Four hashed n-gram scores say how likely a text is to need a flag; only where one of them is above a low bar
 * do the category heads say of which kind. A text of fewer than three words is left to the other stages.
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
  if (!hasEnoughWords(text)) return { categories: [], findings: [] };
  const windows = scorer.windows(text);
  const { low_bar, report_floor } = model.description;
  const best = mostLikely(model, windows);
  if (best.probability < low_bar) return { categories: [], findings: [] };
  const categories = kindsOf(model, scorer, text, best.window)
    .map(({ head, score }) => ({ category: head.category, score }))
    .filter(({ score }) => score >= report_floor)
    .sort((a, b) => b.score - a.score);
  return { categories, findings: findings(model, scorer, intake, findPlaces(model.description, windows, text.length)) };
}

/** The logistic function is monotonic, so it is asked for one window only. */
function mostLikely(model: LoadedModel, windows: readonly WindowScore[]): { window: WindowScore; probability: number } {
  const { scores } = model.description;
  let window = windows[0]!;
  let highest = Number.NEGATIVE_INFINITY;
  for (const candidate of windows) {
    for (let k = 0; k < scores.length; k++) {
      const { slope, offset } = scores[k]!.calibration;
      const logit = slope * candidate.margins[k]! + offset;
      if (logit <= highest) continue;
      highest = logit;
      window = candidate;
    }
  }
  return { window, probability: logistic(highest) };
}

function probabilities(model: LoadedModel, window: WindowScore): number[] {
  return model.description.scores.map(({ calibration }, k) => {
    return logistic(calibration.slope * window.margins[k]! + calibration.offset);
  });
}

function kindsOf(model: LoadedModel, scorer: WindowScorer, text: string, window: WindowScore): Kind[] {
  const likely = probabilities(model, window);
  const margins = scorer.headMargins(text, window);
  return model.description.heads.map((head, i) => {
    const given = logistic(head.calibration.slope * margins[i]! + head.calibration.offset);
    const support = likely.filter((_, k) => head.scores.includes(model.description.scores[k]!.name));
    return { head, given, score: given * Math.max(...support) };
  });
}

/** One finding per category, at the first place that shows it. */
function findings(model: LoadedModel, scorer: WindowScorer, intake: Intake, places: readonly Place[]): Finding[] {
  const out = new Map<Category, Finding>();
  for (const place of places) {
    const heads = headsAt(model, kindsOf(model, scorer, intake.normalised, place.window), place);
    for (const { category, article } of heads) {
      if (out.has(category) || out.size === MAX_FINDINGS) continue;
      out.set(category, { ...findingAt(model, intake, place), category, article });
    }
  }
  return [...out.values()];
}

/** The likeliest category that the place's score speaks for, and others that are likely in their own right. */
function headsAt(model: LoadedModel, kinds: readonly Kind[], place: Place): CategoryHead[] {
  const name = model.description.scores[place.score]!.name;
  return kinds
    .filter(({ head }) => head.scores.includes(name))
    .sort((a, b) => b.given - a.given)
    .filter(({ given }, i) => i === 0 || given >= model.description.second_category)
    .map(({ head }) => head);
}

function findingAt(model: LoadedModel, intake: Intake, place: Place): Omit<Finding, 'category' | 'article'> {
  const passage = heaviestPassage(intake.normalised, place.window, model, place.score);
  const [start, end] = intake.rangeToGiven(passage.start, passage.end);
  return {
    source: 'ai_scan',
    pattern_id: null,
    severity: 'high',
    confidence: place.confidence,
    start_utf16: start,
    end_utf16: end,
    decoded_from: [],
    matched: intake.given.slice(start, end),
    masked: false,
    what: 'The wording is close to that of texts known to break this article.',
    words: passage.words.map((word) => intake.given.slice(...intake.rangeToGiven(word.start, word.end))),
  };
}
