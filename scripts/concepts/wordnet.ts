// SPDX-License-Identifier: Apache-2.0
/** Reads the database files of WordNet (wndb, version 3.1) as far as a search by meaning needs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const FILES = ['noun', 'verb', 'adj', 'adv'] as const;
type File = (typeof FILES)[number];
const LETTERS: Readonly<Record<File, string>> = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' };

export interface Synset {
  /** Letter of its part of speech and its offset: `n00001740`. */
  readonly key: string;
  readonly broader: readonly string[];
  readonly related: readonly string[];
}

export interface WordNet {
  readonly synsets: readonly Synset[];
  /** Synset keys of each lemma, most frequent sense first, in the order of FILES. */
  readonly lemmas: ReadonlyMap<string, readonly (readonly string[])[]>;
}

export function readWordNet(folder: string): WordNet {
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').split('\n').filter(isRecord);
  const synsets = FILES.flatMap((file) => lines(`data.${file}`).map((line) => synsetOf(line, LETTERS[file])));
  const lemmas = new Map<string, string[][]>();
  for (const [i, file] of FILES.entries()) {
    for (const line of lines(`index.${file}`)) {
      const { lemma, senses } = lemmaOf(line, LETTERS[file]);
      const entry = lemmas.get(lemma) ?? FILES.map(() => []);
      entry[i] = senses;
      lemmas.set(lemma, entry);
    }
  }
  return { synsets, lemmas };
}

/** The licence stands in front, indented. */
const isRecord = (line: string) => line !== '' && !line.startsWith(' ');

/** Hypernyms of nouns and verbs, instances, and the head that an adjective is similar to. */
const BROADER = new Set(['@', '@i', '&']);
/** Derivationally related forms; pertainyms lead from adjectives and adverbs to what they are about. */
const RELATED = new Set(['+', '\\']);

/** `offset file type words(hex) {word id} pointers {symbol offset pos source/target} … | gloss` */
function synsetOf(line: string, letter: string): Synset {
  const fields = (line.split(' | ')[0] ?? '').trim().split(' ');
  const satellite = fields[2] === 's';
  const first = 4 + 2 * Number.parseInt(fields[3] ?? '', 16);
  const pointers = Array.from({ length: Number(fields[first]) }, (_, i) => {
    const [symbol = '', offset = '', pos = ''] = fields.slice(first + 1 + 4 * i);
    return { symbol, key: (pos === 's' ? 'a' : pos) + offset };
  });
  const keys = (symbols: ReadonlySet<string>) => [
    ...new Set(pointers.filter(({ symbol }) => symbols.has(symbol)).map(({ key }) => key)),
  ];
  // Heads point at their satellites with the same symbol; only the way up is broader.
  const broader = satellite || letter !== 'a' ? keys(BROADER) : [];
  return { key: letter + fields[0], broader, related: keys(RELATED) };
}

/** `lemma pos synsets pointers {symbol} senses tagged {offset}` */
function lemmaOf(line: string, letter: string): { lemma: string; senses: string[] } {
  const fields = line.trim().split(' ');
  const firstOffset = 6 + Number(fields[3]);
  return { lemma: fields[0] ?? '', senses: fields.slice(firstOffset).map((offset) => letter + offset) };
}
