// SPDX-License-Identifier: Apache-2.0
import { credentialRegex } from '@plumbline/core/contract/credential.ts';
import { BOUNDS, MAX_BODY_BYTES } from '@plumbline/core/contract/limits.ts';
import type { Operation, OutputOf, PolicyId } from '@plumbline/core/contract/operation.ts';
import { OPERATION_LIST, type Operations } from '@plumbline/core/contract/operations.ts';
import { JUDGE_MODEL_ENGINE } from '@plumbline/core/engine/judge-model/apply.ts';
import type { JudgeModel } from '@plumbline/core/engine/judge-model/opinion.ts';
import { ENGINES, type Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { STAGES } from '@plumbline/core/engine/types.ts';
import type { Settings } from '../../config-schema.ts';
import type { Handler } from '../../http/call.ts';
import { ATTESTATION_ENGINE } from '../../services/certify.ts';
import { burstForms, dayForms, type LimitForm, limitForms } from '../../services/limit-policies.ts';
import type { RouteServices } from '../services.ts';

type ApiRoot = OutputOf<Operations['apiRoot']>;

const JUDGING = ['evaluate', 'govern', 'evaluateBatch', 'certify'];
const ATTESTATION = 7;

/** GET /api/v1. */
export const apiRoot = (services: RouteServices): Handler => {
  const fixed = fixedPart(services);
  return () => ({ data: { ...fixed, ...addresses(services) } satisfies ApiRoot });
};

function fixedPart({ config, ruleset }: RouteServices) {
  const { settings } = config;
  const { version, hash } = ruleset.constitution;
  return {
    name: settings.service,
    stages: STAGES.map(({ n, name }) => ({ n, name, operations: n === ATTESTATION ? ['certify'] : JUDGING })),
    tiers: tiersOf(settings),
    thresholds: ruleset.thresholds,
    constitution: { version, hash },
    ruleset_hash: ruleset.hash,
    engines: enginesOf(ruleset),
    limits: limitsOf(settings),
    keys: { prefix: settings.key_prefix, regex: credentialRegex(settings.key_prefix) },
  };
}

function addresses({ config, baseUrl, siteUrl }: RouteServices) {
  const base = baseUrl();
  return {
    base,
    ...(config.settings.origin_url !== null && { origin_url: config.settings.origin_url }),
    operations: OPERATION_LIST.filter(isApi).map(({ id, method, path, cost }) => ({
      name: id,
      method,
      url: `${base}${path.replace(/:([a-z_]+)/gi, '{$1}')}`,
      cost,
    })),
    openapi: `${base}/api/v1/openapi.json`,
    changelog: `${siteUrl()}/changelog`,
  };
}

const isApi = (operation: Operation) => operation.tag === 'verification' || operation.tag === 'constitution';

function tiersOf({ tiers }: Settings): ApiRoot['tiers'] {
  return (['free', 'standard', 'enterprise'] as const).map((name) => ({
    name,
    checks_per_day: tiers[name].checks_per_day,
    price: tiers[name].price?.amount ?? null,
    currency: tiers[name].price?.currency ?? null,
  }));
}

function enginesOf({ pack, classifier, judgeModel }: Ruleset): ApiRoot['engines'] {
  const engine = (stage: keyof typeof ENGINES, model: string | null, hash: string | null) => ({
    stage,
    engine: ENGINES[stage],
    model,
    hash,
  });
  return [
    engine('intake', null, null),
    engine('precheck', null, pack.hash),
    engine('entropy', null, null),
    engine('ai_scan', classifier?.name ?? null, classifier?.hash ?? null),
    ...(judgeModel === null ? [] : [judgeEngine(judgeModel)]),
    engine('judgement', null, null),
    engine('explanation', null, null),
    { stage: 'attestation', engine: ATTESTATION_ENGINE, model: null, hash: null },
  ];
}

/** Its hash is that of what it is told: nobody can hash the weights of a remote model. */
function judgeEngine({ model, promptHash }: JudgeModel): ApiRoot['engines'][number] {
  return { stage: 'ai_scan', engine: JUDGE_MODEL_ENGINE, model, hash: promptHash };
}

function limitsOf(settings: Settings): ApiRoot['limits'] {
  return {
    text_code_points: BOUNDS.textCodePoints,
    batch_items: BOUNDS.batchItems,
    batch_code_points: BOUNDS.batchCodePoints,
    action_code_points: BOUNDS.actionCodePoints,
    body_bytes: { ...MAX_BODY_BYTES },
    policies: [...dayPolicies(settings), ...minutePolicies(settings)],
  };
}

function dayPolicies({ tiers }: Settings): ApiRoot['limits']['policies'] {
  return dayForms(tiers).map(({ name, limit, windowMs, partition }) => {
    return { name, operations: JUDGING, quota: limit, window_s: windowMs / 1_000, partition };
  });
}

function minutePolicies({ limits }: Settings): ApiRoot['limits']['policies'] {
  const bursts = burstForms(limits).map(({ name, limit, windowMs, partition, inFlight }) => {
    return { name, operations: JUDGING, quota: limit, window_s: windowMs / 1_000, partition, in_flight: inFlight };
  });
  return [...bursts, ...Object.values(limitForms(limits)).map(plainPolicy)];
}

function plainPolicy({ name, limit, windowMs, partition }: LimitForm): ApiRoot['limits']['policies'][number] {
  const operations = OPERATION_LIST.filter(({ limits }) => limits.includes(name as PolicyId)).map(({ id }) => id);
  return { name, operations, quota: limit, window_s: windowMs / 1_000, partition };
}
