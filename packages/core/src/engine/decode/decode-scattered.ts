// SPDX-License-Identifier: Apache-2.0
import { isPlausible, MAX_FOUND, type Run, textOf } from './decode-plausible.ts';
import { BASE64, isNeverText, MAX_TRIES, NOT_IN_ALPHABET } from './decode-runs.ts';
import type { Stretch } from './decode-stretches.ts';

/** Pieces of base64 with a blank, line end or comma between; begun nowhere but at a piece's own start, or a long run costs its square. */
const PIECES = /(?<![\w+/-])[\w+/-]{2,}(?:[ \t]*[\s,][ \t]{0,8}[\w+/-]{2,}){2,}={0,2}/g;
const PIECE = /[\w+/-]+/g;
const MIN_BYTES = 16;
/** Fewer are a run with words beside it. */
const MIN_PIECES = 3;

/** Base64 that was cut into pieces like words or short lines; in stretches that have the look of it. */
export function scatteredTexts(text: string, stretches: readonly Stretch[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  for (const { start: from, end: to, base64 } of stretches) {
    if (!base64) continue;
    PIECES.lastIndex = Math.max(done, lineStart(text, from));
    for (let match = PIECES.exec(text); match !== null && match.index < to; match = PIECES.exec(text)) {
      done = match.index + match[0].length;
      const run = fromPieces(match[0], match.index, from);
      if (run !== null) found.push(run);
      if (found.length >= MAX_FOUND) return found;
    }
  }
  return found;
}

function lineStart(text: string, from: number): number {
  return Math.max(from - 256, text.lastIndexOf('\n', from) + 1);
}

/** Words in front are of the same alphabet, so some first pieces are tried; words behind end what decodes. */
function fromPieces(row: string, at: number, stretchStart: number): Run | null {
  const pieces = [...row.matchAll(PIECE)].map((match) => ({ start: match.index, text: match[0] }));
  let tries = 0;
  for (let first = 0; first < pieces.length && tries < MAX_TRIES; first++) {
    const { start, text } = pieces[first] as (typeof pieces)[0];
    if (at + start + text.length < stretchStart - 64) continue;
    tries++;
    const read = readFrom(pieces, first);
    if (read !== null) return { text: read.text, start: at + start, end: at + read.end };
  }
  return null;
}

type Piece = { readonly start: number; readonly text: string };

function readFrom(pieces: readonly Piece[], first: number): { text: string; end: number } | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  /** As far as whole pieces were text. */
  let whole = { bytes: 0, end: 0, pieces: 0 };
  reading: for (let at = first; at < pieces.length; at++) {
    const { start, text } = pieces[at] as Piece;
    for (let i = 0; i < text.length; i++) {
      const value = BASE64[text.charCodeAt(i)] as number;
      if (value === NOT_IN_ALPHABET) break reading;
      bits = ((bits << 6) | value) & 0xffff;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      const byte = (bits >> held) & 0xff;
      if (isNeverText(byte) || byte === 0) break reading;
      bytes.push(byte);
    }
    whole = { bytes: bytes.length, end: start + text.length, pieces: whole.pieces + 1 };
  }
  if (whole.bytes < MIN_BYTES || whole.pieces < MIN_PIECES) return null;
  const plain = textOf(Uint8Array.from(bytes.slice(0, whole.bytes)));
  return plain !== null && isPlausible(plain) ? { text: plain, end: whole.end } : null;
}
