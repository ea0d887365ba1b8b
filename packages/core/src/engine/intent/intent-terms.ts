// SPDX-License-Identifier: Apache-2.0

/** UTF-16 units, half open. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SENTENCE = /[^.!?;\n。！？]+(?:\.(?=\S)[^.!?;\n。！？]+)*[.!?;。！？]*/gu;

/** Ends at a stop, a semicolon or a line break; a stop inside a name or a number ends nothing. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    const lead = match[0].length - match[0].trimStart().length;
    const trimmed = match[0].trim();
    const start = match.index + lead;
    if (/[\p{L}\p{N}]/u.test(trimmed)) sentences.push({ text: trimmed, start, end: start + trimmed.length });
  }
  return sentences;
}

/** Where each list of terms was found, in words of the sentence. */
export type TermMatches = ReadonlyMap<string, readonly { readonly from: number; readonly to: number }[]>;

interface Term {
  readonly list: string;
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly open: boolean;
}

const WORD = /[\p{L}\p{N}_]+(?:['’][\p{L}\p{N}]+)*/gu;
/** A denial this many words before counts. */
const NEGATION_REACH = 3;
/** A denial does not reach over these. */
const BREAKS: ReadonlySet<string> = new Set([
  'and',
  'but',
  'then',
  'or',
  'und',
  'aber',
  'oder',
  'et',
  'mais',
  'y',
  'pero',
]);

/** Finds terms by the beginning of their first word; every word of a text is looked up once. */
export class TermIndex {
  readonly #byFirst = new Map<string, Term[]>();
  /** Terms of one open word, by their first three letters. */
  readonly #byPrefix = new Map<string, Term[]>();
  readonly #negators: ReadonlySet<string>;

  constructor(terms: Readonly<Record<string, readonly string[]>>, negators: readonly string[]) {
    this.#negators = new Set(negators);
    for (const [list, phrases] of Object.entries(terms)) for (const phrase of phrases) this.#add(list, phrase);
  }

  #add(list: string, phrase: string): void {
    const open = phrase.endsWith('*');
    const words = wordsOf(open ? phrase.slice(0, -1) : phrase).map(({ word }) => word);
    const first = words[0];
    if (first === undefined) return;
    const term = { list, words, open };
    const [index, key] = open && words.length === 1 ? [this.#byPrefix, first.slice(0, 3)] : [this.#byFirst, first];
    const known = index.get(key);
    if (known === undefined) index.set(key, [term]);
    else known.push(term);
  }

  match(sentence: Sentence): TermMatches {
    const words = wordsOf(sentence.text);
    const found = new Map<string, { from: number; to: number }[]>();
    words.forEach(({ word }, at) => {
      for (const term of this.#byFirst.get(word) ?? []) this.#try(term, words, at, found);
      for (const term of this.#byPrefix.get(word.slice(0, 3)) ?? []) this.#try(term, words, at, found);
    });
    return found;
  }

  #try(term: Term, words: readonly Word[], at: number, found: Map<string, { from: number; to: number }[]>): void {
    for (let k = 0; k < term.words.length; k++) {
      const word = words[at + k]?.word;
      const wanted = term.words[k] as string;
      const last = k === term.words.length - 1;
      if (word !== wanted && !(last && term.open && word?.startsWith(wanted))) return;
    }
    if (this.#denied(words, at)) return;
    const place = { from: at, to: at + term.words.length };
    const places = found.get(term.list);
    if (places === undefined) found.set(term.list, [place]);
    else places.push(place);
  }

  #denied(words: readonly Word[], at: number): boolean {
    for (let back = 1; back <= NEGATION_REACH && at - back >= 0; back++) {
      if (words[at - back + 1]?.afterBreak === true) return false;
      const { word } = words[at - back] as Word;
      if (BREAKS.has(word)) return false;
      if (this.#negators.has(word)) return true;
    }
    return false;
  }
}

interface Word {
  readonly word: string;
  /** A comma or another mark stands before it. */
  readonly afterBreak: boolean;
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.toLowerCase().normalize('NFC').matchAll(WORD)) {
    words.push({
      word: match[0].replaceAll('’', "'"),
      afterBreak: /[,:()–—]/.test(match.input.slice(end, match.index)),
    });
    end = match.index + match[0].length;
  }
  return words;
}
