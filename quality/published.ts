// SPDX-License-Identifier: Apache-2.0
/** What the evidence says beside the run itself: thresholds, families that the model never saw, and peers. */
import { readFileSync } from 'node:fs';
import { logistic } from '@plumbline/core/engine/classify/logistic.ts';
import { readModel } from '@plumbline/core/engine/classify/model-file.ts';
import type { Thresholds } from '@plumbline/core/engine/types.ts';
import { peerSets } from '../bench/peer-texts.ts';
import { arePeersInstalled, installPeers, measurePeers, type PeerFigures } from '../bench/peers.ts';
import { round } from '../bench/table.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { rate } from '../packages/cli/src/quality/score.ts';
import { peerSetsOf } from './peer-sets.ts';
import type { LabelledSet } from './sets.ts';

const MODEL = new URL('../models/scan.bin', import.meta.url);
const FAMILIES = new URL('../models/families.json', import.meta.url);
const CARD = new URL('../models/MODEL_CARD.md', import.meta.url);

export interface ThresholdEvidence {
  readonly judgement: Thresholds;
  /** Of the AI scan, by score and by length of the text: the calibrated probability from which a finding counts. */
  readonly ai_scan: readonly {
    readonly score: string;
    /** UTF-16 units; null: any length from the one before on. */
    readonly below: number | null;
    readonly review: number;
    readonly fail: number;
  }[];
}

export function thresholdEvidence(judgement: Thresholds): ThresholdEvidence {
  const { scores } = readModel(readFileSync(MODEL), nodePorts.sha256Hex).description;
  return {
    judgement,
    ai_scan: scores.flatMap(({ name, bands, calibration: { slope, offset } }) =>
      bands.map(({ below, review, fail }) => ({
        score: name,
        below,
        review: round(logistic(slope * review + offset), 4),
        fail: round(logistic(slope * fail + offset), 4),
      })),
    ),
  };
}

/** What counts as flagged, in words. */
export const thresholdWords = ({ fail_high_confidence: sure, review_medium_count: medium }: Thresholds): string =>
  `any verdict but pass: a critical or high finding, or ${medium} medium ones (fails: critical, or high from confidence ${sure} on)`;

export interface FamiliesEvidence {
  /** Share of ordinary rows at which the thresholds were set; recall and false flags have an entry for each. */
  readonly rates: readonly number[];
  readonly families: readonly {
    readonly name: string;
    readonly sources: string | null;
    readonly flagged: number;
    readonly benign: number;
    readonly auc: number | null;
    readonly recall: readonly (number | null)[];
    readonly false_flags: readonly (number | null)[];
  }[];
  readonly mean_auc: number;
  readonly mean_recall: readonly number[];
}

/** The model alone on whole families of sources that it never saw, as training/families.py measured it. */
export function familiesEvidence(): FamiliesEvidence {
  const { rates, families, means } = JSON.parse(readFileSync(FAMILIES, 'utf8'));
  const card = readFileSync(CARD, 'utf8');
  const sources = new Map(
    [...card.matchAll(/^- ([A-Z])(?: \(ordinary\))?: (.+)$/gmu)].map(([, name, list]) => [name, list]),
  );
  return {
    rates,
    families: Object.entries<Omit<FamiliesEvidence['families'][number], 'name' | 'sources'>>(families).map(
      ([name, figures]) => ({ name, sources: sources.get(name) ?? null, ...figures }),
    ),
    mean_auc: means.auc,
    mean_recall: means.recall,
  };
}

export interface PeerEvidence {
  readonly task: PeerFigures['task'];
  /** Whether the texts of many sets are put together: those to be flagged / those to be left alone. */
  readonly pooled: boolean;
  readonly set: string;
  readonly checker: string;
  readonly flagged: number;
  readonly ordinary: number;
  readonly recall: number | null;
  readonly fpr: number | null;
  readonly ci95: Readonly<Record<'recall' | 'fpr', readonly [number, number] | null>>;
  readonly median_us: number;
}

export interface PeersRun {
  readonly pooled: readonly PeerFigures[];
  readonly bySet: readonly PeerFigures[];
  /** Why there are none; null where they were measured. */
  readonly missing: string | null;
}

const unmeasured = (missing: string): PeersRun => ({ pooled: [], bySet: [], missing });

/** Peers on the same texts. They are installed when asked for by name, and measured wherever they are installed. */
export async function runPeers(
  dataDir: string | null,
  isAskedFor: boolean,
  sets: readonly LabelledSet[],
): Promise<PeersRun> {
  if (isAskedFor) installPeers();
  if (!isAskedFor && dataDir === null) return unmeasured('Peers were not measured: no --data and no --peers.');
  if (!arePeersInstalled())
    return unmeasured('Peers were not measured: they are not installed (--peers installs them).');
  const pooled = await measurePeers(peerSets(dataDir));
  return { pooled, bySet: await measurePeers(peerSetsOf(sets)), missing: null };
}

export function peerEvidence({ pooled, bySet }: PeersRun): PeerEvidence[] {
  return [...pooled.map((one) => rated(one, true)), ...bySet.map((one) => rated(one, false))];
}

function rated(figures: PeerFigures, pooled: boolean): PeerEvidence {
  const { task, set, checker, flagged, hits, ordinary, alarms, median_us } = figures;
  const [recall, fpr] = [rate(hits, flagged), rate(alarms, ordinary)];
  const told = (share: typeof recall) => (share === null ? null : round(share.value, 4));
  const ends = (share: typeof recall) =>
    share === null ? null : ([round(share.ci95[0], 4), round(share.ci95[1], 4)] as const);
  const ci95 = { recall: ends(recall), fpr: ends(fpr) };
  return { task, pooled, set, checker, flagged, ordinary, recall: told(recall), fpr: told(fpr), ci95, median_us };
}
