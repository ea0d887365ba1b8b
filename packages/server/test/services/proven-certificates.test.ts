// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ProvenCertificates } from '../../src/services/proven-certificates.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);

describe('ProvenCertificates', () => {
  it('gives back what was proven under the same bytes, for a minute', () => {
    const proven = new ProvenCertificates<string>();
    proven.put('a', 'of a', NOON_MS);
    expect(proven.get('a', NOON_MS + 59_999)).toBe('of a');
    expect(proven.get('b', NOON_MS)).toBeNull();
    expect(proven.get('a', NOON_MS + 60_000)).toBeNull();
  });

  it('believes nothing after a clock that stepped back', () => {
    const proven = new ProvenCertificates<string>();
    proven.put('a', 'of a', NOON_MS);
    expect(proven.get('a', NOON_MS - 3_600_000)).toBeNull();
  });

  it('is bounded: the oldest goes first', () => {
    const proven = new ProvenCertificates<number>();
    for (let i = 0; i < 2_001; i++) proven.put(String(i), i, NOON_MS);
    expect([proven.get('0', NOON_MS), proven.get('1', NOON_MS), proven.get('2000', NOON_MS)]).toEqual([null, 1, 2_000]);
  });
});
