// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a text tells a sign that was drawn for one call. What is looked for is known and random, so the text is not
 * decoded: the ways to write sixteen digits are read as the digits that they stand for.
 */
import { BYTE_NAMES, MORSE, WORDS } from './sign-words.ts';

/** So many digits of a sign in a row are no coincidence: 48 bits. */
const RUN_DIGITS = 12;
/** Bits by which the digits must be less likely than all the ways to find them scattered over the text. */
const MARGIN_BITS = 24;

/** @param digits of the sign, hex in small letters */
export function tellsDigits(text: string, digits: string): boolean {
  if (holdsEncoded(text, digits)) return true;
  return readingsOf(text).some((stream) => isTold(stream, digits) || isTold(stream, reversed(digits)));
}

const reversed = (text: string) => [...text].reverse().join('');

/** Digits in the order of the text, read in each of the ways that it could be written in. */
function readingsOf(text: string): string[] {
  const plain = text.toLowerCase();
  const letters = plain.replace(/[^a-z0-9]/g, '');
  const numbers = plain.match(/(?<![0-9a-z])(?:0[xob])?[0-9a-f]{2,8}(?![0-9a-z])|(?<=\\x|%|u00)[0-9a-f]{2}/g) ?? [];
  const bases = [2, 8, 10, 16].map((base) => numbers.map((number) => digitOf(number, base)).join(''));
  return [
    letters.replace(/[^0-9a-f]/g, ''),
    // rot13 of sixteen digits.
    letters.replace(/[^0-9n-s]/g, '').replace(/[n-s]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 13)),
    namedDigits(plain),
    // Without the numbers of lines and places: `3. f`, `3) f`, `3: f`.
    namedDigits(plain.replace(/(?<![0-9a-z])\d{1,2}\s?[.):=](?=\s)/g, ' ')),
    (text.match(/(?<![^\s/|,;])[.\-·•−–_—]{1,5}(?![^\s/|,;])/g) ?? []).map(morseOf).join(''),
    ...bases,
  ];
}

/** Words for digits, and what is written in nothing but digits. */
function namedDigits(text: string): string {
  const words = text.match(/[\p{L}\p{M}]+|[0-9a-f]+|\p{N}+/gu) ?? [];
  return words.map((word) => WORDS.get(word) ?? (/^[0-9a-f]+$/.test(word) ? word : '')).join('');
}

const morseOf = (signs: string) => MORSE.get(signs.replace(/[·•]/g, '.').replace(/[−–_—]/g, '-')) ?? '';

/** The digit whose character code a number is, in ASCII of either case. */
function digitOf(number: string, base: number): string {
  return BYTE_NAMES.get(Number.parseInt(number.replace(/^0[xob]/, ''), base)) ?? '';
}

/** In a row, or in parts in order with anything between as far as that is unlikely by chance. */
function isTold(stream: string, digits: string): boolean {
  if (stream.length < RUN_DIGITS) return false;
  for (let at = 0; at + RUN_DIGITS <= digits.length; at++)
    if (stream.includes(digits.slice(at, at + RUN_DIGITS))) return true;
  const parts = fewestParts(stream, digits);
  if (parts === null) return false;
  const ways = bitsOfChoice(stream.length - digits.length + parts, parts) + bitsOfChoice(digits.length - 1, parts - 1);
  return bitsOf(stream, digits) - ways >= MARGIN_BITS;
}

/** Parts that the digits must be cut into to stand in the stream in order; null where they don't. */
function fewestParts(stream: string, digits: string): number | null {
  if (!isScattered(stream, digits)) return null;
  const { length } = digits;
  const none = length + 1;
  // For the first n digits: parts when the last of them stands right here, and when it stands anywhere before.
  let ending = new Uint8Array(length + 1).fill(none);
  const best = new Uint8Array(length + 1).fill(none);
  best[0] = 0;
  for (const digit of stream) {
    const next = new Uint8Array(length + 1).fill(none);
    for (let n = length; n >= 1; n--) {
      if (digits[n - 1] !== digit) continue;
      next[n] = Math.min(ending[n - 1] as number, (best[n - 1] as number) + 1, none);
    }
    for (let n = 1; n <= length; n++) best[n] = Math.min(best[n] as number, next[n] as number);
    ending = next;
  }
  return best[length] as number;
}

function isScattered(stream: string, digits: string): boolean {
  let at = 0;
  for (const digit of stream) if (digit === digits[at]) at++;
  return at >= digits.length;
}

/** How unlikely the digits are in a text whose digits are as frequent as in this one. */
function bitsOf(stream: string, digits: string): number {
  const counts = new Map<string, number>();
  for (const digit of stream) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  let bits = 0;
  for (const digit of digits) bits += Math.log2(stream.length / (counts.get(digit) ?? 1));
  return bits;
}

/** log2 of n over k. */
function bitsOfChoice(n: number, k: number): number {
  let bits = 0;
  for (let i = 1; i <= k; i++) bits += Math.log2((n - k + i) / i);
  return bits;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** base64, base32, codes written together, one number, and letters shifted by any count. */
function holdsEncoded(text: string, digits: string): boolean {
  const bytes = Buffer.from(digits, 'hex');
  const contents = [Buffer.from(digits), Buffer.from(digits.toUpperCase()), bytes];
  const wide = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const narrow = letters.toUpperCase();
  if (contents.some((content) => alignments(content, BASE64, 6).some((run) => wide.includes(run)))) return true;
  if (contents.some((content) => alignments(content, BASE32, 5).some((run) => narrow.includes(run)))) return true;
  const numbers = text.match(/\d+/g)?.join(' ') ?? '';
  if (` ${numbers} `.includes(` ${[...bytes].join(' ')} `) || letters.includes(BigInt(`0x${digits}`).toString()))
    return true;
  const codes = [2, 8, 10, 16].map((base) => [...digits].map((digit) => digit.charCodeAt(0).toString(base)).join(''));
  return codes.some((run) => letters.includes(run)) || shifted(digits).some((run) => letters.includes(run));
}

/** What of some bytes reads the same whatever stands before and behind them, for each place that they can begin at. */
function alignments(content: Uint8Array, alphabet: string, bitsEach: number): string[] {
  return Array.from({ length: bitsEach }, (_, skipped) => {
    let run = '';
    for (let bit = skipped; bit + bitsEach <= content.length * 8; bit += bitsEach) {
      let value = 0;
      for (let i = bit; i < bit + bitsEach; i++)
        value = value * 2 + (((content[i >> 3] as number) >> (7 - (i & 7))) & 1);
      run += alphabet[value];
    }
    return run;
  });
}

function shifted(digits: string): string[] {
  const turn = (by: (letter: number) => number) =>
    digits.replace(/[a-f]/g, (letter) => String.fromCharCode(97 + (by(letter.charCodeAt(0) - 97) % 26)));
  const shifts = Array.from({ length: 25 }, (_, n) => turn((letter) => letter + n + 1));
  const all = [...shifts, turn((letter) => 25 - letter)];
  // Digits alone say nothing new.
  return all.filter((run) => run !== digits);
}
