// SPDX-License-Identifier: Apache-2.0

import { type JudgedWindow, SecondTier } from '../deep/second-tier.ts';
import type { Classifier, Intake } from '../stages.ts';
import type { Category, Finding, Ports } from '../types.ts';
import { coverageOf } from './coverage.ts';
import { hasEnoughWords } from './evidence.ts';
import { frequentWords } from './frequent-words.ts';
import { logistic } from './logistic.ts';
import { type CategoryHead, type LoadedModel, readModel } from './model-file.ts';
import { heaviestPassage } from './passage.ts';
import { findPlaces, type Place } from './places.ts';
import { isSpokenOf, tellsOfOwnEnd } from './spoken-of.ts';
import { type WindowScore, WindowScorer } from './windows.ts';

const MAX_FINDINGS = 3;

interface Kind {
  readonly head: CategoryHead;
  /** Calibrated probability that the text needs a flag of this category. */
  readonly score: number;
  /** The same, given that the head's own score speaks. */
  readonly given: number;
  /** How much of the suspicion falls to the head's own score, where one that is for all categories speaks. */
  readonly share: number;
}

/**
 * Stage 4. Hashed n-gram scores say how likely a text is to need a flag; only where one of them is above a low bar
 * do the category heads say of which kind. A text of fewer than three words is left to the other stages.
 *
 * @throws Error with a plain sentence when the weights file is not one, is damaged, or was made for other features.
 */
export function loadClassifier(bytes: Uint8Array, sha256Hex: Ports['sha256Hex']): Classifier {
  const model = readModel(bytes, sha256Hex);
  const tiers = {
    scorer: new WindowScorer(model),
    second: secondTier(model),
    withoutFrequent: model.deep === null ? null : frequentWords(model.deep),
  };
  const { name } = model.description;
  return {
    name,
    hash: model.hash,
    covers: coverageOf(model.description),
    scan: (intake) => scan(model, tiers, intake),
  };
}

interface Tiers {
  readonly scorer: WindowScorer;
  readonly second: SecondTier | null;
  /** Takes the words that every text has out of a stretch; null where the model has no vocabulary. */
  readonly withoutFrequent: ((text: string, start: number, end: number) => string) | null;
}

function secondTier({ description, deep }: LoadedModel): SecondTier | null {
  return description.deep === undefined || deep === null ? null : new SecondTier(description.deep, deep);
}

/** Windows of a text as both tiers judge them; those that the first tier is sure are ordinary are left out. */
function judge({ second }: Tiers, text: string, windows: readonly WindowScore[]): readonly JudgedWindow[] {
  return second === null ? windows.map((window) => ({ ...window, readings: [] })) : second.judge(text, windows);
}

/** Windows as both tiers judge them, however ordinary the first takes them for. */
function judgeAll({ scorer, second }: Tiers, text: string): readonly WindowScore[] {
  const windows = scorer.windows(text);
  return second === null ? windows : windows.map((window) => second.judged(text, window));
}

const ORDINARY: ReturnType<Classifier['scan']> = { categories: [], clear: false, findings: [] };
const CLEARLY_ORDINARY: ReturnType<Classifier['scan']> = { ...ORDINARY, clear: true };

function scan(model: LoadedModel, tiers: Tiers, intake: Intake): ReturnType<Classifier['scan']> {
  const text = intake.normalised;
  if (!hasEnoughWords(text)) return CLEARLY_ORDINARY;
  const { scorer, second } = tiers;
  const weighed = scorer.windows(text);
  const windows = judge(tiers, text, weighed);
  if (windows.length === 0) return second?.isClear(weighed) === true ? CLEARLY_ORDINARY : ORDINARY;
  const { low_bar, report_floor } = model.description;
  const best = mostLikely(model, windows);
  if (best.probability < low_bar) return ORDINARY;
  const categories = categoriesOf(kindsOf(model, scorer, text, best.window)).filter(
    ({ score }) => score >= report_floor,
  );
  return {
    categories,
    clear: false,
    findings: findings(model, tiers, intake, findPlaces(model.description, windows, text.length)),
  };
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
  const { heads, scores } = model.description;
  const likely = new Map(probabilities(model, window).map((probability, k) => [scores[k]!.name, probability]));
  const own = new Set(heads.map(ownScore));
  let total = 0;
  for (const name of own) total += likely.get(name)!;
  const margins = scorer.headMargins(text, window);
  return heads.map((head, i) => {
    const given = logistic(head.calibration.slope * margins[i]! + head.calibration.offset);
    const share = likely.get(ownScore(head))! / total;
    const support = head.scores.map((name) => likely.get(name)! * (name === ownScore(head) ? 1 : share));
    return { head, given, share, score: given * Math.max(...support) };
  });
}

