// SPDX-License-Identifier: Apache-2.0
import { languageScore } from '../entropy/bigrams.ts';
import { MAX_FOUND, type Run } from './decode-plausible.ts';

const MAX_PLAIN_SCORE = 5;
const MIN_CELLS = 8;
/** Pictures are made of the same cells; letters are few of them. */
const MAX_UNKNOWN_SHARE = 0.15;

const FIRST_CELL = 0x2800;
const CAPITAL = 0x20;
const NUMBER = 0x3c;
const CELLS = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵⠂⠆⠒⠲⠦⠖⠄⠤';
const LETTERS = "abcdefghijklmnopqrstuvwxyz,;:.?!'-";
const LETTER_OF: ReadonlyMap<number, string> = new Map(
  Array.from(CELLS, (cell, i) => [cell.charCodeAt(0) - FIRST_CELL, LETTERS[i] as string]),
);

/** The commonest letters of most languages. */
const MAY_BE_BRAILLE = ['⠑', '⠁', '⠊', '⠞'];
const BRAILLE = /[\u2801-\u28ff][\u2800-\u28ff \t\r\n]{7,}/g;

/** Braille without contractions; for texts beyond Latin. */
export function brailleTexts(text: string): Run[] {
  if (!MAY_BE_BRAILLE.some((cell) => text.includes(cell))) return [];
  const found: Run[] = [];
  for (const match of text.matchAll(BRAILLE)) {
    const row = match[0].trimEnd();
    const plain = ofCells(row);
    if (plain !== null) found.push({ text: plain, start: match.index, end: match.index + row.length });
    if (found.length >= MAX_FOUND) break;
  }
  return found;
}

function ofCells(row: string): string | null {
  let plain = '';
  let cells = 0;
  let unknown = 0;
  let inNumber = false;
  for (let i = 0; i < row.length; i++) {
    const cell = row.charCodeAt(i) - FIRST_CELL;
    if (cell <= 0) {
      plain += cell === 0 ? ' ' : row[i];
      inNumber = false;
      continue;
    }
    cells++;
    if (cell === CAPITAL) continue;
    if (cell === NUMBER) inNumber = true;
    else {
      const letter = LETTER_OF.get(cell);
      if (letter === undefined) unknown++;
      plain += inNumber ? digitOf(letter) : (letter ?? '');
    }
  }
  if (cells < MIN_CELLS || unknown > cells * MAX_UNKNOWN_SHARE) return null;
  return languageScore(plain) <= MAX_PLAIN_SCORE ? plain : null;
}

/** Behind the number sign a to j are the digits. */
function digitOf(letter: string | undefined): string {
  const place = letter === undefined ? -1 : 'jabcdefghi'.indexOf(letter);
  return place < 0 ? (letter ?? '') : String(place);
}

/** What is drawn where a filter looks for the word. Signs that stand for much else (skull, fire, boom) are left out. */
const HAZARDS: ReadonlyMap<string, string> = new Map([
  ['\u{1f4a3}', 'bomb'],
  ['\u{1f9e8}', 'explosive'],
  ['\u{1f52b}', 'gun'],
  ['\u{1f52a}', 'knife'],
  ['\u{1f5e1}', 'dagger'],
  ['\u{1fa93}', 'axe'],
  ['\u{1f48a}', 'drugs'],
  ['\u{1f489}', 'drugs'],
  ['\u2620', 'poison'],
  ['\u2623', 'biological weapon'],
  ['\u2622', 'nuclear weapon'],
]);
const HAZARD = new RegExp(`([\\p{L}\\d]?)(${[...HAZARDS.keys()].join('|')})\\ufe0f?(?=([\\p{L}\\d]?))`, 'gu');
const MIN_LETTERS = 6;

/** Whether one of the signs could be in a text; each is a look for one rare unit. */
const mayHoldHazards = (text: string) =>
  text.includes('\ud83d') ||
  text.includes('\ud83e') ||
  text.includes('\u2620') ||
  text.includes('\u2622') ||
  text.includes('\u2623');

/** The text with drawn hazards written as words, from the line of the first to the line of the last. */
export function drawnTexts(text: string): Run[] {
  if (!mayHoldHazards(text)) return [];
  let start = -1;
  let end = 0;
  for (const match of text.matchAll(HAZARD)) {
    if (start < 0) start = match.index + (match[1] as string).length;
    end = match.index + match[0].length;
  }
  if (start < 0) return [];
  const behind = text.indexOf('\n', end);
  const lines = text.slice(text.lastIndexOf('\n', start) + 1, behind < 0 ? text.length : behind);
  if (lines.replace(/[^\p{L}]/gu, '').length < MIN_LETTERS) return [];
  return [{ text: inWords(lines), start, end }];
}

/** Signs in a row of one kind are one word. */
function inWords(lines: string): string {
  let last = '';
  let lastEnd = -1;
  return lines.replace(HAZARD, (match, before: string, sign: string, behind: string, at: number) => {
    const again = sign === last && at === lastEnd;
    last = sign;
    lastEnd = at + match.length;
    if (again) return '';
    return `${before}${before === '' ? '' : ' '}${HAZARDS.get(sign)}${behind === '' ? '' : ' '}`;
  });
}
