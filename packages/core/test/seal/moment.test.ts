// SPDX-License-Identifier: Apache-2.0
import { momentMs } from '@plumbline/core/seal/moment.ts';
import { describe, expect, it } from 'vitest';

describe('a moment as a person writes it', () => {
  it.each([
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2028-02-29T12:30Z', '2028-02-29T12:30:00.000Z'],
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T00:00:00.25+02:00', '2027-01-30T22:00:00.250Z'],
  ])('is read: %s', (text, moment) => {
    expect(new Date(momentMs(text) ?? Number.NaN).toISOString()).toBe(moment);
  });

  it.each([
    '2027-02-30',
    '2027-02-29T00:00:00Z',
    '2027-04-31T10:00:00+02:00',
    '2027-13-01',
    '2027-01-31T00:00:00',
    '2027-01-31T25:00:00Z',
    '2027-01-31T00:00:00+99:99',
    '31 Jan 2027',
    'tomorrow',
    '1',
    '',
  ])('is refused: %s', (text) => {
    expect(momentMs(text)).toBeNull();
  });
});
