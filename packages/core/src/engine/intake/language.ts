// SPDX-License-Identifier: Apache-2.0

import { LETTER_LANGUAGES } from './generated/letter-groups.ts';
import { FUNCTION_WORDS } from './language-profiles.ts';
import { LATIN, languageOfLetters, smallUnit } from './letter-groups.ts';

/** UTF-16 units that are looked at: the start of a text tells its language. */
export const SAMPLE = 400;
/** A Latin-script guess needs this much evidence (a word that is one language's alone weighs 12) and half as much again as the runner-up. */
const MIN_WORD_SCORE = 24;
const MIN_LEAD = 1.3;
const WORD_WEIGHT = 12;
const MAX_WORD = 8;
const MIN_SCRIPT_LETTERS = 4;
const MIN_LATIN_LETTERS = 12;
/** A sign of these says as much as so many letters: the language of the larger part is the text's. */
const LETTERS_OF_A_SIGN: Readonly<Record<string, number>> = { zh: 3, ja: 2, ko: 2 };

/** Scripts that mean one language, or a default among few. Ranges are inclusive UTF-16 units. */
const SCRIPTS: readonly (readonly [number, number, string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x400, 0x52f, 'ru'],
  [0x531, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x600, 0x6ff, 'ar'],
  [0x750, 0x77f, 'ar'],
  [0x900, 0x97f, 'hi'],
  [0x980, 0x9ff, 'bn'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xe00, 0xe7f, 'th'],
  [0xe80, 0xeff, 'lo'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1100, 0x11ff, 'ko'],
  [0x1200, 0x137f, 'am'],
  [0x1780, 0x17ff, 'km'],
  [0x3040, 0x30ff, 'ja'],
  [0x3130, 0x318f, 'ko'],
  [0x3400, 0x4dbf, 'zh'],
  [0x4e00, 0x9fff, 'zh'],
  [0xac00, 0xd7a3, 'ko'],
];
const LANGUAGES = [...new Set(SCRIPTS.map(([, , language]) => language))];
/** Language index + 1 per unit, LATIN for Latin letters, 0 for the rest. */
let scriptOf: Uint8Array | null = null;

function scripts(): Uint8Array {
  scriptOf ??= buildScripts();
  return scriptOf;
}

function buildScripts(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [first, last, language] of SCRIPTS) table.fill(LANGUAGES.indexOf(language) + 1, first, last + 1);
  table.fill(LATIN, 0x41, 0x5b).fill(LATIN, 0x61, 0x7b).fill(LATIN, 0xc0, 0x250).fill(LATIN, 0x1e00, 0x1f00);
  table[0xd7] = 0;
  table[0xf7] = 0;
  return table;
}

/**
 * ISO 639-1 code of the language that most of the text's start is written in; null for short texts, code, and languages
 * that share a script or common words too closely to tell.
 */
export function guessLanguage(text: string, sampleOf: ReadSample = ownSample(text)): string | null {
  const length = Math.min(text.length, SAMPLE);
  const sample = sampleOf(length);
  const other = strongestScript(sample.counts);
  const spoken = other.letters < MIN_SCRIPT_LETTERS ? 0 : other.letters * (LETTERS_OF_A_SIGN[other.language] ?? 1);
  if (spoken > sample.latin) return refine(other.language, text, length, sample.counts);
  const told = languageOfWords(sample);
  // Code and names around a text in another script are in no language.
  if (told === null && spoken * 2 > sample.latin) return refine(other.language, text, length, sample.counts);
  const winner = told ?? (mayBeProse(sample, length) ? languageOfLetters(text, scripts()) : null);
  return winner === null || winner === 'en' || !isSpelledOut(text, length) ? winner : null;
}

/**
 * Whether words may be English and misspelt. Drawn-out and doubled letters look like Dutch and Finnish to the look at letters, so only
 * function words or a script of its own rule English out.
 */
export const mayBeMisspelt = (language: string | null, sampleOf: () => LanguageSample): boolean =>
  language === null || language === 'en' || (BY_LETTERS.has(language) && languageOfWords(sampleOf()) === null);

const BY_LETTERS: ReadonlySet<string> = new Set(LETTER_LANGUAGES);

/** A start of full length in which no language has two words is a table, a lock file or a key. */
const mayBeProse = ({ scores, latin }: LanguageSample, length: number) =>
  latin >= MIN_LATIN_LETTERS && (length < SAMPLE || scores.some((score) => score >= MIN_WORD_SCORE));

