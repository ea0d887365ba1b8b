// SPDX-License-Identifier: Apache-2.0
import { isPlausible, MAX_FOUND, type Run, textOf } from './decode-plausible.ts';

/** Shorter runs are words, names and numbers; 16 characters of base64 hold 12 bytes. */
const MIN_RUN = 16;
export const NOT_IN_ALPHABET = 255;

/** Six-bit values of both base64 alphabets (RFC 4648, sections 4 and 5). */
export const BASE64: Uint8Array = new Uint8Array(128).fill(NOT_IN_ALPHABET);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let i = 0; i < 64; i++) BASE64[ALPHABET.charCodeAt(i)] = i;
BASE64['-'.charCodeAt(0)] = 62;
BASE64['_'.charCodeAt(0)] = 63;

const sixBits = (unit: number) => (unit < 128 ? (BASE64[unit] as number) : NOT_IN_ALPHABET);
const inAlphabet = (text: string, at: number) => at < text.length && sixBits(text.charCodeAt(at)) !== NOT_IN_ALPHABET;

/**
 * Ranges of at least 16 characters of the base64 alphabet, which hex shares. Looks at every sixteenth character and walks
 * back only from those that could be inside a run.
 */
export function longRuns(units: Uint16Array, length: number): readonly (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  // What lies before `clear` is settled: no run can start there.
  let clear = 0;
  let probe = MIN_RUN - 1;
  while (probe < length) {
    let last = probe;
    while (last >= clear && sixBits(units[last] as number) !== NOT_IN_ALPHABET) last--;
    if (last >= clear) {
      clear = last + 1;
      probe = last + MIN_RUN;
      continue;
    }
    let end = probe + 1;
    while (end < length && sixBits(units[end] as number) !== NOT_IN_ALPHABET) end++;
    runs.push([clear, end]);
    clear = end + 1;
    probe = end + MIN_RUN;
  }
  return runs;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A run of base64 goes on over line ends; the lines after the first may be short. */
export function withFollowingLines(text: string, end: number): number {
  const behind = text.charCodeAt(end);
  if (behind !== LINE_FEED && behind !== CARRIAGE_RETURN) return end;
  let last = end;
  for (;;) {
    const breakLength = /^\r?\n[ \t]{0,8}/.exec(text.slice(last, last + 10))?.[0].length ?? 0;
    if (breakLength === 0) return last;
    let next = last + breakLength;
    const lineStart = next;
    while (inAlphabet(text, next)) next++;
    const closed = next >= text.length || text[next] === '=' || text[next] === '\n' || text[next] === '\r';
    if (next - lineStart < 4 || !closed) return last;
    last = next;
  }
}

/** Lines of base64 that follow one another. */
interface Lines {
  readonly end: number;
  /** How often all of them, from some line on, were tried in vain. */
  tries: number;
}

/** A payload may begin behind lines that only look like it, but behind few: trying from every line would read all of them each time. */
export const MAX_TRIES = 16;

/** Text encoded as base64, either alphabet, padded or not, on one line or several. */
export function base64Texts(text: string, runs: readonly (readonly [number, number])[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  let lines: Lines = { end: 0, tries: 0 };
  for (const [start, lineEnd] of runs) {
    if (start < done) continue;
    if (found.length >= MAX_FOUND) break;
    if (lineEnd > lines.end) lines = { end: withFollowingLines(text, lineEnd), tries: 0 };
    const several = lines.end > lineEnd && lines.tries++ < MAX_TRIES;
    const all = several ? fromBase64(text, start, lines.end) : null;
    const whole = all ?? fromBase64(text, start, lineEnd);
    if (whole !== null) {
      found.push(whole);
      done = whole.end;
    } else found.push(...piecesBetweenSlashes(text, start, lineEnd));
  }
  return found;
}

/** A path or an address in front of the payload shifts its alignment. */
function piecesBetweenSlashes(text: string, start: number, end: number): Run[] {
  const found: Run[] = [];
  let from = start;
  for (let i = start; i <= end; i++) {
    if (i < end && text[i] !== '/' && text[i] !== '-' && text[i] !== '_') continue;
    if (i - from >= MIN_RUN && i - from < end - start) {
      const run = fromBase64(text, from, i);
      if (run !== null) found.push(run);
    }
    from = i + 1;
  }
  return found;
}

/** Control bytes and those that UTF-8 never has; zero can belong to UTF-16. Random bytes are found out within ten. */
export const isNeverText = (byte: number) =>
  (byte < 32 && byte !== 0 && (byte < 9 || byte > 13)) ||
  byte === 0x7f ||
  byte >= 0xf5 ||
  byte === 0xc0 ||
  byte === 0xc1;

/** Working memory for the bytes of one run: most are no text, which shows within a few bytes. */
let scratch = new Uint8Array(4_096);

function fromBase64(text: string, start: number, end: number): Run | null {
  const size = Math.ceil(((end - start) * 3) / 4);
  if (scratch.length < size) scratch = new Uint8Array(size * 2);
  const bytes = scratch;
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let i = start; i < end; i++) {
    const value = sixBits(text.charCodeAt(i));
    if (value === NOT_IN_ALPHABET) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      const byte = (bits >> held) & 0xff;
      if (isNeverText(byte)) return null;
      bytes[length++] = byte;
    }
  }
  // One character left over can't come from an encoder.
  if (held === 6) return null;
  const decoded = textOf(bytes.subarray(0, length));
  if (decoded === null || !isPlausible(decoded)) return null;
  let last = end;
  while (text[last] === '=' && last - end < 2) last++;
  return { text: decoded, start, end: last };
}

