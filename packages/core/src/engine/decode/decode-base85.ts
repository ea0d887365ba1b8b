// SPDX-License-Identifier: Apache-2.0
import { isPlausible, MAX_FOUND, type Run, textOf } from './decode-plausible.ts';
import { isNeverText } from './decode-runs.ts';
import type { Stretch } from './decode-stretches.ts';

const NO_VALUE = 255;
const MIN_RUN = 20;
const GROUP = 5;

const alphabet = (characters: string): Uint8Array => {
  const values = new Uint8Array(128).fill(NO_VALUE);
  for (let i = 0; i < characters.length; i++) values[characters.charCodeAt(i)] = i;
  return values;
};
const SMALL = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS = `0123456789${SMALL.toUpperCase()}${SMALL}`;
const ASCII85 = alphabet(String.fromCharCode(...Array.from({ length: 85 }, (_, i) => 33 + i)));
/** RFC 1924, as git and Python write it; ZeroMQ's. */
const ALPHABETS: readonly Uint8Array[] = [
  ASCII85,
  alphabet(`${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`),
  alphabet(`0123456789${SMALL}${SMALL.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`),
];

const QUOTES = /^(?:<~|["'`])|(?:~>|["'`])$/g;
/** A token may begin in front of the stretch that shows it. */
const MAX_BEFORE = 64;

/** Text encoded with 85 signs: Ascii85, base85 and Z85; in stretches that have the look of it. */
export function base85Texts(text: string, stretches: readonly Stretch[]): Run[] {
  const found: Run[] = [];
  let done = 0;
  for (const { start, end, base85 } of stretches) {
    if (!base85) continue;
    let at = Math.max(done, start);
    while (at > done && start - at < MAX_BEFORE && isSign(text, at - 1)) at--;
    while (at < end && found.length < MAX_FOUND) {
      const from = at;
      while (isSign(text, at)) at++;
      if (at - from >= MIN_RUN) {
        at = withLines(text, at);
        const run = fromToken(text.slice(from, at), from);
        if (run !== null) found.push(run);
      }
      done = at;
      at++;
    }
  }
  return found;
}

/** Printable ASCII but the blank. */
function isSign(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit > 0x20 && unit < 0x7f;
}

/** A token goes on over line ends, as long as lines have no blank. */
function withLines(text: string, end: number): number {
  let last = end;
  for (;;) {
    let at = last;
    if (text[at] === '\r') at++;
    if (text[at] !== '\n' || !isSign(text, at + 1)) return last;
    at++;
    while (isSign(text, at)) at++;
    if (at < text.length && text[at] !== '\n' && text[at] !== '\r') return last;
    last = at;
  }
}

function fromToken(token: string, at: number): Run | null {
  for (const payload of new Set([token, token.replace(QUOTES, '')])) {
    if (payload.length < MIN_RUN) continue;
    for (const values of ALPHABETS) {
      const plain = mayBe(payload, values) ? decoded(payload, values) : null;
      if (plain !== null) return { text: plain, start: at, end: at + token.length };
    }
  }
  return null;
}

/** Whether the first group is four bytes of text: nearly all that is none is found out here. */
function mayBe(payload: string, values: Uint8Array): boolean {
  let value = 0;
  for (let i = 0; i < GROUP; i++) value = value * 85 + (values[payload.charCodeAt(i)] as number);
  if (value > 0xffffffff) return false;
  const [first, second, third, last] = [value / 0x1000000, value / 0x10000, value / 0x100, value];
  return !(isNoText(first) || isNoText(second) || isNoText(third) || isNoText(last));
}

const isNoText = (value: number): boolean => {
  const byte = Math.floor(value) & 0xff;
  return byte === 0 || isNeverText(byte);
};

function decoded(payload: string, values: Uint8Array): string | null {
  const bytes = new Uint8Array(payload.length * 4);
  let length = 0;
  let value = 0;
  let held = 0;
  const put = (count: number): boolean => {
    if (value > 0xffffffff) return false;
    for (let i = 0; i < count; i++) {
      const byte = Math.floor(value / 2 ** (24 - 8 * i)) & 0xff;
      if (isNeverText(byte) || byte === 0) return false;
      bytes[length++] = byte;
    }
    value = held = 0;
    return true;
  };
  for (let i = 0; i < payload.length; i++) {
    const unit = payload.charCodeAt(i);
    if (unit <= 0x20) continue;
    const digit = values[unit] as number;
    if (digit === NO_VALUE) return null;
    value = value * 85 + digit;
    if (++held === GROUP && !put(4)) return null;
  }
  if (held === 1) return null;
  if (held > 1) {
    const count = held - 1;
    for (; held < GROUP; held++) value = value * 85 + 84;
    if (!put(count)) return null;
  }
  const plain = textOf(bytes.subarray(0, length));
  return plain !== null && isPlausible(plain) ? plain : null;
}
