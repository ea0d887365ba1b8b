// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkKind, TECHNICAL } from '../../../src/engine/entropy/entropy-chunks.ts';
import { measure } from '../../../src/engine/entropy/entropy-windows.ts';
import { PlainSurvey } from '../../../src/engine/survey/plain-survey.ts';
import { surveyOf } from '../../../src/engine/survey/survey.ts';

const unitsOf = (text: string) => Uint16Array.from(text, (unit) => unit.charCodeAt(0));
const gluedIn = (text: string) => measure(unitsOf(text), text.length).gluedPairs;

describe('glued pairs', () => {
  // Made of what decides: letters of both cases, digits, all signs, quotes and letters beyond ASCII.
  const signs = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
    (sign) => !/[A-Za-z0-9]/.test(sign),
  );
  const piece = fc
    .array(fc.constantFrom('a', 'b', 'Q', 'R', '7', 'é', 'ж', '語', '’', '“', '—', ...signs), {
      minLength: 1,
      maxLength: 9,
    })
    .map((units) => units.join(''));

  it('are in every piece that is odd', () => {
    fc.assert(
      fc.property(piece, (text) => {
        fc.pre(chunkKind(new PlainSurvey(text), 0, text.length) > TECHNICAL);
        expect(gluedIn(` ${text} `)).toBeGreaterThan(0);
      }),
      { seed: 20261122, numRuns: 20_000 },
    );
  });

  it('are none in prose, numbers, digests, paths and addresses', () => {
    for (const text of [
      'The committee meets on the second Tuesday of the month; its minutes follow, a week later.',
      'GET /api/v2/orders/page=3 200 18ms 4312 bytes trace=4bf92f3577b34da6a3ce929d0e0e4736',
      '2026-03-14T09:26:53Z INFO scheduler: job nightly-report finished in 41.3 s, 0 retries, 1,204 rows',
      'In 1887 the town had eleven mills, four of which were still driven by water.',
    ])
      expect(gluedIn(text)).toBe(0);
  });

  it('are counted alike by the kernel and its twin', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(' ');
        expect(surveyOf(text).measures().gluedPairs).toBe(new PlainSurvey(text).measures().gluedPairs);
      }),
      { seed: 20261122, numRuns: 500 },
    );
  });
});
