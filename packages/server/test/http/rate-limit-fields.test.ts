// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { rateLimitFields } from '../../src/http/rate-limit-fields.ts';

const states = [
  { name: 'query-min', limit: 10, windowS: 60, remaining: 7, resetS: 41 },
  { name: 'query-day', limit: 200, windowS: 86_400, remaining: 163, resetS: 30_211 },
];

describe('rateLimitFields', () => {
  it('writes the example of the contract', () => {
    expect(rateLimitFields(states)).toEqual({
      'RateLimit-Policy': '"query-min";q=10;w=60, "query-day";q=200;w=86400',
      RateLimit: '"query-min";r=7;t=41, "query-day";r=163;t=30211',
    });
  });

  it('writes nothing where nothing is limited', () => {
    expect(rateLimitFields([])).toEqual({});
  });

  it('adds the older fields, of the tightest policy, when asked', () => {
    expect(rateLimitFields(states, true)).toMatchObject({
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '7',
      'X-RateLimit-Reset': '41',
    });
  });
});
