// SPDX-License-Identifier: Apache-2.0

import { type TSchema, Type } from 'typebox';
import { ThresholdsSchema } from './api-root.ts';
import { hex64 } from './scalars.ts';

const share = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description });
const interval = Type.Union([Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), Type.Null()]);
const list = (item: TSchema, description: string) => Type.Array(item, { description });

const SetEvidenceSchema = Type.Object(
  {
    name: Type.String(),
    license: Type.String(),
    sha256: hex64('SHA-256 over the JSON of its rows.'),
    size: Type.Integer({ minimum: 1, description: 'Texts.' }),
    flagged: Type.Integer({ minimum: 0, description: 'Texts that should be flagged.' }),
    category: Type.Union([Type.String(), Type.Null()], { description: 'The one category of its flagged texts.' }),
    precision: share('Of the flagged texts, those that should be; null where none was flagged.'),
    recall: share('Of the texts that should be flagged, those that were; null where there are none.'),
    f1: share('Harmonic mean of the two.'),
    fpr: share('Of the texts that should pass, those that were flagged; null where there are none.'),
    auc: Type.Optional(
      share('How often a text that should be flagged has the higher risk score; null without both sorts.'),
    ),
    average_precision: Type.Optional(
      share('Mean precision over the texts that should be flagged, ranked by risk score; null without both sorts.'),
    ),
    ci95: Type.Object(
      {
        precision: interval,
        recall: interval,
        fpr: interval,
        f1: Type.Optional(interval),
        auc: Type.Optional(interval),
      },
      { description: '95 %: Wilson; of F1 through the share of agreed texts, of AUC by Hanley and McNeil.' },
    ),
    threshold: Type.String({ description: 'What counts as flagged.' }),
  },
  { title: 'SetEvidence' },
);

const CalibrationBinSchema = Type.Object({
  bin: Type.Number(),
  texts: Type.Integer(),
  predicted: Type.Number(),
  observed: Type.Number(),
});

const ScanBinSchema = Type.Object({
  bin: Type.Number({ description: 'Confidence from here on, up to the next bin.' }),
  flags: Type.Integer(),
  predicted: Type.Number({ description: 'Mean confidence.' }),
  observed: Type.Number({ description: 'Share that stands in texts that should be flagged.' }),
  category_right: Type.Number({ description: 'Share that names a category of its text.' }),
});

