// SPDX-License-Identifier: Apache-2.0
import { CYRILLIC_TWINS, FAINT_LOOKALIKES, SCRIPT_LOOKALIKES } from './confusables-table.ts';
import type { FoldedText } from './normalise-buffer.ts';

/** What a letter is to the word that it stands in. */
const NONE = 0;
const OTHER_LETTER = 1;
const ASCII_LETTER = 2;
/** An ASCII letter with a twin in Cyrillic. */
const ASCII_TWIN = 3;
const LATIN_LETTER = 4;
/** A letter of another script that looks like an ASCII letter. */
const LOOKALIKE = 5;
const CYRILLIC_LETTER = 6;
const CYRILLIC_LOOKALIKE = 7;
const MARK = 8;
/** Looks like an ASCII letter in a mixed word only: on its own it makes words of its own language. */
const FAINT_CYRILLIC_LOOKALIKE = 9;
const KINDS = 10;

const kinds = new Uint8Array(0x10000);
const LETTER = /^\p{L}$/u;
const COMBINING = /^\p{M}$/u;
const LATIN = /^\p{Script=Latin}$/u;

function kindOf(unit: number): number {
  const known = kinds[unit] as number;
  if (known !== 0) return known - 1;
  const kind = classify(unit);
  kinds[unit] = kind + 1;
  return kind;
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  if (unit < 0x80) {
    if (!LETTER.test(character)) return NONE;
    return CYRILLIC_TWINS.has(unit) ? ASCII_TWIN : ASCII_LETTER;
  }
  if (COMBINING.test(character)) return MARK;
  if (!LETTER.test(character)) return NONE;
  if (LATIN.test(character)) return LATIN_LETTER;
  const cyrillic = unit >= 0x400 && unit <= 0x52f;
  if (SCRIPT_LOOKALIKES.has(unit)) {
    if (FAINT_LOOKALIKES.has(unit)) return FAINT_CYRILLIC_LOOKALIKE;
    return cyrillic ? CYRILLIC_LOOKALIKE : LOOKALIKE;
  }
  return cyrillic ? CYRILLIC_LETTER : OTHER_LETTER;
}

/** How many letters of each kind a word has, at the number of the kind. */
type Letters = Uint32Array;

/** A word that may have to be folded. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly letters: Letters;
}

const of = (letters: Letters, kind: number) => letters[kind] as number;

/**
 * Folds look-alikes of other scripts to ASCII where they are a disguise, and nowhere else, so that Russian or Greek text
 * stays readable to Russian or Greek patterns:
 *  - in a word that mixes them with Latin letters;
 *  - the other way round, Latin letters inside a word that has Cyrillic letters no Latin letter looks like;
 *  - a mixed word that could be either goes with the rest of the text;
 *  - a word made of look-alikes alone is folded where the rest of the text is mostly Latin.
 * Words that could be either don't count towards what the text mostly is, so a second run decides the same.
 */
export function foldConfusables(given: string, text: FoldedText, removed: { confusable: number }): void {
  const words = wordsWithLookalikes(text);
  if (words === null) return;
  let folded = 0;
  let { latin } = words;
  for (const word of words.list) {
    if (isUnclear(word.letters)) continue;
    folded += isCyrillic(word.letters) ? foldToCyrillic(text, word) : foldToAscii(given, text, word);
  }
  for (const word of words.list) {
    if (!isUnclear(word.letters) || of(word.letters, ASCII_TWIN) === 0) continue;
    const ascii = latin >= words.foreign;
    folded += ascii ? foldToAscii(given, text, word) : foldToCyrillic(text, word);
    if (ascii) latin += word.end - word.start;
  }
  if (latin > words.foreign + words.unclear) {
    for (const word of words.list) if (isAllLookalike(word.letters)) folded += foldToAscii(given, text, word);
  }
  if (folded === 0) return;
  text.changed = true;
  removed.confusable += folded;
  dropLooseMarks(text);
}

const latinLetters = (word: Letters) => of(word, ASCII_LETTER) + of(word, ASCII_TWIN) + of(word, LATIN_LETTER);
const clearLookalikes = (word: Letters) => of(word, LOOKALIKE) + of(word, CYRILLIC_LOOKALIKE);

const isCyrillic = (word: Letters) =>
  of(word, CYRILLIC_LETTER) > 0 && of(word, ASCII_LETTER) === 0 && of(word, LATIN_LETTER) === 0;

