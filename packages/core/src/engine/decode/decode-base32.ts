// SPDX-License-Identifier: Apache-2.0
import { isPlausible, MAX_FOUND, type Run, textOf } from './decode-plausible.ts';
import { isNeverText, MAX_TRIES, withFollowingLines } from './decode-runs.ts';

const NO_VALUE = 255;
/** Five-bit values of RFC 4648, section 6; which case is used, is asked of the run. */
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (let i = 0; i < 26; i++) VALUES[0x41 + i] = VALUES[0x61 + i] = i;
for (let i = 2; i < 8; i++) VALUES[0x30 + i] = 24 + i;

/** Text encoded as base32, in capitals or small letters, padded or not, on one line or several. */
export function base32Texts(text: string, runs: readonly (readonly [number, number])[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  let linesEnd = 0;
  let tries = 0;
  for (const [start, lineEnd] of runs) {
    if (start < done || !isOfAlphabet(text, start, lineEnd)) continue;
    if (found.length >= MAX_FOUND) break;
    if (lineEnd > linesEnd) {
      linesEnd = withFollowingLines(text, lineEnd);
      tries = 0;
    }
    const several = linesEnd > lineEnd && tries++ < MAX_TRIES;
    const run = (several ? fromBase32(text, start, linesEnd) : null) ?? fromBase32(text, start, lineEnd);
    if (run === null) continue;
    found.push(run);
    done = run.end;
  }
  return found;
}

const CAPITAL = 1;
const SMALL = 2;

function isOfAlphabet(text: string, start: number, end: number): boolean {
  let cases = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if ((VALUES[unit] as number) === NO_VALUE) return false;
    if (unit >= 0x41) cases |= unit >= 0x61 ? SMALL : CAPITAL;
  }
  return cases !== (CAPITAL | SMALL);
}

function fromBase32(text: string, start: number, end: number): Run | null {
  const bytes = new Uint8Array(((end - start) * 5) >> 3);
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let i = start; i < end; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? NO_VALUE;
    if (value === NO_VALUE) continue;
    bits = ((bits << 5) | value) & 0xffff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    if (isNeverText(byte)) return null;
    bytes[length++] = byte;
  }
  const decoded = textOf(bytes.subarray(0, length));
  if (decoded === null || !isPlausible(decoded)) return null;
  let last = end;
  while (text[last] === '=' && last - end < 6) last++;
  return { text: decoded, start, end: last };
}
