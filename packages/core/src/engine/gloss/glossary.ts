// SPDX-License-Identifier: Apache-2.0
import { GLOSSARIES } from './generated/glossaries.ts';

/** Units of a stem, and share of a word that it must be: endings are longer in none of these languages. */
const SHORTEST_STEM = 5;
const STEM_SHARE = 0.6;
/** Parts of a compound, and what may join them. */
const SHORTEST_PART = 4;
const SHORTEST_COMPOUND = 9;
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl']);

/** Words of one language in English: of each form the word that it is nearest to. */
export class Glossary {
  readonly #words = new Map<string, string>();
  /** All forms without marks, in order, for words with other endings. */
  readonly #forms: readonly string[];
  readonly #compounds: boolean;

  constructor(language: string, lines: string) {
    for (const line of lines.split('\n')) {
      const [english = '', ...forms] = line.split(' ');
      for (const form of forms) this.#add(form, english);
    }
    for (const [form, english] of [...this.#words]) this.#add(withoutMarks(form), english);
    this.#forms = [...this.#words.keys()].sort();
    this.#compounds = COMPOUNDING.has(language);
  }

  /** What stands first for a form is meant most often. */
  #add(form: string, english: string): void {
    if (!this.#words.has(form)) this.#words.set(form, english);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** A word in small letters; null for one that is not known. */
  english(word: string): string | null {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const bare = withoutMarks(word);
    return this.#words.get(bare) ?? this.#byStem(bare) ?? this.#byParts(word);
  }

  /** The longest beginning that is a word, or that words of one meaning alone have. */
  #byStem(word: string): string | null {
    const shortest = Math.max(SHORTEST_STEM, Math.ceil(word.length * STEM_SHARE));
    for (let length = word.length - 1; length >= shortest; length--) {
      const stem = word.slice(0, length);
      const english = this.#words.get(stem) ?? this.#onlyMeaning(stem);
      if (english !== null) return english;
    }
    return null;
  }

  #onlyMeaning(stem: string): string | null {
    let low = 0;
    let high = this.#forms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#forms[middle] as string) < stem) low = middle + 1;
      else high = middle;
    }
    let meaning: string | null = null;
    for (let i = low; this.#forms[i]?.startsWith(stem); i++) {
      const english = this.#words.get(this.#forms[i] as string) as string;
      if (meaning !== null && meaning !== english) return null;
      meaning = english;
    }
    return meaning;
  }

  #byParts(word: string): string | null {
    if (!this.#compounds || word.length < SHORTEST_COMPOUND) return null;
    for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
      const first = this.#words.get(word.slice(0, at));
      const second =
        this.#words.get(word.slice(at)) ?? (word[at] === 's' ? this.#words.get(word.slice(at + 1)) : undefined);
      if (first !== undefined && second !== undefined) return `${first} ${second}`;
    }
    return null;
  }
}

/** Most words have none, and looking for them costs more than the rest of finding a word. */
const withoutMarks = (word: string) => (isAscii(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, ''));

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 0x7f) return false;
  return true;
}

const made = new Map<string, Glossary>();

/** Made when a text in the language is read first. @returns null for a language without one */
export function glossaryOf(language: string): Glossary | null {
  const known = made.get(language);
  if (known !== undefined) return known;
  const lines = GLOSSARIES[language];
  if (lines === undefined) return null;
  const glossary = new Glossary(language, lines);
  made.set(language, glossary);
  return glossary;
}
