// SPDX-License-Identifier: Apache-2.0
/** From a word as it stands in a text to the senses of its base forms. */
import { type Concepts, PARTS_OF_SPEECH, type PartOfSpeech, type Senses } from './concepts-file.ts';
import { IRREGULAR_FORMS } from './irregular-forms-table.ts';

/** Ending and what takes its place, by part of speech; the first that leads to a known word counts. */
const ENDINGS: Readonly<Record<PartOfSpeech, readonly (readonly [string, string])[]>> = {
  noun: [
    ['ies', 'y'],
    ['sses', 'ss'],
    ['es', 'e'],
    ['es', ''],
    ['s', ''],
  ],
  verb: [
    ['ies', 'y'],
    ['ied', 'y'],
    ['es', 'e'],
    ['es', ''],
    ['s', ''],
    ['ed', 'e'],
    ['ed', ''],
    ['ing', 'e'],
    ['ing', ''],
  ],
  adjective: [
    ['iest', 'y'],
    ['ier', 'y'],
    ['est', 'e'],
    ['est', ''],
    ['er', 'e'],
    ['er', ''],
  ],
  adverb: [],
};
const MIN_BASE = 2;

/** Senses of a lower-case word, by part of speech; the word itself before what its endings lead to. */
export function sensesOfForm(word: string, concepts: Concepts): Senses {
  const [noun, verb, adjective, adverb] = PARTS_OF_SPEECH.map((part) => sensesAs(part, word, concepts)) as [
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  return { noun, verb, adjective, adverb };
}

function sensesAs(part: PartOfSpeech, word: string, concepts: Concepts): readonly number[] {
  for (const base of [...(IRREGULAR_FORMS.get(word) ?? []), word, ...basesOf(part, word)]) {
    const senses = concepts.senses(base)?.[part] ?? [];
    if (senses.length > 0) return senses;
  }
  return [];
}

function basesOf(part: PartOfSpeech, word: string): string[] {
  const bases: string[] = [];
  for (const [ending, instead] of ENDINGS[part]) {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_BASE) continue;
    const stem = word.slice(0, -ending.length);
    bases.push(stem + instead);
    // planned, bigger: the letter was doubled before the ending.
    if (instead === '' && ending !== 's' && stem.at(-1) === stem.at(-2)) bases.push(stem.slice(0, -1));
  }
  return bases;
}