/** Whether most words are one letter: `h.a.v.e` is spelled out, and no Polish for its `a` and `w`. */
function isSpelledOut(text: string, length: number): boolean {
  const table = scripts();
  let single = 0;
  let words = 0;
  for (let i = 0; i < length; i++) {
    const start = i;
    while (i < length && table[text.charCodeAt(i)] === LATIN) i++;
    if (i === start) continue;
    words++;
    if (i - start === 1) single++;
  }
  return single * 2 > words;
}

function strongestScript(counts: Int32Array): { language: string; letters: number } {
  let best = 0;
  for (let i = 1; i < LANGUAGES.length; i++) if ((counts[i + 1] as number) > (counts[best + 1] as number)) best = i;
  return { language: LANGUAGES[best] as string, letters: counts[best + 1] as number };
}

/** Letters that one language of a shared script has and the default of that script lacks. */
function refine(language: string, text: string, length: number, counts: Int32Array): string {
  const start = text.slice(0, length);
  if (language === 'zh') {
    const kana = counts[LANGUAGES.indexOf('ja') + 1] as number;
    return kana * 8 > (counts[LANGUAGES.indexOf('zh') + 1] as number) ? 'ja' : 'zh';
  }
  if (language === 'ru') return cyrillicLanguage(start);
  if (language === 'ar') {
    if (/[\u0679\u0688\u0691\u06ba\u06d2]/.test(start)) return 'ur';
    return /[\u067e\u0686\u0698\u06af\u06cc\u06a9]/.test(start) ? 'fa' : 'ar';
  }
  return language;
}

function cyrillicLanguage(start: string): string {
  if (/[\u045e\u040e]/.test(start)) return 'be';
  if (/[\u0456\u0406\u0457\u0407\u0454\u0404\u0491]/.test(start)) return 'uk';
  if (/[\u0452\u045b\u0402\u040b]/.test(start)) return 'sr';
  if (/[\u0453\u045c\u0403\u040c]/.test(start)) return 'mk';
  if (/[\u04d9\u04a3\u0493\u04b1\u049b]/.test(start)) return 'kk';
  const russian = /[\u044b\u042b\u044d\u042d\u0451\u0401]/.test(start);
  return !russian && start.includes('\u044a') ? 'bg' : 'ru';
}

const LATIN_LANGUAGES = Object.keys(FUNCTION_WORDS);
const SLOTS = 4096;

/** Function words by hash: which languages have the word (a bit each) and how much it says for each of them. */
interface Words {
  readonly hashes: Int32Array;
  readonly languages: Int32Array;
  readonly weights: Uint8Array;
}
let wordTable: Words | null = null;

