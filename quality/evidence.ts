// SPDX-License-Identifier: Apache-2.0
/** Runs the engine over labelled sets and says how good it was; the form is that of /api/cal/evidence. */
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { ENGINES, type Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { median, quantile, round } from '../bench/table.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { aucInterval, confusionOf, f1Interval, type Rate, scoresOf } from '../packages/cli/src/quality/score.ts';
import {
  type CalibrationBin,
  calibrationOf,
  type ScanCalibration,
  type Scored,
  scanCalibration,
} from './calibration.ts';
import { type GoalEvidence, goalEvidence } from './goals.ts';
import { type ObfuscationEvidence, obfuscationEvidence } from './obfuscations.ts';
import {
  type FamiliesEvidence,
  familiesEvidence,
  type PeerEvidence,
  type PeersRun,
  peerEvidence,
  type ThresholdEvidence,
  thresholdEvidence,
  thresholdWords,
} from './published.ts';
import { isUnseen, type LabelledSet } from './sets.ts';

export interface SetEvidence {
  readonly name: string;
  readonly license: string;
  readonly sha256: string;
  readonly size: number;
  readonly flagged: number;
  readonly category: string | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  readonly fpr: number | null;
  /** How often a text that should be flagged has the higher risk score; ties count half. Null without both sorts. */
  readonly auc: number | null;
  /** Mean precision at each text that should be flagged, ranked by risk score; null without both sorts. */
  readonly average_precision: number | null;
  readonly ci95: Readonly<Record<'precision' | 'recall' | 'fpr' | 'f1' | 'auc', readonly [number, number] | null>>;
  /** What counts as flagged. */
  readonly threshold: string;
}

export interface KnownMiss {
  readonly set: string;
  readonly category: string | null;
  readonly missed: number;
  readonly of: number;
  readonly false_alarms: number;
  readonly examples: readonly string[];
}

export interface Evidence {
  readonly evaluated_on: string;
  readonly ruleset_hash: string;
  readonly engine: { readonly stages: Readonly<Record<string, string>>; readonly model: string | null };
  readonly sets: readonly SetEvidence[];
  readonly goals: readonly GoalEvidence[];
  readonly obfuscations: readonly ObfuscationEvidence[];
  readonly peers: readonly PeerEvidence[];
  readonly thresholds: ThresholdEvidence;
  readonly families_left_out: FamiliesEvidence;
  readonly latency: { readonly texts: number; readonly median_us: number; readonly p95_us: number };
  readonly calibration: readonly CalibrationBin[];
  readonly ai_scan_calibration: readonly ScanCalibration[];
  readonly known_misses: readonly KnownMiss[];
  readonly notes: readonly string[];
  readonly reproduce: string;
}

interface Judged extends Scored {
  readonly set: LabelledSet;
  readonly id: string;
  readonly flagged: boolean;
  readonly timeUs: number;
}

const NOTES = [
  'The sets of this repository were written by the hands that wrote the training texts, so strangers’ texts may fare worse; what the model finds when a whole family of sources is left out stands on its card.',
  'The counts of the held-back sets were looked at some sixty times while limits and rules were chosen (decisions 0225, 0226, 0262, 0276, 0284), though never their texts: a goal that is only just reached may be reached by that choice.',
  'Sets that share a source with the training data flatter; open-assistant-prompts, surge-toxicity, germeval2018, bbq-contexts, kingfisher-rules and memos-ui-text do not, but for this: ten flagged prompts of open-assistant-prompts and some harmful rows of surge-toxicity and germeval2018 were read before rules were mended. The sets by language were written by whoever mended the rules; languages-far-2, of other scenes, is the one to go by, though whoever leads the work has seen two of its texts.',
  'The sets scenes-*-2, hints-2, statements-2, orders-2, doubles-2 and open-prompts-2 are the hardest: twins that share nearly all words, harm that is only hinted at (decision 0318). Half of the scenes were counted while the bar for texts read word by word in English was chosen (0317). jailbreak-scenes-2, injection-scenes-2 and ordinary-prompts-2 were written by those who mended rules at the same time, so they flatter.',
];
const SHOWN_EXAMPLES = 8;

/** The command that makes such evidence on a clone where nothing is installed beyond what the repository asks for. */
export function command(hasData: boolean, hasPeers: boolean): string {
  const options = [...(hasData ? ['--data DIR'] : []), ...(hasPeers ? ['--peers'] : [])];
  return ['npm run quality', ...(options.length === 0 ? [] : ['--', ...options])].join(' ');
}

/** @param ownSets how many of the sets are the repository's: misses are listed by id for these only */
export function gatherEvidence(
  ruleset: Ruleset,
  sets: readonly LabelledSet[],
  ownSets: ReadonlySet<string>,
  evaluatedOn: string,
  peers: PeersRun,
  reproduce: string,
): Evidence {
  const judged = sets.flatMap((set) => judgeSet(set, ruleset));
  const threshold = thresholdWords(ruleset.thresholds);
  const evidence = sets.map((set) => evidenceOf(set, judged, threshold));
  const timesUs = judged.map(({ timeUs }) => timeUs);
  return {
    evaluated_on: evaluatedOn,
    ruleset_hash: ruleset.hash,
    engine: { stages: ENGINES, model: ruleset.classifier?.name ?? null },
    sets: evidence,
    goals: goalEvidence(evidence),
    obfuscations: obfuscationEvidence(sets, ruleset),
    peers: peerEvidence(peers),
    thresholds: thresholdEvidence(ruleset.thresholds),
    families_left_out: familiesEvidence(),
    latency: { texts: judged.length, median_us: round(median(timesUs), 1), p95_us: round(quantile(timesUs, 0.95), 1) },
    calibration: calibrationOf(judged),
    ai_scan_calibration: [
      scanCalibration(
        judged.filter(({ set }) => isUnseen(set)),
        'unseen',
      ),
      scanCalibration(
        judged.filter(({ set }) => !isUnseen(set)),
        'seen',
      ),
    ].filter(({ categories }) => categories.length > 0),
    known_misses: missesOf(judged, ownSets),
    notes: peers.missing === null ? NOTES : [...NOTES, peers.missing],
    reproduce,
  };
}

function judgeSet(set: LabelledSet, ruleset: Ruleset): Judged[] {
  return set.rows.map(({ id, text, flagged: expected, categories }) => {
    const startedMs = performance.now();
    const { verdict, risk_score: risk, flags, ai_scan } = evaluate(text, ruleset, nodePorts);
    const timeUs = (performance.now() - startedMs) * 1000;
    const scanFlags = flags.filter(({ source, severity }) => source === 'ai_scan' && severity === 'high');
    const found = { flagged: verdict !== 'pass', risk, scores: ai_scan.categories, scanFlags };
    return { set, id, expected, categories, ...found, timeUs };
  });
}

function evidenceOf(set: LabelledSet, judged: readonly Judged[], threshold: string): SetEvidence {
  const own = judged.filter((row) => row.set === set);
  const confusion = confusionOf(own);
  const { precision, recall, falsePositiveRate, f1 } = scoresOf(confusion);
  const flagged = own.filter(({ expected }) => expected).length;
  const auc = aucOf(own);
  return {
    name: set.name,
    license: set.license,
    sha256: set.sha256,
    size: own.length,
    flagged,
    category: set.category,
    precision: value(precision),
    recall: value(recall),
    f1: f1 === null ? null : round(f1, 4),
    fpr: value(falsePositiveRate),
    auc,
    average_precision: averagePrecisionOf(own),
    ci95: {
      precision: interval(precision),
      recall: interval(recall),
      fpr: interval(falsePositiveRate),
      f1: f1 === null ? null : rounded(f1Interval(confusion)),
      auc: auc === null ? null : rounded(aucInterval(auc, flagged, own.length - flagged)),
    },
    threshold,
  };
}

function aucOf(rows: readonly Judged[]): number | null {
  const risks = (wanted: boolean) => rows.filter(({ expected }) => expected === wanted).map(({ risk }) => risk);
  const [high, low] = [risks(true), risks(false)];
  if (high.length === 0 || low.length === 0) return null;
  const wins = high.reduce((sum, a) => sum + low.reduce((own, b) => own + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  return round(wins / (high.length * low.length), 4);
}

/** Texts of the same risk count as one step, so that their order says nothing. */
function averagePrecisionOf(rows: readonly Judged[]): number | null {
  const wanted = rows.filter(({ expected }) => expected).length;
  if (wanted === 0 || wanted === rows.length) return null;
  const risks = [...new Set(rows.map(({ risk }) => risk))].sort((a, b) => b - a);
  let sum = 0;
  let before = 0;
  for (const risk of risks) {
    const above = rows.filter((row) => row.risk >= risk);
    const hits = above.filter(({ expected }) => expected).length;
    sum += ((hits - before) / wanted) * (hits / above.length);
    before = hits;
  }
  return round(sum, 4);
}

const rounded = (ends: readonly [number, number] | null): readonly [number, number] | null =>
  ends === null ? null : [round(ends[0], 4), round(ends[1], 4)];
const value = (rate: Rate | null) => (rate === null ? null : round(rate.value, 4));
const interval = (rate: Rate | null) => rounded(rate === null ? null : rate.ci95);

/** Sets with errors, worst first. */
function missesOf(judged: readonly Judged[], ownSets: ReadonlySet<string>): KnownMiss[] {
  const wrong = Map.groupBy(
    judged.filter(({ expected, flagged }) => expected !== flagged),
    ({ set }) => set,
  );
  return [...wrong]
    .map(([set, rows]) => ({
      set: set.name,
      category: set.category,
      missed: rows.filter(({ expected }) => expected).length,
      of: set.rows.filter(({ flagged }) => flagged).length,
      false_alarms: rows.filter(({ expected }) => !expected).length,
      examples: ownSets.has(set.name) ? rows.slice(0, SHOWN_EXAMPLES).map(({ id }) => id) : [],
    }))
    .sort((a, b) => b.missed + b.false_alarms - a.missed - a.false_alarms);
}
