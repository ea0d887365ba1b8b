// SPDX-License-Identifier: Apache-2.0
/** Prices and costs in whole millionths of a currency. Decimal text in, integers throughout: no float touches money. */

const MICRO_DIGITS = 6;
const MILLION = 1_000_000n;

/** Prices of a million tokens, in millionths of the currency. */
export interface TokenPrices {
  readonly inputMicro: number;
  readonly outputMicro: number;
}

export interface TokenCounts {
  readonly input: number;
  readonly output: number;
}

/** @param decimal at most nine digits, then at most six after the point; the schema of the settings holds it to that */
export function toMicro(decimal: string): number {
  const [whole = '', fraction = ''] = decimal.split('.');
  return Number(BigInt(whole) * MILLION + BigInt(fraction.padEnd(MICRO_DIGITS, '0')));
}

/** `1.25` for 1,250,000 millionths: exact, without zeros at the end. */
export function fromMicro(micro: number): string {
  const digits = String(micro).padStart(MICRO_DIGITS + 1, '0');
  const fraction = digits.slice(-MICRO_DIGITS).replace(/0+$/, '');
  return digits.slice(0, -MICRO_DIGITS) + (fraction === '' ? '' : `.${fraction}`);
}

/** Rounded up to a millionth, once over the sum: what is charged is never less than what is owed. */
export function costMicro({ input, output }: TokenCounts, prices: TokenPrices): number {
  const exact = BigInt(input) * BigInt(prices.inputMicro) + BigInt(output) * BigInt(prices.outputMicro);
  const rounded = Number((exact + MILLION - 1n) / MILLION);
  return Math.min(rounded, Number.MAX_SAFE_INTEGER);
}
