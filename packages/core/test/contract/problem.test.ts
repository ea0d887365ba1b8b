// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { toProblem } from '../../src/contract/problem.ts';
import { errorEnvelopeOf, ProblemSchema } from '../../src/contract/schemas/envelope.ts';
import { ERRORS, type ErrorCode, PlumblineError } from '../../src/errors.ts';
import { closed, errorsAgainst } from './schema-compiler.ts';

const CONTEXT = { siteUrl: 'https://site.plumbline.test', requestId: 'req_01JZ0000000000000000000000' };

describe('toProblem', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])(
    '[problem-page] %s has the form of the contract and links its page',
    (code) => {
      const problem = toProblem(new PlumblineError(code, { retryAfterS: 3 }), CONTEXT);
      expect(errorsAgainst(closed(ProblemSchema), problem)).toEqual([]);
      expect(problem).toMatchObject({ code, status: ERRORS[code].status, docs: `${CONTEXT.siteUrl}/problems/${code}` });
    },
  );

  it('[internal-silent] says nothing about a fault of ours', () => {
    const error = new PlumblineError('internal', {
      detail: 'password wrong for db7',
      errors: [{ pointer: '/text', code: 'invalid_value', detail: 'x' }],
      extra: { stack: 'at' },
      cause: new Error('socket'),
    });
    expect(JSON.stringify(toProblem(error, CONTEXT))).not.toMatch(/db7|\/text|stack|socket/);
  });

  it('takes the problem types of the rate-limit draft on 429 and on shedding', () => {
    const type = (code: ErrorCode) => toProblem(new PlumblineError(code), CONTEXT).type;
    for (const code of Object.keys(ERRORS) as ErrorCode[])
      if (ERRORS[code].status === 429) expect(type(code)).toMatch(/#quota-exceeded$/);
    expect(type('overloaded')).toMatch(/#temporary-reduced-capacity$/);
    expect(type('too_long')).toBe(`${CONTEXT.siteUrl}/problems/too_long`);
  });

  it('lists twenty errors at most and keeps extra members', () => {
    const errors = Array.from({ length: 30 }, (_, i) => ({
      pointer: `/${i}`,
      code: 'unknown_member' as const,
      detail: 'x',
    }));
    const problem = toProblem(
      new PlumblineError('rate_limited', { errors, extra: { 'violated-policies': ['free-day'] } }),
      CONTEXT,
    );
    expect(problem.errors).toHaveLength(20);
    expect(problem['violated-policies']).toEqual(['free-day']);
  });
});

describe('errorEnvelopeOf', () => {
  it('follows from the path', () => {
    expect(['/api/v1', '/api/v1/evaluate'].map(errorEnvelopeOf)).toEqual(['v1', 'v1']);
    expect(['/api/v10', '/api/health', '/', '/api/v1x'].map(errorEnvelopeOf)).toEqual(['pub', 'pub', 'pub', 'pub']);
  });
});
