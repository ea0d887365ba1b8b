// SPDX-License-Identifier: Apache-2.0
/** A text word by word in English, with where its words stand. */
import { type Glossary, glossaryOf } from './glossary.ts';

/** What a text is word by word. */
export interface Gloss {
  readonly text: string;
  /** Where in the text that was glossed a place of the gloss is, to the word. */
  readonly toText: (at: number) => number;
}

const WORD = /[\p{L}\p{M}]+/gu;
/** Of the words, that must be known; fewer are a name, a list or another language. */
const LEAST_KNOWN = 3;
const KNOWN_SHARE = 0.5;
const LONGEST_UNSPACED = 4;
/** Longer runs of letters are no words, nor compounds of two. */
const LONGEST_WORD = 40;

/** @param text in small letters @returns null where there is no glossary of the language, or where too few words are in it */
export function glossOf(text: string, language: string): Gloss | null {
  const glossary = glossaryOf(language);
  if (glossary === null) return null;
  const read = READERS[language] ?? wordByWord;
  const written: string[] = [];
  const places: [gloss: number, text: number][] = [];
  let length = 0;
  let from = 0;
  let words = 0;
  let known = 0;
  const write = (piece: string, at: number) => {
    places.push([length, at]);
    written.push(piece);
    length += piece.length;
  };
  for (const { index, 0: run } of text.matchAll(WORD)) {
    write(text.slice(from, index).replace(APOSTROPHES, ' '), from);
    from = index + run.length;
    for (const [word, english] of read(run, glossary)) {
      words++;
      if (english !== null) known++;
      write(`${english ?? word.text}${word.spaced ? '' : ' '}`, index + word.at);
    }
  }
  write(text.slice(from), from);
  if (known < LEAST_KNOWN || known < words * KNOWN_SHARE) return null;
  return { text: written.join(''), toText: (at) => placeIn(places, at) };
}

const APOSTROPHES = /['’]/g;

interface Word {
  readonly text: string;
  readonly at: number;
  /** Blanks stand between words anyway. */
  readonly spaced: boolean;
}
type Read = (run: string, glossary: Glossary) => readonly (readonly [Word, string | null])[];

const whole = (text: string): Word => ({ text, at: 0, spaced: true });
const wordByWord: Read = (run, glossary) => [[whole(run), run.length > LONGEST_WORD ? null : glossary.english(run)]];

/** Cut by the longest word that is known. */
const unspaced: Read = (run, glossary) => {
  const words: [Word, string | null][] = [];
  for (let at = 0; at < run.length; ) {
    let size = Math.min(LONGEST_UNSPACED, run.length - at);
    while (size > 1 && !glossary.has(run.slice(at, at + size))) size--;
    const text = run.slice(at, at + size);
    words.push([{ text, at, spaced: false }, glossary.has(text) ? glossary.english(text) : null]);
    at += size;
  }
  return words;
};

const BEFORE = /^(?:وال|فال|بال|كال|لل|ال|و|ف|ب|ل|ك|س)/u;
const BEHIND = /(?:هما|كما|هم|هن|كم|ها|نا|ني|ه|ك|ي|ت|ة|ات|ون|ين|وا)$/u;
/** Articles and small words are written as one with the word, as are objects and owners behind it. */
const arabic: Read = (run, glossary) => {
  if (run.length > LONGEST_WORD) return [[whole(run), null]];
  const bare = run.replace(BEFORE, '');
  const tries = [run, bare, run.replace(BEHIND, ''), bare.replace(BEHIND, '')];
  const found = tries.find((word) => glossary.has(word));
  return [[whole(run), found === undefined ? glossary.english(bare) : glossary.english(found)]];
};

const READERS: Readonly<Record<string, Read>> = { zh: unspaced, ar: arabic };

/** The last piece that begins there or before. */
function placeIn(places: readonly (readonly [gloss: number, text: number])[], at: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle] as readonly [number, number])[0] <= at) low = middle;
    else high = middle - 1;
  }
  return places[low]?.[1] ?? 0;
}