/** contract section 9, /api/cal/evidence. */
export const EvidenceSchema = Type.Object(
  {
    evaluated_on: Type.String({ description: 'Day of the run.' }),
    ruleset_hash: hex64('The rules that were measured.'),
    ruleset_current: Type.Boolean({ description: 'Whether this deployment judges by these very rules.' }),
    engine: Type.Object({
      stages: Type.Record(Type.String(), Type.String(), { description: 'Engine of each stage.' }),
      model: Type.Union([Type.String(), Type.Null()], { description: 'Model of the AI scan.' }),
    }),
    sets: list(SetEvidenceSchema, 'One entry a labelled set.'),
    goals: Type.Optional(
      list(
        Type.Object({
          kind: Type.String({ description: 'Kind of text.' }),
          measure: Type.Enum(['recall', 'fpr', 'f1', 'auc', 'average_precision']),
          bound: Type.Number({ description: 'Of false alarms the most, otherwise the least.' }),
          value: share('What the run found; null where it had no such texts.'),
          ci95: interval,
          reached: Type.Union([Type.Boolean(), Type.Null()]),
          texts: Type.Integer(),
          sets: Type.Array(Type.String(), { description: 'Where it was measured.' }),
        }),
        'Goals, and whether they were reached.',
      ),
    ),
    obfuscations: Type.Optional(
      list(
        Type.Object({
          disguise: Type.String(),
          texts: Type.Integer({ description: 'Texts of the first sets that are found in plain writing.' }),
          kept: Type.Number({ description: 'Share of them that is found in disguise.' }),
          blind_texts: Type.Optional(Type.Integer({ description: 'The same of the second, blind sets.' })),
          blind_kept: Type.Optional(share('Null where the run had no such texts.')),
        }),
        'What disguises hide.',
      ),
    ),
    peers: Type.Optional(
      list(
        Type.Object({
          task: Type.Optional(Type.Enum(['secrets', 'pii', 'abuse'], { description: 'What the others look for.' })),
          pooled: Type.Optional(Type.Boolean({ description: 'Whether texts of many sets are put together.' })),
          set: Type.String({ description: 'Name of the set; pooled: texts to be found / texts to be left alone.' }),
          checker: Type.String(),
          flagged: Type.Integer({ description: 'Texts that should be flagged.' }),
          ordinary: Type.Integer({ description: 'Texts that should pass.' }),
          recall: share('Null where there are none.'),
          fpr: share('Null where there are none.'),
          ci95: Type.Object({ recall: interval, fpr: interval }),
          median_us: Type.Number({ description: 'Time of one text.' }),
        }),
        'This service and other checkers on the same texts; empty where the others were not installed.',
      ),
    ),
    thresholds: Type.Optional(
      Type.Object(
        {
          judgement: ThresholdsSchema,
          ai_scan: list(
            Type.Object({
              score: Type.String(),
              below: Type.Union([Type.Integer(), Type.Null()], {
                description: 'Texts of fewer UTF-16 units; null: the longest.',
              }),
              review: Type.Number(),
              fail: Type.Number(),
            }),
            'Calibrated probabilities from which a passage goes to review, and fails.',
          ),
        },
        { description: 'At which thresholds all this was measured.' },
      ),
    ),
    families_left_out: Type.Optional(
      Type.Object(
        {
          rates: Type.Array(Type.Number(), { description: 'Shares of ordinary rows at which the limits were set.' }),
          families: list(
            Type.Object({
              name: Type.String(),
              sources: Type.Union([Type.String(), Type.Null()]),
              flagged: Type.Integer(),
              benign: Type.Integer(),
              auc: share('Null without both sorts.'),
              recall: Type.Array(share('At each rate.')),
              false_flags: Type.Array(share('At each rate.')),
            }),
            'One entry a family.',
          ),
          mean_auc: Type.Number(),
          mean_recall: Type.Array(Type.Number()),
        },
        { description: 'The model alone on whole families of sources, each left out of a training of its own.' },
      ),
    ),
    latency: Type.Object(
      { texts: Type.Integer(), median_us: Type.Number(), p95_us: Type.Number() },
      { description: 'Time of one check in that run, in process, on the machine of the run.' },
    ),
    calibration: list(
      CalibrationBinSchema,
      'Risk score against the share of texts that should be flagged, in bins of a tenth.',
    ),
    ai_scan_calibration: Type.Optional(
      list(
        Type.Object({
          sources: Type.Enum(['unseen', 'seen'], {
            description: 'Whether training has seen other texts of the same sources.',
          }),
          confidence: list(ScanBinSchema, 'All flags of high severity.'),
          categories: list(
            Type.Object({
              category: Type.String(),
              texts: Type.Integer({ description: 'Texts of that category.' }),
              score: list(
                CalibrationBinSchema,
                'Score of the category (0 where none is given) against the share of texts of it, in bins of a fifth.',
              ),
              confidence: list(ScanBinSchema, 'Flags that name the category.'),
            }),
            'One entry a category that the scan names.',
          ),
        }),
        'How far the AI scan is right, by how sure it is and by category. Texts that nobody gave a category are left out.',
      ),
    ),
    known_misses: list(
      Type.Object({
        set: Type.String(),
        category: Type.Union([Type.String(), Type.Null()]),
        missed: Type.Integer(),
        of: Type.Integer({ description: 'Texts of the set that should be flagged.' }),
        false_alarms: Type.Integer(),
        examples: Type.Array(Type.String(), { description: 'Ids in the sets of the repository.' }),
      }),
      'Sets with errors, worst first.',
    ),
    notes: Type.Optional(list(Type.String(), 'What these figures flatter, and what they do not tell.')),
    reproduce: Type.String({ description: 'The command that made this.' }),
  },
  { title: 'Evidence' },
);
