// SPDX-License-Identifier: Apache-2.0
/** Writers of what the decoders read, each written from the encoding's own description. */

type Writer = (text: string) => string;

const MORSE: Readonly<Record<string, string>> = Object.fromEntries([
  ...'.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((code, i) => [String.fromCharCode(97 + i), code]),
  ...'----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'.split(' ').map((code, i) => [String(i), code]),
  ...Object.entries({ ',': '--..--', ':': '---...', '?': '..--..', '(': '-.--.', ')': '-.--.-' }),
]);

export const morse =
  (wordGap: string, dot = '.', dash = '-'): Writer =>
  (text) =>
    text
      .toLowerCase()
      .split(' ')
      .map((word) => [...word].map((letter) => MORSE[letter]).join(' '))
      .join(wordGap)
      .replace(/[.-]/g, (sign) => (sign === '.' ? dot : dash));

const bytes = (text: string) => [...Buffer.from(text)];

export const base32: Writer = (text) => {
  const bits = bytes(text)
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map(
    (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)],
  );
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=');
};

export const base58: Writer = (text) => {
  let rest = BigInt(`0x${Buffer.from(text).toString('hex')}`);
  let written = '';
  for (; rest > 0n; rest /= 58n) {
    written = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[Number(rest % 58n)] + written;
  }
  return written;
};

export const ASCII85: string = String.fromCharCode(...Array.from({ length: 85 }, (_, i) => 33 + i));
const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const RFC1924: string = `${ALPHANUMERIC}!#$%&()*+-;<=>?@^_\`{|}~`;
export const Z85: string = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#';

export const base85 =
  (alphabet: string): Writer =>
  (text) => {
    const all = bytes(text);
    const missing = (4 - (all.length % 4)) % 4;
    const padded = Buffer.from([...all, ...new Array<number>(missing).fill(0)]);
    let written = '';
    for (let at = 0; at < padded.length; at += 4) {
      let value = padded.readUInt32BE(at);
      let group = '';
      for (let i = 0; i < 5; i++) {
        group = (alphabet[value % 85] as string) + group;
        value = Math.floor(value / 85);
      }
      written += group;
    }
    return written.slice(0, written.length - missing);
  };

export const uuencode: Writer = (text) => {
  const all = Buffer.from(text);
  let written = '';
  for (let at = 0; at < all.length; at += 45) {
    const line = all.subarray(at, at + 45);
    const padded = Buffer.concat([line, Buffer.alloc((3 - (line.length % 3)) % 3)]);
    const sixes = (padded.toString('hex').match(/.{6}/g) ?? []).flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 18, (value >> 12) & 63, (value >> 6) & 63, value & 63];
    });
    written += `${[line.length, ...sixes].map((six) => (six === 0 ? '`' : String.fromCharCode(32 + six))).join('')}\n`;
  }
  return written;
};

export const codes = (text: string, radix: number, sign: string): string =>
  bytes(text)
    .map((byte) => byte.toString(radix))
    .join(sign);

const letterwise =
  (place: (letter: number) => number): Writer =>
  (text) =>
    text.replace(/[a-z]/gi, (letter) => {
      const first = letter < 'a' ? 65 : 97;
      return String.fromCharCode(first + place(letter.charCodeAt(0) - first));
    });
export const shifted = (by: number): Writer => letterwise((letter) => (letter + by) % 26);
export const atbash: Writer = letterwise((letter) => 25 - letter);

export const braille: Writer = (text) =>
  text.toLowerCase().replace(/[a-z]/g, (letter) => '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵'[letter.charCodeAt(0) - 97] as string);

const SPELLING = (
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo ' +
  'Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu'
).split(' ');
export const spelled =
  (gap: string, wordGap: string): Writer =>
  (text) =>
    text
      .toLowerCase()
      .split(' ')
      .map((word) => [...word.replace(/[^a-z]/g, '')].map((letter) => SPELLING[letter.charCodeAt(0) - 97]).join(gap))
      .join(wordGap);

export const pigLatin: Writer = (text) =>
  text
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => (/^[aeiou]/.test(word) ? `${word}way` : word.replace(/^([^aeiou]+)(.*)$/, '$2$1ay')));

export const inPieces = (text: string, length: number, between: string): string =>
  (text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).join(between);
