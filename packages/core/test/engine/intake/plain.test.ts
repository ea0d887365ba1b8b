// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainFormOf, withoutDisguise } from '../../../src/engine/intake/plain.ts';

const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

describe('plain form', () => {
  it.each([
    ['invisible characters', 'Ab\u200bC\u00addE\u2060f', 'AbCdEf'],
    ['controls', 'Ab\u0007C\u007fd', 'AbCd'],
    ['bidi and tag characters', 'A\u200fb\u{e0041}C', 'AbC'],
    ['full width', wide('Key-7 aB'), 'Key-7 aB'],
    ['one full-width letter in a word', 'K\uff25Y', 'KEY'],
    ['styled letters and digits', '\u{1d400}\u{1d41b}\u{1d7d2}', 'Ab4'],
    ['circled digits', '\u2463\u2460', '41'],
    ['look-alikes', 'pass \u0410KIA', 'pass AKIA'],
    ['numbers held together by other dashes', '4111\u20111111\u20111111', '4111-1111-1111'],
  ])('undoes %s and keeps capitals', (_, given, plain) => {
    expect(withoutDisguise(given)).toBe(plain);
  });

  it.each([
    'Plain ASCII, with \ttabs\n and CAPITALS.',
    '“Curly quotes” – and dashes — are how people write… naïve café, Straße.',
    'Ordinary emoji: 👩‍👩‍👧 ❤️ 1️⃣',
    '８月３日、東京タワーへ行きました！',
    'Привет, как дела? Γειά σου.',
    'می‌خواهم',
    'x² + y² = z², from 1990–2000',
    '① first ② second',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(plainFormOf(text)).toBeNull();
    expect(withoutDisguise(text)).toBe(text);
  });

  it('leads back to the stretch as given', () => {
    const given = '😀 k\u200bE\u200by';
    const plain = plainFormOf(given);
    expect(plain?.text).toBe('😀 kEy');
    const at = plain?.text.indexOf('kEy') ?? -1;
    expect(plain?.rangeToGiven(at, at + 3)).toEqual([3, given.length]);
  });

  it('takes nothing from ASCII that invisible characters cut', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aZ09-_ .'), minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(letters, fc.nat(38), (text, at) => {
        const cut = 1 + (at % (text.length - 1));
        expect(withoutDisguise(`${text.slice(0, cut)}\u200b${text.slice(cut)}`)).toBe(text);
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});
