// SPDX-License-Identifier: Apache-2.0
/** JSON of which the shape is known: the same text as JSON.stringify, without looking for what can't be there. */

const MAX_KNOWN = 512;
const KNOWN = new Map<string, string>();

/** A string of which a deployment has few, such as names, versions and hashes of its rules. */
export function knownText(value: string | null): string {
  if (value === null) return 'null';
  const known = KNOWN.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (KNOWN.size < MAX_KNOWN) KNOWN.set(value, text);
  return text;
}

/** Most lists of an answer are empty. */
export function listText(list: readonly unknown[]): string {
  return list.length === 0 ? '[]' : JSON.stringify(list);
}

/** Up to here thousandths are exact in every digit. */
const MAX_THOUSANDTHS = 1e12;
const THOUSANDTHS = Array.from({ length: 1_000 }, (_, n) => String(n / 1_000));
const FRACTIONS = THOUSANDTHS.map((text) => text.slice(1));

/** Durations and scores have at most three decimals; any other number is written as well. */
export function numberText(value: number): string {
  const thousandths = Math.round(value * 1_000);
  if (!(thousandths >= 0 && thousandths <= MAX_THOUSANDTHS) || thousandths / 1_000 !== value)
    return JSON.stringify(value);
  if (thousandths < 1_000) return THOUSANDTHS[thousandths] as string;
  const rest = thousandths % 1_000;
  return `${(thousandths - rest) / 1_000}${FRACTIONS[rest]}`;
}
