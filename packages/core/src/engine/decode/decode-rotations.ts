// SPDX-License-Identifier: Apache-2.0
import { readsBetterTurned, scoreOfRange, scoreTurned } from '../entropy/bigrams.ts';
import { textOfUnits } from '../intake/units.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';

/** Bits per character that the plain text must be better by. English and its rot13 lie 2.2 apart. */
const MIN_GAIN_ROT13 = 1.1;
const MAX_PLAIN_SCORE = 4.6;
const MIN_CHARACTERS = 12;

/**
 * Letters that are common in rot13 and rare in English count up, the ones they stand for count down. The sum drifts down
 * through ordinary text and climbs through rot13.
 */
export const DRIFT: Int8Array = new Int8Array(128);
for (const letter of 'gbvfu') DRIFT[letter.charCodeAt(0)] = DRIFT[letter.charCodeAt(0) - 32] = 1;
for (const letter of 'toish') DRIFT[letter.charCodeAt(0)] = DRIFT[letter.charCodeAt(0) - 32] = -1;
const MIN_DRIFT = 5;

/** What a letter of ASCII becomes. */
const TURNED = Uint8Array.from({ length: 128 }, (_, code) => {
  if (!/[a-zA-Z]/.test(String.fromCharCode(code))) return code;
  return (code & 0x5f) < 0x4e ? code + 13 : code - 13;
});

function turned(units: Uint16Array, start: number, end: number): string {
  const plain = units.slice(start, end);
  for (let i = 0; i < plain.length; i++) {
    const unit = plain[i] as number;
    if (unit < 128) plain[i] = TURNED[unit] as number;
  }
  return textOfUnits(plain, 0, plain.length);
}

/** A text with its units. */
interface Source {
  readonly units: Uint16Array;
  readonly length: number;
}

/** Units that are summed at once: most blocks of ordinary text fall, and are not looked at again. */
const BLOCK = 16;
const BLOCK_DRIFT = 2;
/** How far from a climb its sentence is looked for; also what one stretch can be long. */
const MAX_STRETCH = 4_096;

/** Stretches in rot13, where their plain text scores as language markedly better than they do. `ranges` are the climbs. */
export function rot13Texts(units: Uint16Array, length: number, ranges: readonly (readonly [number, number])[]): Run[] {
  const text: Source = { units, length };
  const found: Run[] = [];
  let triedTo = 0;
  let triedLineTo = -1;
  for (const [from, end] of ranges) {
    // A climb that is longer than a stretch goes on in the next one.
    const start = Math.max(from, triedTo);
    if (from < triedTo && end - start < MIN_CHARACTERS) continue;
    if (found.length >= MAX_FOUND) break;
    const line = lineAround(text, start, end);
    const whole = start < triedLineTo ? null : plainRun(text, line.start, line.end);
    const run = whole ?? closerRun(text, start, end, line.end);
    triedLineTo = line.end;
    triedTo = run?.end ?? end;
    if (run !== null) found.push(run);
  }
  return found;
}

/** Ranges over which the drift climbs to the threshold and on to its top, and that gain by being turned. */
export function climbs(units: Uint16Array, length: number): (readonly [number, number])[] {
  const text: Source = { units, length };
  const ranges: (readonly [number, number])[] = [];
  let done = 0;
  for (let block = 0; block < text.length; block += BLOCK) {
    if (blockDrift(text, block) < BLOCK_DRIFT || block < done) continue;
    const range = climb(text, Math.max(done, block - 2 * BLOCK));
    if (range === null) continue;
    if (isClearlyTurned(text, ...range)) ranges.push(range);
    done = range[1];
  }
  return ranges;
}

function blockDrift({ units, length }: Source, start: number): number {
  const end = Math.min(start + BLOCK, length);
  let sum = 0;
  for (let i = start; i < end; i++) sum += DRIFT[(units[i] as number) & 0x7f] as number;
  return sum;
}

