// SPDX-License-Identifier: Apache-2.0
import { round, type Table } from '../bench/table.ts';
import type { ScanCalibration } from './calibration.ts';
import type { Evidence } from './evidence.ts';
import type { GoalEvidence } from './goals.ts';

type Interval = readonly [number, number] | null;

/** The part of models/metrics.json that is shown: written by training/train.py. */
export interface TrainingMetrics {
  /** Each source scored by a model that saw none of it. */
  readonly sources_left_out: {
    readonly families: Readonly<Record<string, GroupFigures>>;
    readonly sources: Readonly<Record<string, GroupFigures>>;
  };
}

type GroupFigures = Readonly<Record<string, number | null>>;

const MEASURES = {
  recall: 'found at least',
  fpr: 'flagged at most',
  f1: 'F1 at least',
  auc: 'AUC at least',
  average_precision: 'average precision at least',
} as const;

/** Each goal with what was reached, worst news included. */
export function goalsTable({ goals }: Evidence): Table {
  return {
    name: 'goals',
    what: 'what was aimed at, and what this run found',
    columns: ['kind of text', 'goal', 'found', 'reached', 'texts', 'sets'],
    rows: goals.map((goal) => [
      goal.kind,
      goalText(goal),
      goalValue(goal),
      reachedWord(goal),
      goal.texts,
      goal.sets.join(', '),
    ]),
    notes: ['Sets of the repository are small and written by two hands; texts of others may fare worse.'],
  };
}

const reachedWord = ({ reached }: GoalEvidence) => (reached === null ? '-' : reached ? 'yes' : 'no');

export function goalText({ measure, bound }: GoalEvidence): string {
  return `${MEASURES[measure]} ${measure === 'recall' || measure === 'fpr' ? `${round(100 * bound, 1)} %` : bound}`;
}

export function goalValue({ measure, value, ci95 }: GoalEvidence): string | null {
  if (measure === 'recall' || measure === 'fpr') return share(value, ci95);
  if (value === null) return null;
  return ci95 ? `${value.toFixed(3)} (${ci95[0].toFixed(2)} to ${ci95[1].toFixed(2)})` : value.toFixed(3);
}

export function obfuscationTable({ obfuscations }: Evidence): Table {
  const part = (share: number | null) => (share === null ? null : `${round(100 * share, 1)} %`);
  return {
    name: 'disguises',
    what: 'of the texts that are found in plain writing, the share that is found in disguise; goal 90 %',
    columns: ['disguise', 'texts', 'still found', 'blind texts', 'still found'],
    rows: obfuscations.map((one) => [one.disguise, one.texts, part(one.kept), one.blind_texts, part(one.blind_kept)]),
    notes: [],
  };
}

/** One row a set; shares in percent with their 95 % intervals. */
export function setsTable({ sets, ruleset_hash: hash }: Evidence): Table {
  return {
    name: 'sets',
    what: `the whole engine, ruleset ${hash.slice(0, 12)}`,
    columns: ['set', 'texts', 'flagged', 'precision', 'recall', 'F1', 'false alarms'],
    rows: sets.map((set) => [
      set.name,
      set.size,
      set.flagged,
      share(set.precision, set.ci95.precision),
      share(set.recall, set.ci95.recall),
      set.f1 === null ? null : set.f1.toFixed(3),
      share(set.fpr, set.ci95.fpr),
    ]),
    notes: [
      'Flagged means any verdict but pass. Figures on sources that the model or the patterns were made with flatter.',
    ],
  };
}

export function calibrationTables({ calibration, ai_scan_calibration: scans }: Evidence): Table[] {
  const risk: Table = {
    name: 'calibration',
    what: 'risk score against the share of texts that should be flagged',
    columns: ['risk from', 'texts', 'predicted', 'observed'],
    rows: calibration.map(({ bin, texts, predicted, observed }) => [bin, texts, predicted, observed]),
    notes: [],
  };
  return [risk, ...scans.flatMap((scan) => [scanTable(scan), kindTable(scan), scoreTable(scan)])];
}

const SOURCES = {
  unseen: 'sources that training never saw',
  seen: 'sources that training saw other texts of',
} as const;

