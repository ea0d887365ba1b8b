// SPDX-License-Identifier: Apache-2.0

/** UTF-16 units, half open. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SENTENCE = /[^.!?;\n。！？؟।；]+(?:\.(?=\S)[^.!?;\n。！？؟।；]+)*[.!?;。！？؟।；]*/gu;

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

const STEP = /\s(?:and\s+|&&\s*)?then\s+(?=\p{L})|\s(?:&&|\|\|?)\s/giu;

/** One act after the other ("ask the owner, then delete it"), each read for itself: what excuses the one is no excuse for the next. */
export function splitSteps(sentence: Sentence): Sentence[] {
  const steps: Sentence[] = [];
  let from = 0;
  for (const { index } of sentence.text.matchAll(STEP)) {
    steps.push(cut(sentence, from, index));
    from = index + 1;
  }
  return from === 0 ? [sentence] : [...steps, cut(sentence, from, sentence.text.length)];
}

/** A part of a sentence, by offsets in it. */
export function cut({ text, start }: Sentence, from: number, to: number): Sentence {
  return { text: text.slice(from, to), start: start + from, end: start + to };
}

/** Where each list of terms was found, in words of the sentence. */
export type TermMatches = ReadonlyMap<string, readonly Place[]>;

/** In words of the sentence, half open. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** Whether nothing but openers stands before it. */
  readonly leads: boolean;
  /** How many commas and joining words stand before its first word. */
  readonly breaks: number;
}

interface Term {
  readonly list: string;
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly open: boolean;
  /** What follows a gap of a few words: "turn … off". Empty without a gap. */
  readonly tail: readonly string[];
  /** Counts only where a sentence orders: nothing but openers ("please", "you must") stands before it. */
  readonly leading: boolean;
}

const PREFIX = 3;
const LEADING = '^';
const GAP = '…';
/** Words of the text that a gap may span. */
const GAP_REACH = 6;

/** Scripts that write no spaces: each character is a word of its own. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{M}\p{N}_])+(?:['’][\p{L}\p{N}]+)*/gu;
/** French and Italian write these together with the next word, which is the one that lists name. */
const ELIDED = /^(?:l|d|n|s|qu|dell|all|nell|sull|dall|coll|un|quell)'(?=.)/;
/** A denial this many words before counts. */
const NEGATION_REACH = 3;
/** A denial of a denial this many words before. */
const SECOND_REACH = 2;
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

export interface TermLists {
  readonly terms: Readonly<Record<string, readonly string[]>>;
  readonly negators: readonly string[];
  /** Beginnings of words that make an order of a denial: between it and the act, and right before it. */
  readonly reversers?: readonly string[];
  readonly deferrers?: readonly string[];
  /** Words that may stand before an order. */
  readonly openers?: readonly string[];
}

/** Finds terms by the beginning of their first word; every word of a text is looked up once. */
export class TermIndex {
  readonly #byFirst = new Map<string, Term[]>();
  /** Terms of one open word, by their first letters: three, or all that a shorter one has. */
  readonly #byPrefix = new Map<string, Term[]>();
  readonly #negators: ReadonlySet<string>;
  readonly #reversers: readonly string[];
  readonly #deferrers: readonly string[];
  readonly #openers: readonly (readonly string[])[];

