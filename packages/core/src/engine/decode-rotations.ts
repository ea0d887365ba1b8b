// SPDX-License-Identifier: Apache-2.0
import { languageScore } from './bigrams.ts';
import type { Run } from './decode-plausible.ts';

/** Bits per character that the plain text must be better by. English and its rot13 lie 2.2 apart. */
const MIN_GAIN_ROT13 = 1.1;
const MIN_GAIN_REVERSED = 0.45;
const MAX_PLAIN_SCORE = 4.6;
const MIN_CHARACTERS = 12;

/**
 * Letters that are common in rot13 and rare in English count up, the ones they stand for count down. The sum drifts down
 * through ordinary text and climbs through rot13.
 */
const DRIFT = new Int8Array(128);
for (const letter of 'gbvfu') DRIFT[letter.charCodeAt(0)] = DRIFT[letter.charCodeAt(0) - 32] = 1;
for (const letter of 'toish') DRIFT[letter.charCodeAt(0)] = DRIFT[letter.charCodeAt(0) - 32] = -1;
const MIN_DRIFT = 5;

export function rot13(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code & 0x5f) < 0x4e ? code + 13 : code - 13);
  });
}

/** Units that are summed at once: most blocks of ordinary text fall, and are not looked at again. */
const BLOCK = 16;
const BLOCK_DRIFT = 2;
const MAX_FOUND = 16;
/** How far from a climb its sentence is looked for; also what one stretch can be long. */
const MAX_STRETCH = 4_096;

/** Stretches in rot13, where their plain text scores as language markedly better than they do. */
export function rot13Texts(text: string): Run[] {
  const found: Run[] = [];
  let triedTo = 0;
  let triedLineTo = -1;
  for (const [start, end] of climbs(text)) {
    if (start < triedTo || !isClearlyTurned(text.slice(start, end))) continue;
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

/** Ranges over which the drift climbs to the threshold and on to its top. */
function climbs(text: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let done = 0;
  for (let block = 0; block < text.length; block += BLOCK) {
    if (blockDrift(text, block) < BLOCK_DRIFT || block < done) continue;
    const range = climb(text, Math.max(done, block - 2 * BLOCK));
    if (range === null) continue;
    ranges.push(range);
    done = range[1];
  }
  return ranges;
}

function blockDrift(text: string, start: number): number {
  const end = Math.min(start + BLOCK, text.length);
  let sum = 0;
  for (let i = start; i < end; i++) sum += DRIFT[text.charCodeAt(i) & 0x7f] as number;
  return sum;
}

/** The first climb from `from` on, within a stretch; null when the drift falls back before the threshold for good. */
function climb(text: string, from: number): readonly [number, number] | null {
  const limit = Math.min(text.length, from + MAX_STRETCH);
  const giveUp = from + 6 * BLOCK;
  let sum = 0;
  let top = 0;
  let start = from;
  let end = from;
  for (let i = from; i < limit; i++) {
    if (top < MIN_DRIFT && i > giveUp) return null;
    const unit = text.charCodeAt(i);
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
function plainRun(text: string, start: number, end: number): Run | null {
  if (end - start < MIN_CHARACTERS) return null;
  const given = text.slice(start, end);
  const plain = rot13(given);
  const score = languageScore(plain);
  return score <= MAX_PLAIN_SCORE && languageScore(given) - score >= MIN_GAIN_ROT13
    ? { text: plain, start, end }
    : null;
}

/** What follows the last colon before a climb, or the words that read better turned. */
function closerRun(text: string, from: number, to: number, lineEnd: number): Run | null {
  const before = text.slice(Math.max(0, from - BLOCK * 4), from);
  const colon = before.lastIndexOf(': ');
  const afterColon = colon < 0 ? null : plainRun(text, from - before.length + colon + 2, lineEnd);
  return afterColon ?? plainRun(text, ...wordBounds(text, from, to));
}

/** The line of a range, no further than a stretch to either side. */
function lineAround(text: string, from: number, to: number): { start: number; end: number } {
  let start = from;
  while (start > 0 && from - start < MAX_STRETCH / 2 && text.charCodeAt(start - 1) !== 0x0a) start--;
  let end = to;
  while (end < text.length && end - to < MAX_STRETCH / 2 && text.charCodeAt(end) !== 0x0a) end++;
  return { start, end };
}

/** The words of the climb and those beside it that read better as plain text: the drift starts late and stops early. */
function wordBounds(text: string, from: number, to: number): readonly [number, number] {
  let start = wordStart(text, from);
  let end = nextSpace(text, to);
  for (let words = 0; words < MAX_MORE_WORDS && start < end; words++) {
    const next = nextSpace(text, start);
    if (next >= end || readsBetterTurned(text.slice(start, next))) break;
    start = next + 1;
  }
  for (let words = 0; words < MAX_MORE_WORDS && start < end; words++) {
    const last = wordStart(text, end);
    if (last <= start || readsBetterTurned(text.slice(last, end))) break;
    end = last - 1;
  }
  for (let words = 0; words < MAX_MORE_WORDS && start > 1; words++) {
    const previous = wordStart(text, start - 1);
    if (!readsBetterTurned(text.slice(previous, start - 1))) break;
    start = previous;
  }
  for (let words = 0; words < MAX_MORE_WORDS && end < text.length; words++) {
    const next = nextSpace(text, end + 1);
    if (!readsBetterTurned(text.slice(end + 1, next))) break;
    end = next;
  }
  return [start, end];
}

const MAX_MORE_WORDS = 32;

/** Words end at a space; one that doesn't within 64 units is cut there. */
const MAX_WORD = 64;

function wordStart(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < MAX_WORD && text.charCodeAt(start - 1) !== 0x20) start--;
  return start;
}

function nextSpace(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < MAX_WORD && text.charCodeAt(end) !== 0x20) end++;
  return end;
}

/** Asked of a climb before its surroundings are looked at: letters that only drift gain little. */
const isClearlyTurned = (climb: string) => languageScore(climb) - languageScore(rot13(climb)) >= MIN_GAIN_ROT13 / 2;

const readsBetterTurned = (word: string) => word !== '' && languageScore(rot13(word)) < languageScore(word);

/** Characters looked at in each of three places before the whole text is turned round. */
const PROBE = 96;
const ODD_SCORE = 4.3;

const mirrored = (text: string) => Array.from(text).reverse().join('');
const wordsMirrored = (text: string) => text.replace(/\p{L}+/gu, mirrored);

/** Whether a piece is odd as written and better backwards. */
function mayBeReversed(piece: string): boolean {
  const forwards = languageScore(piece);
  return forwards >= ODD_SCORE && forwards - languageScore(mirrored(piece)) >= MIN_GAIN_REVERSED / 2;
}

/** Lines written backwards, letter by letter or each word in its place. */
export function reversedTexts(text: string): Run[] {
  const middle = Math.max(0, (text.length - PROBE) >> 1);
  const probes = [text.slice(0, PROBE), text.slice(middle, middle + PROBE), text.slice(-PROBE)];
  if (!probes.some(mayBeReversed)) return [];
  const found: Run[] = [];
  for (const match of text.matchAll(/[^\n]+/g)) {
    const line = match[0];
    if (line.length < MIN_CHARACTERS) continue;
    if (found.length >= MAX_FOUND) break;
    const backwards = mirrored(line);
    const score = languageScore(backwards);
    if (score > MAX_PLAIN_SCORE || languageScore(line) - score < MIN_GAIN_REVERSED) continue;
    const place = { start: match.index, end: match.index + line.length };
    found.push({ text: backwards, ...place }, { text: wordsMirrored(line), ...place });
  }
  return found;
}