/** What the AI scan is sure of, against how often it is right: that something is wrong, and of which kind. */
export function scanTable({ sources, confidence }: ScanCalibration): Table {
  return {
    name: 'sureness',
    what: `flags of the AI scan by how sure it is; ${SOURCES[sources]}`,
    columns: ['sure from', 'flags', 'mean', 'should be flagged', 'of the category named'],
    rows: confidence.map((one) => [one.bin, one.flags, one.predicted, one.observed, one.category_right]),
    notes: [],
  };
}

/** The same by the category that the flag names. */
export function kindTable({ sources, categories }: ScanCalibration): Table {
  return {
    name: 'sureness',
    what: `the same by the category that the flag names; ${SOURCES[sources]}`,
    columns: ['category', 'sure from', 'flags', 'mean', 'should be flagged', 'of the category named'],
    rows: categories.flatMap(({ category, confidence }) =>
      confidence.map((one) => [category, one.bin, one.flags, one.predicted, one.observed, one.category_right]),
    ),
    notes: [],
  };
}

/** The score of each category, against the share of texts of it. */
export function scoreTable({ sources, categories }: ScanCalibration): Table {
  return {
    name: 'category scores',
    what: `score of the AI scan against the share of texts of the category; ${SOURCES[sources]}`,
    columns: ['category', 'score from', 'texts', 'mean score', 'of that category'],
    rows: categories.flatMap(({ category, score }) =>
      score.map((one) => [category, one.bin, one.texts, one.predicted, one.observed]),
    ),
    notes: [],
  };
}

/** What the model alone did on sources that it was not trained on. */
export function leftOutTables({ sources_left_out: out }: TrainingMetrics): Table[] {
  return [
    groupTable('by family, each source left out of training', out.families),
    groupTable('by source, left out of training', out.sources),
  ];
}

function groupTable(what: string, groups: Readonly<Record<string, GroupFigures>>): Table {
  const columns = [...new Set(Object.values(groups).flatMap((figures) => Object.keys(figures)))];
  return {
    name: 'model',
    what,
    columns: ['group', ...columns],
    rows: Object.entries(groups).map(([name, figures]) => [name, ...columns.map((column) => figures[column] ?? null)]),
    notes: ['The model alone, without patterns; written by the training run.'],
  };
}

/** The model alone on whole families of sources, each left out of a training of its own. */
export function familiesTable({ families_left_out: out }: Evidence): Table {
  return {
    name: 'model',
    what: 'by family, the whole family left out of training',
    columns: [
      'family',
      'flagged',
      'benign',
      'AUC',
      ...out.rates.map((rate) => `recall / false flags at ${percent(rate)}`),
    ],
    rows: out.families.map(({ name, flagged, benign, auc, recall, false_flags: alarms }) => [
      name,
      flagged,
      benign,
      auc,
      ...out.rates.map((_, i) => `${figure(recall[i])} / ${figure(alarms[i])}`),
    ]),
    notes: ['The model alone, without patterns; written by training/families.py.'],
  };
}

const figure = (value: number | null | undefined) => (value === null || value === undefined ? '-' : value.toFixed(3));
const percent = (rate: number) => `${round(100 * rate, 1)} %`;

export function thresholdsTable({ thresholds }: Evidence): Table {
  const { fail_high_confidence: sure, review_medium_count: medium } = thresholds.judgement;
  return {
    name: 'thresholds',
    what: 'of the AI scan: the calibrated probability from which a text goes to review, and fails',
    columns: ['score', 'UTF-16 units below', 'review from', 'fail from'],
    rows: thresholds.ai_scan.map(({ score, below, review, fail }) => [score, below ?? 'any', review, fail]),
    notes: [`A high finding fails a text from confidence ${sure} on; ${medium} medium ones send it to review.`],
  };
}

export function share(value: number | null, ci95: Interval): string | null {
  if (value === null) return null;
  const percent = (part: number) => (100 * part).toFixed(1);
  return `${percent(value)} %${ci95 === null ? '' : ` (${percent(ci95[0])} to ${percent(ci95[1])})`}`;
}