/** The first climb from `from` on, within a stretch; null when the drift falls back before the threshold for good. */
function climb(text: Source, from: number): readonly [number, number] | null {
  const { units } = text;
  const limit = Math.min(text.length, from + MAX_STRETCH);
  const giveUp = from + 6 * BLOCK;
  let sum = 0;
  let top = 0;
  let start = from;
  let end = from;
  for (let i = from; i < limit; i++) {
    if (top < MIN_DRIFT && i > giveUp) return null;
    const unit = units[i] as number;
    const drift = unit < 128 ? (DRIFT[unit] as number) : 0;
    if (drift === 0) continue;
    if (sum === 0 && drift > 0) start = i;
    sum = Math.max(0, sum + drift);
    if (drift > 0 && sum >= top) {
      top = sum;
      end = i + 1;
    } else if (top - sum >= MIN_DRIFT) {
      if (top >= MIN_DRIFT) return [start, end];
      top = sum;
    }
    if (sum === 0 && top < MIN_DRIFT) top = 0;
  }
  return top >= MIN_DRIFT ? [start, end] : null;
}

/** Plain text of a range, when it is language and the range is not. */
function plainRun(text: Source, start: number, end: number): Run | null {
  if (end - start < MIN_CHARACTERS) return null;
  const score = scoreTurned(text.units, start, end);
  return score <= MAX_PLAIN_SCORE && scoreOfRange(text.units, start, end) - score >= MIN_GAIN_ROT13
    ? { text: turned(text.units, start, end), start, end }
    : null;
}

/** What follows the last colon before a climb, or the words that read better turned. */
function closerRun(text: Source, from: number, to: number, lineEnd: number): Run | null {
  const before = textOfUnits(text.units, Math.max(0, from - BLOCK * 4), from);
  const colon = before.lastIndexOf(': ');
  const afterColon = colon < 0 ? null : plainRun(text, from - before.length + colon + 2, lineEnd);
  return afterColon ?? plainRun(text, ...wordBounds(text, from, to));
}

/** The line of a range, no further than a stretch to either side. */
function lineAround(text: Source, from: number, to: number): { start: number; end: number } {
  let start = from;
  while (start > 0 && from - start < MAX_STRETCH / 2 && (text.units[start - 1] as number) !== 0x0a) start--;
  let end = to;
  while (end < text.length && end - to < MAX_STRETCH / 2 && (text.units[end] as number) !== 0x0a) end++;
  return { start, end };
}

/** The words of the climb and those beside it that read better as plain text: the drift starts late and stops early. */
function wordBounds(text: Source, from: number, to: number): readonly [number, number] {
  let start = wordStart(text, from);
  let end = nextSpace(text, to);
  for (let words = 0; words < MAX_MORE_WORDS && start < end; words++) {
    const next = nextSpace(text, start);
    if (next >= end || readsBetterTurned(text.units, start, next)) break;
    start = next + 1;
  }
  for (let words = 0; words < MAX_MORE_WORDS && start < end; words++) {
    const last = wordStart(text, end);
    if (last <= start || readsBetterTurned(text.units, last, end)) break;
    end = last - 1;
  }
  for (let words = 0; words < MAX_MORE_WORDS && start > 1; words++) {
    const previous = wordStart(text, start - 1);
    if (!readsBetterTurned(text.units, previous, start - 1)) break;
    start = previous;
  }
  for (let words = 0; words < MAX_MORE_WORDS && end < text.length; words++) {
    const next = nextSpace(text, end + 1);
    if (!readsBetterTurned(text.units, end + 1, next)) break;
    end = next;
  }
  return [start, end];
}

const MAX_MORE_WORDS = 32;

/** Words end at a space; one that doesn't within 64 units is cut there. */
const MAX_WORD = 64;

function wordStart(text: Source, from: number): number {
  let start = from;
  while (start > 0 && from - start < MAX_WORD && (text.units[start - 1] as number) !== 0x20) start--;
  return start;
}

function nextSpace(text: Source, from: number): number {
  let end = from;
  while (end < text.length && end - from < MAX_WORD && (text.units[end] as number) !== 0x20) end++;
  return end;
}

/** Asked of a climb before its surroundings are looked at: letters that only drift gain little. */
const isClearlyTurned = ({ units }: Source, start: number, end: number) =>
  scoreOfRange(units, start, end) - scoreTurned(units, start, end) >= MIN_GAIN_ROT13 / 2;
