// SPDX-License-Identifier: Apache-2.0
import { allSame, digitsOf, luhn, remainder97, weighedSum } from './checksum.ts';
import type { Validator } from './validator.ts';

/** Prefix ranges and lengths of the card schemes (ISO/IEC 7812 issuer identifiers). */
const SCHEMES: readonly (readonly [low: number, high: number, lengths: readonly number[]])[] = [
  [400000, 499999, [13, 16, 19]],
  [510000, 559999, [16]],
  [222100, 272099, [16]],
  [340000, 349999, [15, 16]],
  [370000, 379999, [15, 16]],
  [300000, 305999, [14, 16]],
  [309500, 309599, [14, 16]],
  [360000, 369999, [14, 16]],
  [380000, 399999, [14, 16]],
  [601100, 601199, [16, 19]],
  [644000, 659999, [16, 19]],
  [622126, 622925, [16, 17, 18, 19]],
  [352800, 358999, [16]],
  [620000, 629999, [16, 17, 18, 19]],
  [500000, 509999, [16]],
  [560000, 589999, [16]],
  [220000, 220499, [16]],
];

/** A payment card number: a scheme's prefix and length, and the Luhn digit. */
export const card: Validator = ({ value, text, start }) => {
  const digits = digitsOf(value);
  if (!luhn(digits) || allSame(digits) || isDialled(value, digits.length, text, start)) return 0;
  const prefix = Number(digits.slice(0, 6).join(''));
  return SCHEMES.some(([low, high, lengths]) => prefix >= low && prefix <= high && lengths.includes(digits.length))
    ? 1
    : 0;
};

/**
 * German and Austrian telephone numbers have as many digits as the shortest cards and begin with the same one. They say so by the
 * plus or by 00, which no card begins with, or by the country's code in a group of its own; numbers that are longer than any telephone's stay cards behind a plus.
 */
export function isDialled(value: string, digits: number, text: string, start: number): boolean {
  if (value.startsWith('00')) return true;
  if (digits !== TELEPHONE_OR_CARD) return false;
  return /^\d{2}[ -]/.test(value) || /[+＋][ (]{0,2}$/.test(text.slice(Math.max(0, start - 3), start));
}

const TELEPHONE_OR_CARD = 13;

/** Length of the IBAN by country, from the SWIFT IBAN registry. */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
};

/** The form of an IBAN with a slip in it: country and length are right, the check digits may not be. */
export const ibanForm: Validator = ({ value }) => {
  const compact = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return compact.length === IBAN_LENGTHS[compact.slice(0, 2)] && !allSame(digitsOf(compact)) ? 1 : 0;
};

/** ISO 13616: length of the country, and remainder 1 modulo 97 with the first four characters moved to the end. */
export const iban: Validator = ({ value }) => {
  const compact = value.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  const length = IBAN_LENGTHS[compact.slice(0, 2)];
  if (length === undefined || compact.length !== length || allSame(digitsOf(compact))) return 0;
  return remainder97(compact.slice(4) + compact.slice(0, 4)) === 1 ? 1 : 0;
};

/** Fourteen to sixteen digits with the check digit of ISO/IEC 7812-1, whoever issued the card. */
export const luhnNumber: Validator = ({ value, text, start }) => {
  const digits = digitsOf(value);
  if (isDialled(value, digits.length, text, start)) return 0;
  return luhn(digits) && !allSame(digits) && new Set(digits).size > 3 ? 1 : 0;
};

/** United States, routing number: the districts of the Federal Reserve, weights 3 7 1. */
export const usRouting: Validator = ({ value }) => {
  const sum = weighedSum(digitsOf(value), [3, 7, 1, 3, 7, 1, 3, 7, 1]);
  return /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(value) && sum > 0 && sum % 10 === 0 ? 1 : 0;
};
