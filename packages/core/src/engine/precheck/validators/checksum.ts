// SPDX-License-Identifier: Apache-2.0

/** Digits of a text, other characters left out. */
export function digitsOf(text: string): number[] {
  const digits: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i) - 48;
    if (c >= 0 && c <= 9) digits.push(c);
  }
  return digits;
}

/** Luhn, ISO/IEC 7812-1 Annex B: the last digit is the check digit. */
export function luhn(digits: readonly number[]): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits[digits.length - 1 - i] as number;
    const weighed = i % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return digits.length > 1 && sum % 10 === 0;
}

/** Remainder of a decimal number of any length, letters counting as 10 to 35 (ISO 13616, ISO 7064 MOD 97-10). */
export function remainder97(text: string): number {
  let rest = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    const value = c >= 48 && c <= 57 ? c - 48 : c >= 65 && c <= 90 ? c - 55 : c >= 97 && c <= 122 ? c - 87 : -1;
    if (value < 0) return -1;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest;
}

/** Sum of digits times weights, over as many as there are weights. */
export function weighedSum(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);
}

export function allSame(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0]);
}

/** ISO 7064 MOD 11,10, used by the German tax number and the Croatian OIB. */
export function mod1110(digits: readonly number[]): boolean {
  let product = 10;
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = ((digits[i] as number) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits[digits.length - 1];
}
