// SPDX-License-Identifier: Apache-2.0
/** contract section 2, GET /api/v1: what this deployment is, does and takes. */
import { Type } from 'typebox';
import { ConstitutionRefSchema } from './evaluation.ts';
import { count, hex64, nullable, openEnum, unit, url } from './scalars.ts';

const StageInfo = Type.Object({
  n: Type.Integer({ minimum: 1, maximum: 7 }),
  name: Type.String(),
  operations: Type.Array(Type.String(), { description: 'The operations that run it.' }),
});

const OperationInfo = Type.Object({
  name: Type.String({ description: 'operationId of the OpenAPI document.' }),
  method: Type.String(),
  url: url('With `{name}` for parameters.'),
  cost: openEnum(['none', 'one', 'per_item'], 'Checks of the day quota.'),
});

const Tier = Type.Object({
  name: openEnum(['free', 'standard', 'enterprise']),
  checks_per_day: nullable(count('Null: by agreement.')),
  price: nullable(Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'For one check; a decimal number.' })),
  currency: nullable(Type.String({ pattern: '^[A-Z]{3}$' })),
});

const onFailure = () => openEnum(['closed', 'open'], 'What a failed stage does to the verdict.');

/** What the findings of the stages come to. */
export const ThresholdsSchema = Type.Object(
  {
    fail_high_confidence: unit('A high finding at or above this confidence fails the text.'),
    review_medium_count: count('This many medium findings send the text to review.'),
    ai_scan_required: Type.Boolean(),
    on_failure: Type.Object({ precheck: onFailure(), entropy: onFailure(), ai_scan: onFailure() }),
  },
  { title: 'Thresholds' },
);

const EngineInfo = Type.Object({
  stage: Type.String(),
  engine: Type.String(),
  model: nullable(Type.String()),
  hash: nullable(hex64('Of the pack or of the weights.')),
});

const PolicyInfo = Type.Object({
  name: Type.String({ description: 'As in RateLimit-Policy.' }),
  operations: Type.Array(Type.String()),
  quota: count('Requests or checks in a window.'),
  window_s: count('86400 is a UTC day.'),
  partition: openEnum(['network', 'key', 'route_network', 'service'], 'What is counted.'),
  in_flight: Type.Optional(count('Requests at the same time.')),
});

export const LimitsSchema = Type.Object(
  {
    text_code_points: count('Of one text, prompt or response.'),
    batch_items: count('Of one batch.'),
    batch_code_points: count('Of one batch, all texts together.'),
    action_code_points: count('Of an action, and of its context.'),
    body_bytes: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1 },
      description: 'By operation.',
    }),
    policies: Type.Array(PolicyInfo),
  },
  { title: 'Limits' },
);

export const ApiRootSchema = Type.Object(
  {
    name: Type.String(),
    base: url('Where the operations live.'),
    origin_url: Type.Optional(url('An alternative origin that serves the same paths.')),
    stages: Type.Array(StageInfo),
    operations: Type.Array(OperationInfo),
    tiers: Type.Array(Tier),
    thresholds: ThresholdsSchema,
    constitution: ConstitutionRefSchema,
    ruleset_hash: hex64('Over constitution, patterns, weights and thresholds.'),
    engines: Type.Array(EngineInfo),
    limits: LimitsSchema,
    keys: Type.Object({ prefix: Type.String(), regex: Type.String() }),
    openapi: url('The OpenAPI document.'),
    changelog: url('What changed, and when.'),
  },
  { title: 'ApiRoot' },
);
