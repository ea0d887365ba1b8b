// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sightings } from '../../../src/engine/judgement/sightings.ts';

describe('sightings', () => {
  it('name the lowest number that overlaps, as comparing with all would', () => {
    const place = fc.option(fc.tuple(fc.nat(2_000), fc.integer({ min: 1, max: 700 })), { nil: null });
    const placed = (at: readonly [number, number] | null) => ({
      start_utf16: at?.[0] ?? null,
      end_utf16: at === null ? null : at[0] + at[1],
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), place, (places, asked) => {
        const findings = places.map(placed);
        const wanted = placed(asked);
        const sightings = new Sightings();
        findings.forEach((finding, number) => {
          sightings.add(number, finding);
        });
        const meets = (number: number) => {
          const { start_utf16: start, end_utf16: end } = findings[number] as (typeof findings)[number];
          if (start === null || wanted.start_utf16 === null) return true;
          return start < (wanted.end_utf16 as number) && wanted.start_utf16 < (end as number);
        };
        expect(sightings.first(wanted, meets)).toBe(findings.findIndex((_, number) => meets(number)));
      }),
      { seed: 20261121, numRuns: 400 },
    );
  });
});
