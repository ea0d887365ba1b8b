// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tell } from '../../../src/engine/precheck/kinds.ts';
import type { KindRule } from '../../../src/engine/precheck/pack-schema.ts';

const REACH = 60;

/** Every literal by itself: of those that begin at the value or before it the nearest, then the longest, then the first. */
function kindByEach(rules: readonly KindRule[], text: string, start: number, end: number): string {
  const started = rules.find(({ starts }) => starts.some((literal) => text.startsWith(literal, start)));
  if (started !== undefined) return started.is;
  const before = text.slice(Math.max(0, start - REACH), end).toLowerCase();
  const last = before.length - (end - start);
  const places = rules
    .flatMap(({ after, is }) => after.map((literal) => ({ literal, is, at: before.lastIndexOf(literal, last) })))
    .filter(({ at }) => at >= 0)
    .map((place) => ({ ...place, ends: place.at + place.literal.length }));
  const [nearest] = places.sort((a, b) => b.ends - a.ends || b.literal.length - a.literal.length);
  return nearest?.is ?? 'a thing';
}

const telling = (rules: readonly KindRule[]) => ({ explanation: '{kind}', remediation: null, kind: 'a thing', rules });

describe('the kind of what was found', () => {
  it('is the one that looking for every literal by itself gives', () => {
    const literal = fc.constantFrom('ab', 'abc', 'bc', 'c a', 'key', 'a key', 'ey', 'éa', 'xx');
    const start = fc.constantFrom('a', 'ab', 'K', 'x-');
    const rule = fc.record({
      starts: fc.array(start, { maxLength: 2 }),
      after: fc.array(literal, { maxLength: 4 }),
      is: fc.stringMatching(/^kind [a-z]{1,6}$/),
    });
    const unit = fc.constantFrom('ab', 'c', ' ', 'A Key', 'é', 'x', 'K', 'İ');
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 6 }),
        fc.string({ unit, maxLength: 50 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 8 }),
        (rules, text, at, length) => {
          const from = Math.min(at, text.length);
          const to = Math.min(text.length, from + length);
          expect(tell(telling(rules), text, from, to)).toBe(kindByEach(rules, text, from, to));
        },
      ),
      { seed: 288, numRuns: 1_000 },
    );
  });

  it('is told by the beginning of the value before the words around it', () => {
    const rules = [
      { starts: [], after: ['stripe'], is: 'a key of Stripe' },
      { starts: ['gh_'], after: [], is: 'a token of a forge' },
    ];
    expect(tell(telling(rules), 'stripe gh_1', 7, 11)).toBe('a token of a forge');
    expect(tell(telling(rules), 'Stripe: 1234', 8, 12)).toBe('a key of Stripe');
    expect(tell(telling(rules), 'none: 1234', 6, 10)).toBe('a thing');
  });
});