/** A head learned to tell its category from others of its own score, the first; what others say of it is weighed. */
const ownScore = ({ scores }: CategoryHead): string => scores[0]!;

/** Highest first. A category that falls under several articles has a head for each; the likeliest speaks for it. */
function categoriesOf(kinds: readonly Kind[]): { category: Category; score: number }[] {
  const highest = new Map<Category, number>();
  for (const { head, score } of kinds) highest.set(head.category, Math.max(score, highest.get(head.category) ?? 0));
  return [...highest].map(([category, score]) => ({ category, score })).sort((a, b) => b.score - a.score);
}

/** The score says that something is wrong; the heads only say of which kind it is likeliest to be, so that is all that is told. */
const LIKELIEST = 'The wording is close to that of texts that should be flagged, most likely under this article.';
const LIKELY_TOO = 'The wording is close to that of texts that should be flagged, and may fall under this article.';

/** One finding per article, at the first place that shows it. */
function findings(model: LoadedModel, tiers: Tiers, intake: Intake, places: readonly Place<JudgedWindow>[]): Finding[] {
  const out = new Map<number, Finding>();
  for (const place of places) {
    const { start, end } = place.window;
    const kinds = kindsOf(model, tiers.scorer, intake.normalised, place.window);
    const read = intake.normalised.slice(start, end);
    const heads = headsSpokenOf(model, kinds, read, place);
    for (const [i, { category, article }] of heads.entries()) {
      if (out.has(article) || out.size === MAX_FINDINGS) continue;
      const what = i === 0 ? LIKELIEST : LIKELY_TOO;
      out.set(article, { ...findingAt(model, tiers, intake, place), category, article, what });
    }
  }
  return [...out.values()];
}

/** Of what the text has words of; where the place's score speaks for nothing else, the likeliest of all: it is flagged all the same. */
function headsSpokenOf(model: LoadedModel, kinds: readonly Kind[], read: string, place: Place): CategoryHead[] {
  const crisis = kinds.find(({ head }) => head.category === 'self_harm')?.head;
  if (crisis !== undefined && tellsOfOwnEnd(read)) return [crisis];
  const spoken = kinds.filter(({ head }) => isSpokenOf(head.category, read));
  const heads = headsAt(model, spoken, place);
  if (heads.length > 0 || spoken.length === kinds.length) return heads;
  return spoken
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 1)
    .map(({ head }) => head);
}

/** The likeliest category that the place's score speaks for, and others that are likely in their own right. */
function headsAt(model: LoadedModel, kinds: readonly Kind[], place: Place): CategoryHead[] {
  const name = model.description.scores[place.score]!.name;
  return kinds
    .filter(({ head }) => head.scores.includes(name))
    .map(({ head, given, share }) => ({ head, fit: ownScore(head) === name ? given : given * share }))
    .sort((a, b) => b.fit - a.fit)
    .filter(({ fit }, i) => i === 0 || fit >= model.description.second_category)
    .map(({ head }) => head);
}

/** How likely a place is without the words that every text has, in the eyes of its own score; 0 where it is clearly ordinary. */
function groundsOf(model: LoadedModel, tiers: Tiers, text: string, { window, score }: Place): number | undefined {
  if (tiers.withoutFrequent === null) return undefined;
  const { slope, offset } = model.description.scores[score]!.calibration;
  const rest = judgeAll(tiers, tiers.withoutFrequent(text, window.start, window.end));
  return rest.reduce((most, { margins }) => Math.max(most, logistic(slope * margins[score]! + offset)), 0);
}

function findingAt(
  model: LoadedModel,
  tiers: Tiers,
  intake: Intake,
  place: Place<JudgedWindow>,
): Omit<Finding, 'category' | 'article' | 'what'> {
  const grounds = groundsOf(model, tiers, intake.normalised, place);
  const further = tiers.second?.weigh(place.window, place.score) ?? [];
  const passage = heaviestPassage(intake.normalised, place.window, model, place.score, intake.language, further);
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
    words: passage.words.map((word) => intake.given.slice(...intake.rangeToGiven(word.start, word.end))),
    ...(grounds === undefined ? {} : { grounds }),
  };
}
