// SPDX-License-Identifier: Apache-2.0
import { BACKSLASH, CAMEL, chunkKind, GLUED, MISPLACED, NATURAL, SIGNS, TECHNICAL } from './entropy-chunks.ts';

/** A stretch that reads like the output of an optimiser, not of a person or a programmer. UTF-16 offsets. */
export interface Suffix {
  readonly start: number;
  readonly end: number;
  /** Grows with the number of odd pieces; 1.9 is the least that is reported. */
  readonly strength: number;
}

/** What a piece says for (or, below 0, against) an optimised stretch. */
const ODD_WEIGHT = 1.1;
const SECOND_ODDITY = 0.6;
const NATURAL_WEIGHT = -0.15;
const TECHNICAL_WEIGHT = -0.3;
const LINE_BREAK_WEIGHT = -2.5;

const MIN_STRENGTH = 1.9;
const MIN_PIECES = 4;
const MIN_ODD_KINDS = 2;
/** Of the pieces in the stretch, at least and at most: word pieces are mixed in; code has fewer, prose more. */
const MIN_NATURAL_SHARE = 0.1;
const MAX_NATURAL_SHARE = 0.9;
const MAX_TECHNICAL_SHARE = 0.34;
/** Of the pieces outside: prose, and enough of it to be what a reader came for. */
const MIN_PROSE_PIECES = 4;
const MIN_PROSE_SHARE = 0.8;
const KINDS = [CAMEL, GLUED, MISPLACED, SIGNS, BACKSLASH];

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly weight: number;
}

/** The most telling stretch of a text, or null. One pass over its pieces (maximum sum). */
export function adversarialSuffix(text: string): Suffix | null {
  const pieces = piecesOf(text);
  const best = strongestStretch(pieces);
  if (best.strength < MIN_STRENGTH) return null;
  const inside = pieces.slice(best.first, best.last + 1);
  const outside = pieces.slice(0, best.first).concat(pieces.slice(best.last + 1));
  if (!isWordSalad(inside) || !isProse(outside)) return null;
  const start = (inside[0] as Piece).start;
  const end = (inside.at(-1) as Piece).end;
  return looksLikeCode(text.slice(start, end)) ? null : { start, end, strength: best.strength };
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const seen = new Set<string>();
  let start = -1;
  let breaks = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0x20;
    const space = unit <= 0x20 || unit === 0xa0;
    if (!space && start < 0) start = i;
    if (!space) continue;
    if (start >= 0) {
      const kind = chunkKind(text, start, i);
      const weight =
        kind > TECHNICAL && isRepeated(seen, text.slice(start, Math.min(i, start + 32))) ? 0 : weightOf(kind);
      pieces.push({ start, end: i, kind, weight: weight + (breaks > 0 ? LINE_BREAK_WEIGHT : 0) });
      breaks = 0;
      start = -1;
    }
    if (unit === 0x0a) breaks++;
  }
  return pieces;
}

/** The same odd piece again is a habit of the text. */
function isRepeated(seen: Set<string>, piece: string): boolean {
  if (seen.has(piece)) return true;
  if (seen.size < MAX_SEEN) seen.add(piece);
  return false;
}

const MAX_SEEN = 512;

function weightOf(kind: number): number {
  if (kind === NATURAL) return NATURAL_WEIGHT;
  if (kind === TECHNICAL) return TECHNICAL_WEIGHT;
  return ODD_WEIGHT + (oddities(kind) > 1 ? SECOND_ODDITY : 0);
}

const oddities = (kind: number) => KINDS.filter((odd) => (kind & odd) !== 0).length;

function strongestStretch(pieces: readonly Piece[]): { first: number; last: number; strength: number } {
  const best = { first: 0, last: -1, strength: 0 };
  let sum = 0;
  let first = 0;
  for (let n = 0; n < pieces.length; n++) {
    const { weight } = pieces[n] as Piece;
    if (sum <= 0) {
      sum = 0;
      first = n;
    }
    sum += weight;
    if (sum > best.strength) Object.assign(best, { first, last: n, strength: sum });
  }
  return best;
}

function isWordSalad(pieces: readonly Piece[]): boolean {
  const natural = pieces.filter(({ kind }) => kind === NATURAL).length / pieces.length;
  const technical = pieces.filter(({ kind }) => kind === TECHNICAL).length / pieces.length;
  const kinds = KINDS.filter((odd) => pieces.some(({ kind }) => kind !== TECHNICAL && (kind & odd) !== 0)).length;
  return (
    pieces.length >= MIN_PIECES &&
    kinds >= MIN_ODD_KINDS &&
    natural >= MIN_NATURAL_SHARE &&
    natural <= MAX_NATURAL_SHARE &&
    technical <= MAX_TECHNICAL_SHARE
  );
}

function isProse(pieces: readonly Piece[]): boolean {
  const natural = pieces.filter(({ kind }) => kind === NATURAL).length;
  return natural >= MIN_PROSE_PIECES && natural >= pieces.length * MIN_PROSE_SHARE;
}

/** Programs, formulas and markup close what they open, and end their statements. */
function looksLikeCode(stretch: string): boolean {
  let balance = 0;
  let brackets = 0;
  let stray = 0;
  for (const sign of stretch) {
    if ('([{'.includes(sign)) {
      balance++;
      brackets++;
    } else if (')]}'.includes(sign)) {
      brackets++;
      if (balance === 0) stray++;
      else balance--;
    }
  }
  return brackets >= 6 && (balance + stray) * 4 <= brackets;
}