const hexValue = (unit: number): number => {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1;
};

function bytesOfHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = byteOfHex(digits, 2 * i);
  return bytes;
}

/** Digests are no text: most are found out by their first bytes. Where every second byte is zero, bytes are no UTF-8. */
function isDigest(digits: string, start: number, end: number): boolean {
  if (byteOfHex(digits, start + 2) === 0) return false;
  for (let i = start; i < end; i += 2) if (isNeverText(byteOfHex(digits, i))) return true;
  return false;
}

function byteOfHex(digits: string, at: number): number {
  return hexValue(digits.charCodeAt(at)) * 16 + hexValue(digits.charCodeAt(at + 1));
}

/** Of digits that are no digest. */
function hexRun(start: number, end: number, digits: string): Run | null {
  const bytes = bytesOfHex(digits);
  const decoded = textOf(bytes);
  return decoded === null || !isPlausible(decoded) ? null : { text: decoded, start, end };
}

/** Text written as hex digits without separators, inside the long runs. */
export function plainHexTexts(text: string, runs: readonly (readonly [number, number])[]): Run[] {
  const found: Run[] = [];
  for (const [start, end] of runs) {
    if (found.length >= MAX_FOUND) break;
    for (let i = start; i < end; ) {
      const from = i;
      while (i < end && hexValue(text.charCodeAt(i)) >= 0) i++;
      // The x of a 0x in front ends no run of its own.
      if (i - from >= MIN_RUN && (i - from) % 2 === 0 && !isDigest(text, from, i)) {
        const run = hexRun(from, i, text.slice(from, i));
        if (run !== null) found.push(run);
      }
      i = Math.max(i, from) + 1;
    }
  }
  return found;
}

const ESCAPED_PAIRS = /(?:(?:\\x|0x|&#x)[0-9a-fA-F]{2}[;,]?\s?){4,}/g;
const SPACED_PAIRS = /(?<![0-9a-fA-F])[0-9a-fA-F]{2}(?:[ :,-][0-9a-fA-F]{2}){5,}(?![0-9a-fA-F])/g;

/** Text written as bytes with a prefix each: \x69\x67, 0x69 0x67. */
export function escapedHexTexts(text: string): Run[] {
  if (!text.includes('\\x') && !text.includes('0x')) return [];
  return matchedHex(text, ESCAPED_PAIRS, (match) => match.replace(/\\x|0x|&#x|[;,\s]/g, ''));
}

/** Text written as pairs of hex digits with a space, colon, comma or hyphen between; for texts that may hold pairs. */
export function spacedHexTexts(text: string): Run[] {
  return matchedHex(text, SPACED_PAIRS, (match) => match.replace(/[ :,-]/g, ''));
}

function matchedHex(text: string, pattern: RegExp, digitsOf: (match: string) => string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MAX_FOUND) break;
    const digits = digitsOf(match[0]);
    if (isDigest(digits, 0, digits.length)) continue;
    const run = hexRun(match.index, match.index + match[0].length, digits);
    if (run !== null) found.push(run);
  }
  return found;
}

const isSeparator = (unit: number) => unit === 0x20 || unit === 0x3a || unit === 0x2c || unit === 0x2d;

/** 1 for hex digits, 2 for what stands between pairs. */
export const PAIR_ROLES: Uint8Array = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) PAIR_ROLES[unit] = hexValue(unit) >= 0 ? 1 : isSeparator(unit) ? 2 : 0;
const pairRole = (units: Uint16Array, at: number) => PAIR_ROLES[Math.min(units[at] as number, 127)] as number;

/**
 * Six spaced pairs are 17 characters, so a look at three neighbours in every ten meets them: two digits and a separator,
 * with pairs on each side of it.
 */
export function mayHoldPairs(units: Uint16Array, length: number): boolean {
  for (let i = 2; i + 5 < length; i += 10) {
    const first = pairRole(units, i);
    if (first === 0) continue;
    const second = pairRole(units, i + 1);
    if (second === 0 || first + second + pairRole(units, i + 2) !== 4) continue;
    const at = first === 2 ? i : second === 2 ? i + 1 : i + 2;
    if (pairsBeside(units, length, at, -1) + pairsBeside(units, length, at, 1) >= MIN_PAIRS) return true;
  }
  return false;
}

const MIN_PAIRS = 6;

/** Pairs in a row on one side of a separator. */
function pairsBeside(units: Uint16Array, length: number, separator: number, side: 1 | -1): number {
  let pairs = 0;
  for (let at = separator; pairs < MIN_PAIRS && isWithin(at + 2 * side, length); at += 3 * side) {
    if (pairRole(units, at) !== 2 || pairRole(units, at + side) * pairRole(units, at + 2 * side) !== 1) break;
    pairs++;
  }
  return pairs;
}

const isWithin = (at: number, length: number) => at >= 0 && at < length;