/** Made of letters that exist in both scripts. One letter alone is a symbol, a variable or a list mark. */
const isUnclear = (word: Letters) =>
  clearLookalikes(word) + of(word, FAINT_CYRILLIC_LOOKALIKE) > 0 &&
  of(word, ASCII_LETTER) + of(word, LATIN_LETTER) + of(word, CYRILLIC_LETTER) + of(word, OTHER_LETTER) === 0 &&
  (of(word, FAINT_CYRILLIC_LOOKALIKE) === 0 || of(word, ASCII_TWIN) > 0);

const isAllLookalike = (word: Letters) => isUnclear(word) && of(word, ASCII_TWIN) === 0 && clearLookalikes(word) > 1;

interface Words {
  /** Only those made of look-alikes alone, or that hold a look-alike or Cyrillic beside Latin. */
  readonly list: readonly Word[];
  /** Letters in the words that are clearly of one kind; a mixed word counts for what it will become. */
  readonly latin: number;
  readonly foreign: number;
  /** Letters in words of look-alikes alone. */
  readonly unclear: number;
}

function wordsWithLookalikes(text: FoldedText): Words | null {
  if (!hasForeignLetter(text)) return null;
  const list: Word[] = [];
  const letters = new Uint32Array(KINDS);
  let latin = 0;
  let foreign = 0;
  let unclear = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? kindOf(text.units[i] as number) : NONE;
    if (kind !== NONE) {
      letters[kind] = of(letters, kind) + 1;
      continue;
    }
    if (start < i) {
      if (isUnclear(letters)) unclear += of(letters, ASCII_TWIN) === 0 ? i - start : 0;
      else if (latinLetters(letters) === 0 || isCyrillic(letters)) foreign += i - start;
      else latin += i - start;
      if (isOfInterest(letters)) list.push({ start, end: i, letters: letters.slice() });
      letters.fill(0);
    }
    start = i + 1;
  }
  return { list, latin, foreign, unclear };
}

const isOfInterest = (word: Letters) =>
  isUnclear(word) ||
  (latinLetters(word) > 0 &&
    (clearLookalikes(word) + of(word, FAINT_CYRILLIC_LOOKALIKE) > 0 ||
      (of(word, CYRILLIC_LETTER) > 0 && of(word, ASCII_TWIN) > 0)));

function hasForeignLetter(text: FoldedText): boolean {
  if (text.seen < 0x200) return false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.units[i] as number;
    if (unit < 0x370) continue;
    const kind = kindOf(unit);
    if (kind === LOOKALIKE || (kind >= CYRILLIC_LETTER && kind !== MARK)) return true;
  }
  return false;
}

/** The letter as given decides where it can: a capital eta looks like H, a small one like n. */
function foldToAscii(given: string, text: FoldedText, word: Word): number {
  let folded = 0;
  for (let i = word.start; i < word.end; i++) {
    const unit = text.units[i] as number;
    const own = SCRIPT_LOOKALIKES.get(unit);
    if (own === undefined) continue;
    const source = given.charCodeAt(text.from(i));
    text.units[i] = ((source !== unit && lookalikeOfCapital(source, unit)) || own).charCodeAt(0);
    folded++;
  }
  return folded;
}

const lookalikeOfCapital = (source: number, small: number) =>
  String.fromCharCode(source).toLowerCase().charCodeAt(0) === small ? SCRIPT_LOOKALIKES.get(source) : undefined;

function foldToCyrillic(text: FoldedText, word: Word): number {
  let folded = 0;
  for (let i = word.start; i < word.end; i++) {
    const twin = CYRILLIC_TWINS.get(text.units[i] as number);
    if (twin === undefined) continue;
    text.units[i] = twin;
    folded++;
  }
  return folded;
}

/** A mark left on a letter that has just become ASCII would compose with it the next time. */
function dropLooseMarks(text: FoldedText): void {
  let kept = 0;
  for (let i = 0; i < text.length; i++) {
    const previous = kept > 0 ? (text.units[kept - 1] as number) : 0;
    const unit = text.units[i] as number;
    if (unit >= 0x300 && previous < 0x80 && kindOf(previous) !== NONE && kindOf(unit) === MARK) {
      text.stretch(kept - 1, i);
      continue;
    }
    text.move(i, kept);
    kept++;
  }
  text.length = kept;
}
