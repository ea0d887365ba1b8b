// SPDX-License-Identifier: Apache-2.0
/** Content negotiation, RFC 9110 section 12.5.1. */

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly q: number;
}

export const PROBLEM_TYPE = 'application/problem+json';

/** A header of thousands of ranges would cost more than the request. */
const MAX_RANGES = 64;

/**
 * The media type to answer with: the offer with the highest weight, the earlier one among equals.
 * @param header the Accept field; undefined means any
 * @param offers what the operation produces, the default first
 * @returns null when the header excludes all of them
 */
export function negotiate(header: string | undefined, offers: readonly string[]): string | null {
  const preferred = offers[0] ?? null;
  if (header === undefined || header === '' || header === '*/*' || header === preferred) return preferred;
  const ranges = parseAccept(header);
  if (ranges.length === 0) return preferred;
  let best: string | null = null;
  let bestWeight = 0;
  for (const offer of offers) {
    const weight = weightOf(offer, ranges);
    if (weight <= bestWeight) continue;
    best = offer;
    bestWeight = weight;
  }
  if (best !== null || preferred === null) return best;
  // Every operation also produces problem documents: whoever asks for those by name is not turned away, unless the same
  // field rules the operation's own type out.
  return ranges.some(isProblem) && !isNamed(preferred, ranges) ? preferred : null;
}

/**
 * True when the caller names `application/problem+json` and likes it no less than the envelope's type: errors are then sent
 * bare, outside the envelope.
 */
export function wantsBareProblem(header: string | undefined): boolean {
  if (header === undefined || !header.toLowerCase().includes('problem+json')) return false;
  const ranges = parseAccept(header);
  return ranges.some(isProblem) && weightOf(PROBLEM_TYPE, ranges) >= weightOf('application/json', ranges);
}

const isProblem = (range: Range) => range.type === 'application' && range.subtype === 'problem+json' && range.q > 0;

function isNamed(offer: string, ranges: readonly Range[]): boolean {
  const [type, subtype] = offer.split('/');
  return ranges.some((range) => rankOf(range, type, subtype) >= 0);
}

function parseAccept(header: string): Range[] {
  return header
    .toLowerCase()
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const [type = '', subtype = ''] = range.split('/');
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const q = weight === undefined ? 1 : Number(weight.slice(2));
      return { type, subtype, q: Number.isFinite(q) ? Math.min(1, Math.max(0, q)) : 0 };
    })
    .filter((range) => range.type !== '' && range.subtype !== '');
}

/** The most specific range that covers the offer decides, not the heaviest one. */
function weightOf(offer: string, ranges: readonly Range[]): number {
  const [type, subtype] = offer.split('/');
  let specificity = -1;
  let weight = 0;
  for (const range of ranges) {
    const rank = rankOf(range, type, subtype);
    if (rank < specificity || rank < 0) continue;
    weight = rank > specificity ? range.q : Math.max(weight, range.q);
    specificity = rank;
  }
  return weight;
}

function rankOf(range: Range, type: string | undefined, subtype: string | undefined): number {
  if (range.type === '*' && range.subtype === '*') return 0;
  if (range.type !== type) return -1;
  if (range.subtype === '*') return 1;
  return range.subtype === subtype ? 2 : -1;
}
