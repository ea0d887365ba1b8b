// SPDX-License-Identifier: Apache-2.0
/** Settings of POST /api/voice. */
import { Type } from 'typebox';
import { decimal, UPSTREAM_URL } from './config-models.ts';

const CLOSED = { additionalProperties: false } as const;
const VOICE_NAME = { pattern: '^[a-z][a-z0-9-]{0,31}$', description: 'Name that callers ask for.' } as const;
const UPSTREAM_NAME = { minLength: 1, maxLength: 100, description: 'Name of the voice at the endpoint.' } as const;

/** The voice of a living person may be configured only together with the record of their consent. */
const Voice = Type.Union([
  Type.Object({ name: Type.String(VOICE_NAME), upstream: Type.String(UPSTREAM_NAME) }, CLOSED),
  Type.Object(
    {
      name: Type.String(VOICE_NAME),
      upstream: Type.String(UPSTREAM_NAME),
      person: Type.String({ minLength: 1, maxLength: 120, description: 'The person whose voice it is.' }),
      consent_record: Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Where that person’s consent is kept: an address or a file number.',
      }),
    },
    CLOSED,
  ),
]);

export const VoiceSettings = {
  engine: Type.Union(
    ['embedded', 'endpoint', 'none'].map((name) => Type.Literal(name)),
    {
      default: 'embedded',
      description: 'What speaks: the synthesiser that comes with the service (English), an endpoint, or nothing.',
    },
  ),
  max_queue: Type.Integer({
    default: 16,
    minimum: 1,
    maximum: 1_000,
    description: 'Sentences that may be at work or wait; beyond that 503 overloaded.',
  }),
  timeout_ms: Type.Integer({ default: 10_000, minimum: 100, maximum: 120_000, description: 'Time for one sentence.' }),
  characters_per_day: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), Type.Null()], {
    default: 1_000_000,
    description: 'Characters that the endpoint may be sent in one UTC day; null is no limit.',
  }),
  price_per_million_characters: decimal('Price of a million characters at the endpoint, a decimal as text.'),
  money_per_day: decimal('Money in one UTC day for the endpoint, a decimal as text; needs the price. null: no limit.'),
  currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'USD', description: 'ISO 4217 code of price and budget.' }),
  breaker_failures: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 1_000,
    description: 'So many failures of the endpoint in a row, and it is not tried for a while.',
  }),
  breaker_open_ms: Type.Integer({
    default: 30_000,
    minimum: 100,
    maximum: 3_600_000,
    description: 'How long; then one sentence tries whether it works again.',
  }),
  endpoint: Type.Union(
    [
      Type.Object(
        {
          url: Type.String({
            pattern: UPSTREAM_URL,
            maxLength: 300,
            description: 'Address without `/audio/speech`, and without a credential.',
          }),
          model: Type.String({ minLength: 1, maxLength: 100, description: 'Model to ask for.' }),
          voices: Type.Array(Voice, { minItems: 1, maxItems: 32, description: 'The first is the default.' }),
        },
        CLOSED,
      ),
      Type.Null(),
    ],
    {
      default: null,
      description:
        'A speech endpoint that speaks the OpenAI protocol. Its credential comes from PLUMBLINE_SPEECH_API_KEY. A voice of a real person needs `person` and `consent_record`.',
    },
  ),
};
