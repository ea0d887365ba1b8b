// SPDX-License-Identifier: Apache-2.0
/** Words of a text, and the stems that BM25 counts. */
import { IRREGULAR_FORMS } from './irregular-forms-table.ts';

/** A word with its inner apostrophes and underscores, or one character of a script that is written without spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}_]+(?:['’-][\p{L}\p{N}\p{M}_]+)*/gu;

/** Words that say nothing of the subject. Question words are among them: every question has one. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being both but by can could did do does
  doing during each else etc few for from further had has have having he her here hers him his how i if in into
  is it its itself just may me might more most much must my myself of on once only or other our ours out over own
  per please same shall she should so some such tell than that the their theirs them themselves then there these they
  this those through thus to too under until up upon us very was we were what when where which while who whom whose
  why will with would you your yours yourself i'm i've it's that's what's who's don't doesn't can't isn't won't
  there's`.split(/\s+/),
);

/** Words that a question is made of and that seldom name what it is about. */
const FILLERS: ReadonlySet<string> = new Set(
  `able actually allow allowed anybody anyone anything anywhere best called ever exactly find forbidden get gets give
  gives go goes good happen happens hello hi kind know let look looks make makes mean meaning means need now permit permitted
  please possible really recommend said say says see seen sees somebody someone something still take tell tells thanks
  thing today told tomorrow use uses using want way ways within without work working works yesterday`.split(/\s+/),
);

/** Numbers, spans of time and the like: alone they are no subject, beside others they count. */
const VAGUE: ReadonlySet<string> = new Set(
  `clock date day days eight five four hour hours hundred life love minute minutes month months name names nine number
  numbers people person plus seven six ten thousand three time times two week weeks world year years zero`.split(/\s+/),
);

/** Lower case, compatibility forms folded, in order; stop words included. */
export function wordsIn(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.replaceAll('’', "'"));
}

/** A question without its fillers; as it is where nothing else would be left. */
export function subjectOf(question: string): string {
  const words = wordsIn(question).filter((word) => !isStopWord(word));
  const subject = words.filter((word) => !FILLERS.has(word));
  return (subject.length > 0 ? subject : words).join(' ');
}

/** Whether a question names anything that could be looked up: a word, or nothing but the number of a status. */
export function hasSubject(question: string): boolean {
  const subjects = subjectsIn(question);
  return subjects.some((word) => /\p{L}/u.test(word) && !VAGUE.has(word)) || isStatus(subjects);
}

/** Whether a single word is all that a question names. */
export function namesOneThing(question: string): boolean {
  return new Set(subjectsIn(question).map(stemOf)).size === 1;
}

const isStatus = ([first = '', ...others]: readonly string[]) => others.length === 0 && /^[1-5]\d\d$/.test(first);

const subjectsIn = (question: string) => wordsIn(question).filter((word) => !isStopWord(word) && !FILLERS.has(word));

/** What BM25 counts: stems of content words, identifiers besides whole, neighbouring wide characters in pairs. */
export function termsIn(text: string): string[] {
  const terms: string[] = [];
  let previousWide = '';
  for (const word of wordsIn(text)) {
    const wide = isWide(word);
    if (wide && previousWide !== '') terms.push(previousWide + word);
    previousWide = wide ? word : '';
    if (!wide) terms.push(...termsOf(word));
  }
  return terms;
}

const NUMBERS: ReadonlyMap<string, string> = new Map(
  `two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 twelve:12 twenty:20 thirty:30 fifty:50 ninety:90 hundred:100
  thousand:1000`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Of one word: `the_bridge` counts whole and as `bridge`, fifty as 50. */
function termsOf(word: string): string[] {
  const number = NUMBERS.get(word);
  if (number !== undefined) return [number];
  const parts = word.split(/[_-]/).filter((part) => part !== '');
  const stems = parts.filter((part) => !isStopWord(part)).map((part) => stemOf(part.replace(/['’].*$/, '')));
  return parts.length > 1 ? [word, ...stems] : stems;
}

export function isWide(word: string): boolean {
  return word.charCodeAt(0) >= 0x0e00 && [...word].length === 1;
}

const VOWEL = /[aeiouy]/;
const MIN_STEM = 3;

/**
 * The part of an English word that its forms share: store, stores, stored and storing have one stem. Made for comparing
 * words with each other, so it need not be a word. Other languages pass through nearly unharmed.
 */
export function stemOf(word: string): string {
  const base = IRREGULAR_FORMS.get(word)?.[0] ?? word;
  if (!/^[a-z]+$/.test(base) || base.length <= MIN_STEM) return base;
  return withoutFinal(withoutSuffix(withoutTense(withoutPlural(base))));
}

function withoutPlural(word: string): string {
  if (word === 'https') return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return word.slice(0, -2);
  return /[^suia]s$/.test(word) || /[^aeiou]as$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string): string {
  const stem = /^(.{2,})(?:ing|ed)$/.exec(word)?.[1];
  if (stem === undefined || !VOWEL.test(stem) || /ee$/.test(word.slice(0, -1))) return word;
  return /([bdgmnprt])\1$/.test(stem) && stem.length > MIN_STEM ? stem.slice(0, -1) : stem;
}

/** detection and detect, secretly and secret. Shorter words are mostly none of these: question, reply. */
function withoutSuffix(word: string): string {
  if (word.length > 8 && /[st]ion$/.test(word)) return word.slice(0, -3);
  if (word.length > 6 && word.endsWith('ly')) return word.slice(0, -2);
  return word;
}

function withoutFinal(word: string): string {
  if (word.length <= MIN_STEM) return word;
  if (word.endsWith('e')) return word.slice(0, -1);
  return word.endsWith('y') ? `${word.slice(0, -1)}i` : word;
}