function words(): Words {
  if (wordTable !== null) return wordTable;
  const bits = new Map<number, number>();
  LATIN_LANGUAGES.forEach((language, n) => {
    for (const word of (FUNCTION_WORDS[language] as string).split(' ')) {
      const hash = hashOf(word);
      bits.set(hash, (bits.get(hash) ?? 0) | (1 << n));
    }
  });
  const table = { hashes: new Int32Array(SLOTS), languages: new Int32Array(SLOTS), weights: new Uint8Array(SLOTS) };
  for (const [hash, languages] of bits) {
    let slot = hash & (SLOTS - 1);
    while (table.languages[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    table.hashes[slot] = hash;
    table.languages[slot] = languages;
    table.weights[slot] = Math.max(1, Math.floor(WORD_WEIGHT / bitCount(languages)));
  }
  wordTable = table;
  return table;
}

const bitCount = (bits: number): number => (bits === 0 ? 0 : (bits & 1) + bitCount(bits >>> 1));

const FIRST_HASH = 0x811c9dc5 | 0;
const addUnit = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);
const hashOf = (word: string) => {
  let hash = FIRST_HASH;
  for (let i = 0; i < word.length; i++) hash = addUnit(hash, word.charCodeAt(i));
  return hash;
};

/** Letters of the start of a text per script, and what its words say for each Latin-script language. */
export interface LanguageSample {
  readonly counts: Int32Array;
  readonly scores: Int32Array;
  readonly latin: number;
}

/** Samples the first `length` units of a text. */
export type ReadSample = (length: number) => LanguageSample;

const ownSample =
  (text: string): ReadSample =>
  (length) =>
    sampleLanguage(
      Uint16Array.from({ length }, (_, i) => text.charCodeAt(i)),
      length,
    );

/** Reads the first `length` units in one pass. */
export function sampleLanguage(units: Uint16Array, length: number): LanguageSample {
  const counts = new Int32Array(LANGUAGE_TABLES.counts);
  const scores = new Int32Array(LANGUAGE_TABLES.scores);
  const table = scripts();
  const known = words();
  let latin = 0;
  let hash = FIRST_HASH;
  let letters = 0;
  for (let i = 0; i <= length; i++) {
    const unit = i < length ? (units[i] as number) : 0x20;
    const script = table[unit] as number;
    if (script === LATIN) {
      hash = addUnit(hash, smallUnit(unit));
      letters++;
      continue;
    }
    if (script !== 0) counts[script] = (counts[script] as number) + 1;
    if (letters === 0) continue;
    if (letters <= MAX_WORD) scoreWord(known, hash, scores);
    latin += letters;
    hash = FIRST_HASH;
    letters = 0;
  }
  return { counts, scores, latin };
}

const FIRST_FIXED = 0x180;
const WORD_ENTRY = 3;

/** For a reader of its own: how many numbers a sample has, and what it is made by. */
export const LANGUAGE_TABLES = {
  /** Of the scores of a sample, in their order. */
  languages: LATIN_LANGUAGES,
  counts: LANGUAGES.length + 1,
  scores: LATIN_LANGUAGES.length,
  scripts,
  /** Small letters of the units that have others. */
  lower: () => Uint16Array.from({ length: FIRST_FIXED }, (_, unit) => smallUnit(unit)),
  /** Per slot a hash, the languages that have the word, and its weight. */
  words: () => {
    const { hashes, languages, weights } = words();
    const table = new Int32Array(SLOTS * WORD_ENTRY);
    for (let slot = 0; slot < SLOTS; slot++) {
      const entry = [hashes[slot] as number, languages[slot] as number, weights[slot] as number];
      table.set(entry, slot * WORD_ENTRY);
    }
    return table;
  },
  shortWords: shortWordTable,
};

const SHORT_ENTRY = 4;
const MIX = 0x9e3779b97f4a7c15n;

/** Words of ASCII by their letters: per slot eight bytes as two numbers, the languages that have the word, and its weight. */
function shortWordTable(): Int32Array {
  const { hashes, languages, weights } = words();
  const table = new Int32Array(SLOTS * SHORT_ENTRY);
  for (const word of new Set(Object.values(FUNCTION_WORDS).flatMap((some) => some.split(' ')))) {
    if (!/^[a-z]{1,8}$/.test(word)) continue;
    const at = slotOf(hashes, languages, hashOf(word));
    const bytes = [...word].reduceRight((sum, letter) => (sum << 8n) | BigInt(letter.charCodeAt(0)), 0n);
    let slot = Number((BigInt.asUintN(64, bytes * MIX) >> 32n) & BigInt(SLOTS - 1));
    while (table[slot * SHORT_ENTRY + 2] !== 0) slot = (slot + 1) & (SLOTS - 1);
    const halves = [Number(BigInt.asIntN(32, bytes)), Number(BigInt.asIntN(32, bytes >> 32n))];
    table.set([...halves, languages[at] as number, weights[at] as number], slot * SHORT_ENTRY);
  }
  return table;
}

/** The slot of a word by its hash, or the empty one where it would be. */
function slotOf(hashes: Int32Array, languages: Int32Array, hash: number): number {
  let slot = hash & (SLOTS - 1);
  while (languages[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

function scoreWord(known: Words, hash: number, scores: Int32Array): void {
  const slot = slotOf(known.hashes, known.languages, hash);
  const weight = known.weights[slot] as number;
  let bits = known.languages[slot] as number;
  while (bits !== 0) {
    const n = 31 - Math.clz32(bits);
    scores[n] = (scores[n] as number) + weight;
    bits &= ~(1 << n);
  }
}

/** The language whose function words stand out. */
export function languageOfWords({ scores, latin }: LanguageSample): string | null {
  if (latin < MIN_LATIN_LETTERS) return null;
  let best = 0;
  let second = -1;
  for (let n = 1; n < scores.length; n++) {
    if ((scores[n] as number) > (scores[best] as number)) [second, best] = [best, n];
    else if (second < 0 || (scores[n] as number) > (scores[second] as number)) second = n;
  }
  const [first, next] = [scores[best] as number, scores[second] as number];
  return first >= MIN_WORD_SCORE && first >= next * MIN_LEAD ? (LATIN_LANGUAGES[best] as string) : null;
}
