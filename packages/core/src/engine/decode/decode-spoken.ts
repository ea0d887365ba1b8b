// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';
import { commonness, segmented } from './segment.ts';

/** Units between two looks: closer than the shortest message in either of them is long. */
const STEP = 64;
const FIRST = 24;
const MAX_WORD = 16;

const SPELLING =
  'alpha|alfa|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett|juliet|kilo|lima|mike|november|oscar|papa|' +
  'quebec|romeo|sierra|tango|uniform|victor|whiskey|whisky|xray|x-ray|yankee|zulu';
/** The second letter of the word for each letter. */
const SECONDS = Uint8Array.from('lrhecooonuiiiosauoianihrau', (letter) => letter.charCodeAt(0));
/** The third letters of those words, a bit each. */
const THIRDS = new Int32Array(26);
for (const word of SPELLING.split('|')) THIRDS[word.charCodeAt(0) - 0x61]! |= 1 << (word.charCodeAt(2) & 31);
const isLetter = (unit: number) => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a && unit < 128;

/** What a text could hold, a bit each. */
export const SPELLING_SIGN = 1;
export const PIG_LATIN_SIGN = 2;

/** Looks at a word here and there, and at its neighbours where it could be one of either kind. */
export function spokenSigns(text: string, units: Uint16Array): number {
  let signs = 0;
  const { length } = text;
  for (let probe = Math.min(FIRST, length >> 1); probe < length; probe += STEP) {
    let start = probe;
    while (start > 0 && probe - start < MAX_WORD && isLetter(units[start - 1] as number)) start--;
    const first = ((units[start] as number) | 0x20) - 0x61;
    if (first < 0 || first > 25) continue;
    if (((units[start + 1] as number) | 0x20) === SECONDS[first]) {
      const third = (units[start + 2] as number) & 31;
      if ((((THIRDS[first] as number) >> third) & 1) !== 0 && holdsAt(THREE_SPELLED, text, start))
        signs |= SPELLING_SIGN;
    }
    // The end of the word before.
    if (start < 4 || units[start - 2] !== 0x79 || units[start - 3] !== 0x61) continue;
    if (holdsAt(THREE_PIGS, text, start)) signs |= PIG_LATIN_SIGN;
  }
  return signs;
}

function holdsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

const THREE_SPELLED = new RegExp(`(?:(?:${SPELLING})(?:[^a-z\\d]{1,4}|$)){3}`, 'iy');
const THREE_PIGS = /(?:[a-z'’-]{1,20}ay(?:[^a-z]{1,3}|$)){3}/iy;

const SPELLED = new RegExp(`\\b(?:${SPELLING})(?:[^a-z\\d]{1,5}(?:${SPELLING}|space|stop|break|slash)\\b){7,}`, 'gi');
const WORD = /([^a-z\d]*)(x-ray|[a-z]+)/gi;
const LONGEST_WORD = 14;
const MAX_PLAIN_SCORE = 5;

/** Words of the spelling alphabet (alpha, bravo), their first letters in words; for texts that may hold some. */
export function spelledOutTexts(text: string): Run[] {
  const found: Run[] = [];
  for (const match of text.matchAll(SPELLED)) {
    if (found.length >= MAX_FOUND) break;
    const plain = firstLetters(match[0]);
    if (plain !== null) found.push({ text: plain, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Where several signs part the words, the rarer ones part words and the commonest letters. */
function firstLetters(spelled: string): string | null {
  const parts = [...spelled.matchAll(WORD)].map(([, gap, word]) => ({ gap: gap as string, word: word as string }));
  const gaps = new Map<string, number>();
  for (const { gap } of parts.slice(1)) gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
  const [letterGap] = [...gaps].sort(([, m], [, n]) => n - m)[0] ?? [''];
  let joined = '';
  for (const [i, { gap, word }] of parts.entries()) {
    const isGap = /^(?:space|stop|break|slash)$/i.test(word);
    joined += isGap ? ' ' : `${i > 0 && gap !== letterGap ? ' ' : ''}${(word[0] as string).toLowerCase()}`;
  }
  const plain = joined
    .split(/ +/)
    .map((word) => (word.length > LONGEST_WORD ? (segmented(word) ?? word) : word))
    .join(' ')
    .trim();
  return languageScore(plain) <= MAX_PLAIN_SCORE ? plain : null;
}

const PIG = /[a-z][a-z'’]*(?:-[a-z]{1,4})?ay(?![a-z])/gi;
const MIN_PIGS = 4;
const MIN_PIG_SHARE = 0.6;
const MAX_MOVED = 4;

/** Pig latin, line by line; for texts that may hold some. */
export function pigLatinTexts(text: string): Run[] {
  const found: Run[] = [];
  for (let start = 0, end = 0; start < text.length && found.length < MAX_FOUND; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const run = fromPigLatin(text.slice(start, end), start);
    if (run !== null) found.push(run);
  }
  return found;
}

/** From the first such word to the last. */
function fromPigLatin(line: string, at: number): Run | null {
  const pigs = [...line.matchAll(PIG)];
  const [first] = pigs;
  const last = pigs.at(-1);
  if (pigs.length < MIN_PIGS || first === undefined || last === undefined) return null;
  const start = first.index;
  const end = last.index + last[0].length;
  const run = line.slice(start, end);
  const words = run.match(/[a-z]+(?:['’-][a-z]+)*/gi)?.length ?? 0;
  if (pigs.length < words * MIN_PIG_SHARE) return null;
  return { text: run.replace(PIG, (word) => plainWord(word)), start: at + start, end: at + end };
}

/** Of the words that could have become this one, the commonest, or else what reads best. */
function plainWord(pig: string): string {
  const stem = pig.slice(0, -2).replace('-', '').toLowerCase();
  const choices = stem.length > 1 && /[wyh]$/.test(stem) ? [stem.slice(0, -1)] : [];
  for (let moved = 0; moved <= MAX_MOVED && moved < stem.length; moved++) {
    const behind = stem.slice(stem.length - moved);
    if (/[aeiou]/.test(behind.replace(/(?<=q)u/, ''))) break;
    choices.push(behind + stem.slice(0, stem.length - moved));
  }
  const common = best(choices, (choice) => commonness(choice.replace(/['’](?:[stdm]|re|ve|ll)$/, '')));
  return common ?? best(choices, (choice) => 100 - languageScore(` ${choice} `)) ?? stem;
}

/** The choice with the most of something; null where none has any. */
function best(choices: readonly string[], worth: (choice: string) => number): string | null {
  let chosen: string | null = null;
  let most = 0;
  for (const choice of choices) {
    const of = worth(choice);
    if (of <= most) continue;
    most = of;
    chosen = choice;
  }
  return chosen;
}
