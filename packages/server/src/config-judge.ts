// SPDX-License-Identifier: Apache-2.0
/** Settings of the model that judges as second, behind the embedded scan. */
import { type Static, Type } from 'typebox';

export const JudgeSchema = Type.Object(
  {
    model: Type.Union([Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }), Type.Null()], {
      default: null,
      description: 'Name in `models` of the model that judges; null: the embedded scan judges alone.',
    }),
    consult: Type.Union([Type.Literal('unsure'), Type.Literal('always')], {
      default: 'unsure',
      description:
        'Whether it is asked where the embedded stages are not sure, or of every text. Part of ruleset_hash.',
    }),
    may_clear: Type.Boolean({
      default: false,
      description:
        'Whether its silence takes a suspicion of the embedded scan down to a remark. A text that talks it into silence gains from that. Part of ruleset_hash.',
    }),
    deadline_ms: Type.Integer({
      minimum: 100,
      maximum: 60_000,
      default: 1_500,
      description: 'Time for one answer; that of the model holds as well.',
    }),
    cache_entries: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 10_000,
      description: 'Opinions that are remembered by hash of the text and the rules, in memory and without the text.',
    }),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'A second judge behind the embedded scan. See the guide on models.',
  },
);

export type JudgeSettings = Static<typeof JudgeSchema>;
