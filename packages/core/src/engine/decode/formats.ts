// SPDX-License-Identifier: Apache-2.0
import { commonness, segmented } from './segment.ts';

/** The line without its formatting, or null where it has none of the kind. */
export type Decoder = (line: string) => string | null;

const MARK = String.raw`(?:\*{2}|~~|<\/?(?:b|i|u|s|em|strong|span|font|mark|small|sub|sup|wbr|code)(?:\s[^<>]{0,60})?>|<!--[^<>]{0,60}-->|&(?:shy|zwnj|zwj|#8203|#173);)`;
const MARK_INSIDE = new RegExp(String.raw`(?<=\p{L})${MARK}(?=\p{L})`, 'gu');
const ANY_MARK = new RegExp(MARK, 'g');
/** One mark may be a slip, or an emphasis on a syllable. */
const MIN_MARKS = 2;

/** `b**om**b`, `p<b>oi</b>son`, `ig<!-- -->nore`. */
export function unmarked(line: string): string | null {
  if (!/[*<~&]/.test(line)) return null;
  return (line.match(MARK_INSIDE)?.length ?? 0) < MIN_MARKS ? null : line.replace(ANY_MARK, '');
}

const FRAMED = /(?:[[({<|]\p{L}[\])}>|]){3,}|[[({<|]\p{L}[\])}>|]/gu;
const MIN_FRAMED = 6;
const FRAMED_SHARE = 0.5;
const LONGEST_WORD = 14;

/** `[b][o][m][b]`: gaps between the frames part the words; where there is none, the words are told apart. */
function unframed(line: string): string | null {
  const framed = line.match(/[[({<|]\p{L}[\])}>|]/gu)?.length ?? 0;
  if (framed < MIN_FRAMED || framed < FRAMED_SHARE * (line.match(/\p{L}/gu)?.length ?? 0)) return null;
  return line.replace(FRAMED, (run) => inWords(run.replace(/\P{L}/gu, '')));
}

const inWords = (letters: string) => (letters.length > LONGEST_WORD ? (segmented(letters) ?? letters) : letters);

const PARTED = /(?<![\p{L}\p{N}])\p{L}(?:([:;,~+=^#&\\])\p{L})(?:\1\p{L})*(?![\p{L}\p{N}])/gu;
const MIN_PARTED = 8;

/** `b:o:m:b`: signs between letters that the survey of spelled letters does not know. */
function unparted(line: string): string | null {
  let joined = 0;
  const plain = line.replace(PARTED, (run) => {
    const letters = run.replace(/\P{L}/gu, '');
    joined += letters.length;
    return inWords(letters);
  });
  return joined < MIN_PARTED || joined * 2 < (line.match(/\p{L}/gu)?.length ?? 0) ? null : plain;
}

const DOUBLED_WORD = /(?<!\p{L})(?:(\p{L})\1)+(?!\p{L})/gu;
const MIN_DOUBLED_WORDS = 3;

/** `bboommbb`, and nearly every other word as well. */
function undoubled(line: string): string | null {
  const words = line.match(/\p{L}{2,}/gu)?.length ?? 0;
  const doubled = line.match(DOUBLED_WORD)?.length ?? 0;
  if (doubled < MIN_DOUBLED_WORDS || doubled * 2 < words) return null;
  return line.replace(DOUBLED_WORD, (word) => word.replace(/(\p{L})\1/gu, '$1'));
}

/** Names of variables and paths are rows of words too, but hardly ever of these. */
const SMALL_WORDS = new Set(
  'how do does the a an i me my your you all any what why tell give is are without with of it its this that these and can make without who about from'.split(
    ' ',
  ),
);
const MIN_WORDS = 6;
const MIN_SMALL_WORDS = 2;
/** Rows of single letters are keys and codes. */
const MIN_MEAN_LENGTH = 2.5;
const JOINT_SHARE = 0.6;
const LONGEST_JOINT = 12;
const COMMAND = /\\[a-z]{2,12}\{/g;

/** `how_to_make_it`, `"how" + "to" + "make"`, `["how","to"]`: the same signs between nearly all words. */
export function unjoined(line: string): string | null {
  const bare = line.replace(COMMAND, '{');
  const words = bare.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  if (words.length < MIN_WORDS || !readsAsSentence(words)) return null;
  const joints = new Map<string, number>();
  for (const [joint] of bare.matchAll(/[^\p{L}\p{N}'’]+/gu)) {
    if (joint.trim() !== '' && joint.length <= LONGEST_JOINT) joints.set(joint, (joints.get(joint) ?? 0) + 1);
  }
  return Math.max(0, ...joints.values()) < JOINT_SHARE * (words.length - 1) ? null : words.join(' ');
}

export function readsAsSentence(words: readonly string[]): boolean {
  const small = new Set<string>();
  for (const word of words) {
    const lower = word.toLowerCase();
    if (SMALL_WORDS.has(lower)) small.add(lower);
  }
  return small.size >= MIN_SMALL_WORDS && words.join('').length >= MIN_MEAN_LENGTH * words.length;
}

const HUMPED = /(?<!\p{L})\p{L}\p{Ll}*(?:\p{Lu}\p{Ll}*){5,}(?!\p{L})/gu;

/** `tellMeHowToMakeIt`. */
function unhumped(line: string): string | null {
  let seen = false;
  const plain = line.replace(HUMPED, (name) => {
    const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}/gu) ?? [];
    if (!readsAsSentence(words)) return name;
    seen = true;
    return words.join(' ').toLowerCase();
  });
  return seen ? plain : null;
}

/** Letters without gaps but for signs of sentences. */
const GLUED = /^["'“‘(]?\p{L}[\p{L}.,;:!?'’“”"()@-]*$/u;
const GLUED_WORD = /[\p{L}'’]{15,}/gu;

/** A row of letters: `howtomakeit`, `HowdoImakeit?` */
export function unglued(run: string): string | null {
  if (!GLUED.test(run)) return null;
  let seen = false;
  const plain = run.replace(GLUED_WORD, (row) => {
    const words = segmented(row.toLowerCase());
    seen ||= words !== null;
    return words ?? row;
  });
  return seen && readsAsSentence(plain.split(/[^\p{L}'’]+/u)) ? plain.replace(/([.,;:!?])(?=\p{L})/gu, '$1 ') : null;
}

const STARRED = /(?<![\p{L}*])\p{L}{1,12}\*\p{L}{1,12}(?![\p{L}*])/gu;
const MIN_STARRED = 4;
const ALPHABET = [...'aeioubcdfghjklmnpqrstvwxyz'];

/** `b*mb`: the commonest word that the star leaves open. */
export function unstarred(line: string): string | null {
  let seen = false;
  const plain = line.replace(STARRED, (word) => {
    const lower = word.toLowerCase();
    const open = ALPHABET.map((letter) => lower.replace('*', letter)).filter((candidate) => commonness(candidate) > 0);
    if (lower.length < MIN_STARRED || open.length === 0) return word;
    seen = true;
    return open.reduce((best, candidate) => (commonness(candidate) > commonness(best) ? candidate : best));
  });
  return seen ? plain : null;
}

/** What lines are tried for that are no ordinary writing. */
export const ALL_FORMATS: readonly Decoder[] = [unmarked, unframed, unparted, undoubled, unjoined, unhumped];
