// SPDX-License-Identifier: Apache-2.0
/** Disguises that misspell words, each with slips that follow from the text, so that every run writes the same. */
import { seeded } from '../bench/texts.ts';

type Random = () => number;
type Misspell = (word: string, random: Random) => string;

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

const oneOf = (choices: string, random: Random) => choices[Math.floor(random() * choices.length)] as string;
const placeIn = (length: number, random: Random) => Math.floor(random() * length);
const seedOf = (text: string) => [...text].reduce((sum, c) => Math.imul(sum ^ c.charCodeAt(0), 0x01000193), 7);

function shuffled(text: string, random: Random): string {
  const letters = [...text];
  for (let i = letters.length - 1; i > 0; i--) {
    const j = placeIn(i + 1, random);
    [letters[i], letters[j]] = [letters[j] as string, letters[i] as string];
  }
  return letters.join('');
}

/** A key beside it or in the row above or below. */
function keyBeside(letter: string, random: Random): string {
  const y = ROWS.findIndex((row) => row.includes(letter));
  const x = ROWS[y]?.indexOf(letter) ?? 0;
  const near = [ROWS[y]?.[x - 1], ROWS[y]?.[x + 1], ROWS[y - 1]?.[x], ROWS[y + 1]?.[x]];
  return oneOf(near.join(''), random);
}

const withLetter = (word: string, at: number, letter: string) => word.slice(0, at) + letter + word.slice(at + 1);
const inner: Misspell = (word, random) => `${word[0]}${shuffled(word.slice(1, -1), random)}${word.at(-1)}`;

const SLIPS = {
  drawn: (word, random) => {
    const vowels = [...word.matchAll(/[aeiouy]/gi)].map(({ index }) => index);
    const at = vowels[placeIn(vowels.length, random)] ?? word.length - 1;
    return withLetter(word, at, (word[at] as string).repeat(3 + placeIn(3, random)));
  },
  neighbours: (word, random) => {
    const at = placeIn(word.length - 1, random);
    return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  },
  key: (word, random) => {
    const at = placeIn(word.length, random);
    return withLetter(word, at, keyBeside((word[at] as string).toLowerCase(), random));
  },
  wrong: (word, random) => withLetter(word, placeIn(word.length, random), oneOf(ALPHABET, random)),
  missing: (word, random) => withLetter(word, placeIn(word.length, random), ''),
  added: (word, random) => {
    const at = placeIn(word.length, random);
    return word.slice(0, at) + oneOf(ALPHABET, random) + word.slice(at);
  },
} satisfies Readonly<Record<string, Misspell>>;

const anySlip: Misspell = (word, random) =>
  ([...Object.values(SLIPS), inner][placeIn(Object.keys(SLIPS).length + 1, random)] as Misspell)(word, random);

/** @param share of the words that are long enough */
function misspelt(slip: Misspell, { share = 1, shortest = 3 } = {}): (text: string) => string {
  return (text) => {
    const random = seeded(seedOf(text));
    return text.replace(/[A-Za-z]+/g, (word) =>
      word.length >= shortest && random() < share ? slip(word, random) : word,
    );
  };
}

/** Letters in another order, capitals at random and characters moved by one, each the likelier the higher the strength. */
function augmented(strength: number): (text: string) => string {
  return (text) => {
    const random = seeded(seedOf(text));
    return text
      .replace(/[A-Za-z]{4,}/g, (word) => (random() < strength ** 0.5 ? inner(word, random) : word))
      .replace(/[A-Za-z]/g, (letter) => (random() < strength ** 0.5 ? turnedCase(letter) : letter))
      .replace(/[ -~]/g, (sign) => (random() < strength ** 3 ? movedByOne(sign, random) : sign));
  };
}

const turnedCase = (letter: string) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase());
const movedByOne = (sign: string, random: Random) =>
  String.fromCharCode(Math.min(126, Math.max(32, sign.charCodeAt(0) + (random() < 0.5 ? 1 : -1))));

export const MISSPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'letters drawn out': misspelt(SLIPS.drawn, { shortest: 2 }),
  'letters doubled': (text) => text.replace(/[a-z]/gi, '$&$&'),
  'inner letters of words in any order': misspelt(inner, { shortest: 4 }),
  'neighbouring letters changed': misspelt(SLIPS.neighbours),
  'a wrong key in every word': misspelt(SLIPS.key),
  'a wrong letter in every word': misspelt(SLIPS.wrong),
  'a letter missing in every word': misspelt(SLIPS.missing, { shortest: 4 }),
  'a letter too many in every word': misspelt(SLIPS.added),
  'any slip in every second word': misspelt(anySlip, { share: 0.5, shortest: 4 }),
  'vowels left out between first and last letter': (text) =>
    text.replace(/[a-z]{4,}/gi, (word) => word[0] + word.slice(1, -1).replace(/[aeiou]/gi, '') + word.at(-1)),
  'order, capitals and noise at random, weak': augmented(0.2),
  'order, capitals and noise at random, strong': augmented(0.4),
};