  constructor({ terms, negators, reversers = [], deferrers = [], openers = [] }: TermLists) {
    this.#negators = new Set(negators);
    this.#reversers = reversers;
    this.#deferrers = deferrers;
    this.#openers = openers
      .map((opener) => wordsOf(opener).map(({ word }) => word))
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length);
    for (const [list, phrases] of Object.entries(terms)) for (const phrase of phrases) this.#add(list, phrase);
  }

  #add(list: string, phrase: string): void {
    const open = phrase.endsWith('*');
    const leading = phrase.startsWith(LEADING);
    const [head = '', rest = ''] = phrase.split(GAP);
    const [words, tail] = [head, rest].map((part) => wordsOf(part).map(({ word }) => word)) as [string[], string[]];
    const first = words[0];
    if (first === undefined) return;
    const term = { list, words, open, tail, leading };
    const [index, key] = open && words.length === 1 ? [this.#byPrefix, first.slice(0, PREFIX)] : [this.#byFirst, first];
    const known = index.get(key);
    if (known === undefined) index.set(key, [term]);
    else known.push(term);
  }

  match(sentence: Sentence): TermMatches {
    const words = wordsOf(sentence.text);
    const found = new Map<string, Place[]>();
    let leading: ReadonlySet<number> | null = null;
    let breaks = 0;
    words.forEach(({ word, afterBreak }, at) => {
      if (afterBreak || BREAKS.has(word)) breaks++;
      for (const term of this.#beginningAt(words, at)) {
        if (!isAt(term, words, at)) continue;
        leading ??= this.#leading(words);
        const leads = leading.has(at);
        if ((term.leading && !leads) || this.#denied(words, at)) continue;
        const place = { from: at, to: at + term.words.length, leads, breaks };
        const places = found.get(term.list);
        if (places === undefined) found.set(term.list, [place]);
        else places.push(place);
      }
    });
    return found;
  }

  /** Where terms of some lists end, in words, that nothing but openers stands before. */
  leadingEnds(words: readonly Word[], lists: ReadonlySet<string>): number[] {
    const ends: number[] = [];
    for (const at of this.#leading(words)) {
      if (at >= words.length) break;
      for (const term of this.#beginningAt(words, at)) {
        if (lists.has(term.list) && isAt(term, words, at)) ends.push(at + term.words.length);
      }
    }
    return ends;
  }

  /** Terms whose first word may be the one at a place. */
  #beginningAt(words: readonly Word[], at: number): readonly Term[] {
    const { word } = words[at] as Word;
    const terms = [...(this.#byFirst.get(word) ?? [])];
    for (let length = 1; length <= Math.min(PREFIX, word.length); length++) {
      terms.push(...(this.#byPrefix.get(word.slice(0, length)) ?? []));
    }
    return terms;
  }

  /** The places before which stands nothing but openers. */
  #leading(words: readonly Word[]): ReadonlySet<number> {
    const places = new Set<number>();
    let at = 0;
    for (let opener: readonly string[] | undefined = []; opener !== undefined; ) {
      at += opener.length;
      places.add(at);
      opener = this.#openers.find((one) => one.every((word, k) => words[at + k]?.word === word));
    }
    return places;
  }

  /** "Do not delete"; but neither "do not hesitate to delete" nor "do not avoid deleting". */
  #denied(words: readonly Word[], at: number): boolean {
    const denial = this.#negatorBefore(words, at, NEGATION_REACH);
    if (denial < 0 || this.#negatorBefore(words, denial, SECOND_REACH) >= 0) return false;
    const begins = (beginnings: readonly string[], { word }: Word) => beginnings.some((one) => word.startsWith(one));
    const before = words[denial - 1];
    if (before !== undefined && begins(this.#deferrers, before)) return false;
    return !words.slice(denial + 1, at).some((word) => begins(this.#reversers, word));
  }

  /** The place of the last negator before a place, with no break between; -1 without one. */
  #negatorBefore(words: readonly Word[], at: number, reach: number): number {
    for (let before = at - 1; before >= Math.max(0, at - reach); before--) {
      if (words[before + 1]?.afterBreak === true) return -1;
      const { word } = words[before] as Word;
      if (BREAKS.has(word)) return -1;
      if (this.#negators.has(word)) return before;
    }
    return -1;
  }
}

function isAt({ words: wanted, open, tail }: Term, words: readonly Word[], at: number): boolean {
  for (let k = 0; k < wanted.length; k++) {
    const word = words[at + k]?.word;
    const last = k === wanted.length - 1;
    if (word !== wanted[k] && !(last && open && word?.startsWith(wanted[k] as string))) return false;
  }
  return tail.length === 0 || follows(tail, words, at + wanted.length);
}

/** The words of `tail`, one after the other, a few words after `from` at most. */
function follows(tail: readonly string[], words: readonly Word[], from: number): boolean {
  for (let at = from; at <= from + GAP_REACH; at++) {
    if (tail.every((word, k) => words[at + k]?.word === word)) return true;
  }
  return false;
}

/** A word of a sentence, in small letters. */
export interface Word {
  readonly word: string;
  /** A comma or another mark stands before it. */
  readonly afterBreak: boolean;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.toLowerCase().normalize('NFC').matchAll(WORD)) {
    const word = match[0].replaceAll('’', "'");
    const afterBreak = /[,:()–—、，：]/.test(match.input.slice(end, match.index));
    const elided = ELIDED.exec(word)?.[0];
    if (elided === undefined) words.push({ word, afterBreak });
    else words.push({ word: elided, afterBreak }, { word: word.slice(elided.length), afterBreak: false });
    end = match.index + match[0].length;
  }
  return words;
}
