// SPDX-License-Identifier: Apache-2.0
/** Disguises that take more than a line to write. */

type Disguise = (text: string) => string;

const MORSE =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..';
const SPELLING =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu';
const BRAILLE = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵';

const placeOf = (letter: string) => letter.toLowerCase().charCodeAt(0) - 97;
const bits = (text: string) => Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('');

/** Each letter as a code, other characters left out. */
const inCodes =
  (codes: readonly string[], gap: string, wordGap: string): Disguise =>
  (text) =>
    text
      .split(/\s+/)
      .map((word) => (word.match(/[a-z]/gi) ?? []).map((letter) => codes[placeOf(letter)]).join(gap))
      .filter((word) => word !== '')
      .join(wordGap);

const letterwise =
  (place: (letter: number) => number): Disguise =>
  (text) =>
    text.replace(/[a-z]/gi, (letter) => String.fromCharCode((letter < 'a' ? 65 : 97) + place(placeOf(letter))));

/** Groups of four bytes as five digits of base 85, Ascii85's alphabet. */
function ascii85(text: string): string {
  const bytes = Buffer.from(text);
  const missing = (4 - (bytes.length % 4)) % 4;
  const padded = Buffer.concat([bytes, Buffer.alloc(missing)]);
  let written = '';
  for (let at = 0; at < padded.length; at += 4) {
    const digits: number[] = [];
    for (let value = padded.readUInt32BE(at), i = 0; i < 5; i++, value = Math.floor(value / 85))
      digits.unshift(value % 85);
    written += String.fromCharCode(...digits.map((digit) => 33 + digit));
  }
  return written.slice(0, written.length - missing);
}

export const RARE_DISGUISES: Readonly<Record<string, Disguise>> = {
  'Morse code': inCodes(MORSE.split(' '), ' ', ' / '),
  base32: (text) =>
    (bits(text).match(/.{1,5}/g) ?? [])
      .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)])
      .join(''),
  Ascii85: ascii85,
  'base64 in pieces of eight': (text) =>
    (
      Buffer.from(text)
        .toString('base64url')
        .match(/.{1,8}/g) ?? []
    ).join(' '),
  'decimal character codes': (text) => [...Buffer.from(text)].join(' '),
  'octal character codes': (text) => Array.from(Buffer.from(text), (byte) => byte.toString(8)).join(' '),
  'letters moved by three': letterwise((letter) => (letter + 3) % 26),
  'letters moved by nineteen': letterwise((letter) => (letter + 19) % 26),
  'the alphabet turned round': letterwise((letter) => 25 - letter),
  braille: (text) => text.replace(/[a-z]/gi, (letter) => BRAILLE[placeOf(letter)] as string),
  'spelling alphabet': inCodes(SPELLING.split(' '), ' ', ' / '),
  'pig Latin': (text) =>
    text.replace(/[a-z]+/gi, (word) =>
      /^[aeiou]/i.test(word) ? `${word}way` : word.toLowerCase().replace(/^([^aeiou]+)(.*)$/, '$2$1ay'),
    ),
  'words in the opposite order': (text) => text.split(/\s+/).reverse().join(' '),
  'letters parted by hyphens, words not': (text) => (text.match(/[a-z\d]/gi) ?? []).join('-'),
};
