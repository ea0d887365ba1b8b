// SPDX-License-Identifier: Apache-2.0
/** How much of what is found in plain writing is still found in disguise. */
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { round } from '../bench/table.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { GAPPED_DISGUISES } from './gapped-disguises.ts';
import { MISSPELLINGS } from './misspellings.ts';
import { RARE_DISGUISES } from './rare-disguises.ts';
import type { LabelledSet } from './sets.ts';
import { WRAPPINGS } from './wrapping-disguises.ts';

export interface ObfuscationEvidence {
  readonly disguise: string;
  /** Texts of the first sets that are found in plain writing. */
  readonly texts: number;
  /** Share of them that is found in disguise. */
  readonly kept: number;
  /** The same of the second, blind sets; null where the run had no such texts. */
  readonly blind_texts: number;
  readonly blind_kept: number | null;
}

/** The least share that is to be kept. */
export const KEPT_BOUND = 0.9;

/** A set's second, blind one is `<name>-2`. */
const DISGUISED_SETS = ['injections', 'jailbreaks', 'harmful-requests', 'user-prompts'];

const swap = (from: string, to: readonly string[]) => (text: string) =>
  text.replace(/[a-z]/gi, (letter) => to[from.indexOf(letter.toLowerCase())] ?? letter);
const each = (write: (character: string) => string) => (text: string) =>
  [...text].map((character) => (/[a-z]/i.test(character) ? write(character) : character)).join('');
const rotated = each((letter) => {
  const base = letter < 'a' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
});

const DISGUISES: Readonly<Record<string, (text: string) => string>> = {
  'capitals and small letters in turn': (text) =>
    [...text].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join(''),
  'digits for letters': swap('aeiost', ['4', '3', '1', '0', '5', '7']),
  'look-alike letters': swap('aeopcxy', ['а', 'е', 'о', 'р', 'с', 'х', 'у']),
  'letters set apart': (text) =>
    text
      .split(' ')
      .map((word) => [...word].join(' '))
      .join('   '),
  'letters parted by dots': (text) =>
    text
      .split(' ')
      .map((word) => [...word].join('.'))
      .join(' '),
  'invisible characters between letters': each((letter) => `${letter}\u200b`),
  'accents on every letter': each((letter) => `${letter}\u0301`),
  'full-width letters': each((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  base64: (text) => Buffer.from(text).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'percent-encoding': (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  rot13: rotated,
  reversed: (text) => [...text].reverse().join(''),
  'HTML entities': each((letter) => `&#${letter.charCodeAt(0)};`),
  ...GAPPED_DISGUISES,
  ...RARE_DISGUISES,
  ...MISSPELLINGS,
  ...WRAPPINGS,
};

/** Texts of the repository's sets that the checks find in plain writing, in every disguise. */
export function obfuscationEvidence(sets: readonly LabelledSet[], ruleset: Ruleset): ObfuscationEvidence[] {
  const isFlagged = (text: string) => evaluate(text, ruleset, nodePorts).verdict !== 'pass';
  const foundIn = (names: readonly string[]) =>
    sets
      .filter(({ name }) => names.includes(name))
      .flatMap(({ rows }) => rows.filter((row) => row.flagged && isFlagged(row.text)));
  const [first, blind] = [foundIn(DISGUISED_SETS), foundIn(DISGUISED_SETS.map((name) => `${name}-2`))];
  return Object.entries(DISGUISES).map(([disguise, write]) => {
    const kept = (found: typeof first) =>
      found.length === 0 ? null : round(found.filter(({ text }) => isFlagged(write(text))).length / found.length, 4);
    const ofFirst = { texts: first.length, kept: kept(first) ?? 0 };
    return { disguise, ...ofFirst, blind_texts: blind.length, blind_kept: kept(blind) };
  });
}
