// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { HealthJsonSchema, HealthSchema } from '../schemas/health.ts';

const LIVE = {
  method: 'GET',
  tag: 'health',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  successStatus: 200,
  failureStatus: 503,
  errors: [],
  cost: 'none',
} as const;

/** contract section 4: 200 for pass and warn, 503 for fail with the same data and `ok: false`. */
export const health = defineOperation({
  ...LIVE,
  id: 'health',
  path: '/api/health',
  summary: 'Health, by checks that do work',
  description: '200 while it passes or warns; 503 with the same data when it fails. Checks are at most 5 s old.',
  envelope: 'pub',
  output: HealthSchema,
  produces: ['application/json', 'application/health+json'],
  representations: { 'application/health+json': HealthJsonSchema },
  proof: true,
  examples: [
    { name: 'as an envelope', expect: { status: 200, data: { drift: { max_age_s: 60 } } } },
    {
      name: 'as application/health+json',
      accept: 'application/health+json',
      expect: { status: 200, mediaType: 'application/health+json', data: { version: 'v103.4_WITNESS' } },
    },
  ],
});

export const livez = defineOperation({
  ...LIVE,
  id: 'livez',
  path: '/livez',
  summary: 'Whether the process lives',
  description: 'For orchestrators. Depends on nothing but the process.',
  envelope: 'raw',
  output: Type.String(),
  produces: ['text/plain'],
  examples: [{ name: 'alive', expect: { status: 200, mediaType: 'text/plain', contains: 'ok' } }],
});

export const readyz = defineOperation({
  ...LIVE,
  id: 'readyz',
  path: '/readyz',
  summary: 'Whether it takes requests',
  description: 'For orchestrators. 503 before the start is done and while it drains.',
  envelope: 'raw',
  output: Type.String(),
  produces: ['text/plain'],
  examples: [{ name: 'ready', expect: { status: 200, mediaType: 'text/plain', contains: 'ok' } }],
});
