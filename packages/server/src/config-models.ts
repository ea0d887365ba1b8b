// SPDX-License-Identifier: Apache-2.0
/** Settings of the models that nodes and the second judge may ask: any server that speaks the OpenAI protocol. */
import { type Static, Type } from 'typebox';

const CLOSED = { additionalProperties: false } as const;

const count = (minimum: number, maximum: number, fallback: number, description: string) =>
  Type.Integer({ minimum, maximum, default: fallback, description });

/** Of an upstream. No user information: a credential in an address ends up in logs. */
export const UPSTREAM_URL = '^https?://[^\\s/?#@]+(/[^\\s?#@]*)?(?<!/)$';

/** At most what fits: nine digits of money in millionths are a safe integer. */
export const decimal = (description: string) =>
  Type.Union([Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,6})?$' }), Type.Null()], { default: null, description });

const ModelSchema = Type.Object(
  {
    url: Type.String({
      pattern: UPSTREAM_URL,
      maxLength: 300,
      description: 'Address of the API without `/chat/completions`, such as `http://127.0.0.1:11434/v1`.',
    }),
    model: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the model at that address.' }),
    api_key_env: Type.Union([Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,79}$' }), Type.Null()], {
      default: null,
      description:
        'Name of the environment variable that holds the key; null sends none. A key has no place in this file.',
    }),
    deadline_ms: count(100, 300_000, 15_000, 'Time for one call with its retry, from the request to the last byte.'),
    max_answer_tokens: count(16, 32_768, 800, 'Most tokens that one answer may have.'),
    max_reply_bytes: count(4_096, 16_777_216, 262_144, 'A reply of more bytes is cut off and refused.'),
    in_flight: count(1, 1_000, 4, 'Calls at once for each purpose; four times as many may wait.'),
    stream: Type.Boolean({ default: true, description: 'Ask for a stream. The reply is held until it is complete.' }),
    structured_output: Type.Union([Type.Literal('json_schema'), Type.Literal('json_object'), Type.Literal('none')], {
      default: 'json_schema',
      description: 'How the server can be held to a form where one is needed: by a schema, to JSON, or not at all.',
    }),
    token_limit_name: Type.Union([Type.Literal('max_tokens'), Type.Literal('max_completion_tokens')], {
      default: 'max_tokens',
      description: 'What the server calls the limit of an answer.',
    }),
    temperature: Type.Union([Type.Number({ minimum: 0, maximum: 2 }), Type.Null()], {
      default: null,
      description: 'Sent when set; null leaves it to the server.',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      default: 'USD',
      description: 'ISO 4217 code of prices and budget.',
    }),
    price_input_per_million: decimal('Price of a million tokens sent, a decimal as text. `"0"` says that it is free.'),
    price_output_per_million: decimal(
      'Price of a million tokens answered. Keys of kind `test` never reach what costs.',
    ),
    tokens_per_day: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), Type.Null()], {
      default: 1_000_000,
      description: 'Tokens in one UTC day for each purpose; null is no limit.',
    }),
    money_per_day: decimal(
      'Money in one UTC day for each purpose, a decimal as text; needs both prices. null: no limit.',
    ),
    breaker_failures: count(1, 1_000, 5, 'So many failures in a row, and a purpose is not tried for a while.'),
    breaker_open_ms: count(100, 3_600_000, 30_000, 'How long; then one call tries whether it works again.'),
  },
  CLOSED,
);

/** The group `models` of the configuration, by name. */
export const ModelsSchema = Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }), ModelSchema, {
  ...CLOSED,
  default: {},
  description: 'Models that nodes and the second judge may ask, each under a name of your choice.',
});

export type ModelSettings = Static<typeof ModelSchema>;
export type ModelsSettings = Readonly<Record<string, ModelSettings>>;

/** Keys by the name of the model; never part of the settings, so that nothing that shows settings shows them. */
export type ModelKeys = Readonly<Record<string, string>>;

/**
 * Takes the keys that the settings name out of the environment, and says what the schema cannot.
 * @returns problems as `[pointer, message]`
 */
export function readModelKeys(
  models: ModelsSettings,
  env: Readonly<Record<string, string | undefined>>,
  needed: boolean,
): { readonly keys: ModelKeys; readonly problems: readonly (readonly [string, string])[] } {
  const keys: Record<string, string> = {};
  const problems: (readonly [string, string])[] = [];
  for (const [name, model] of Object.entries(models)) {
    const at = (setting: string) => `/models/${name}/${setting}`;
    const variable = model.api_key_env;
    if (variable !== null) {
      const key = env[variable];
      if (key !== undefined && /^[\x21-\x7e]{1,500}$/.test(key)) keys[name] = key;
      else if (needed) problems.push([at('api_key_env'), `the environment has no usable ${variable}`]);
    }
    const priced = model.price_input_per_million !== null && model.price_output_per_million !== null;
    if (model.money_per_day !== null && !priced) problems.push([at('money_per_day'), 'needs both prices']);
  }
  return { keys, problems };
}
