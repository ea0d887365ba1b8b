// SPDX-License-Identifier: Apache-2.0
/** What a text asks for, taken out of what it is wrapped in: a story, a game, a role, somebody's need. */
import { type Part, partsOf } from './parts.ts';
import { asksAbroad, leastAbroad } from './wishes-abroad.ts';

/** A question or an order that stands by itself, half open in UTF-16 units of the text, and the words to read it in. */
export interface Wish extends Part {
  readonly words: string;
  /** Something is to be written, or somebody says that he wants to do it. */
  readonly meant: boolean;
}

/** A wish of fewer units says too little to be judged without what is around it; a longer one is read as far as this. */
const LEAST = 15;
const LONGEST = 300;
/** Longer texts have room for wishes of every kind. UTF-16 units. */
const MAX_TEXT = 100_000;
/** Wishes of one text that are read, and for how many of its units one more is: whoever asks for much can't hide what he asks for last. */
const MOST = 32;
const UNITS_FOR_MORE = 50;

/** What a wish may begin behind. */
const LEAD =
  'q|user|human|student|me|okay|ok|so|and|but|then|now|also|please|first|next|finally|question|task|topic|item|step|\\d{1,2}';
const MEANT =
  'how (?:to|(?:can|do|could|would|should) (?:i|you|one|someone|somebody))|write|tell (?:me|us)|explain|describe|list|provide|create|generate|compose|draft|outline|produce|compile|craft|give (?:me|us)|come up with|script|argue|publish|post|convince|persuade';
const ASKED = [
  'how (?!(?:much|many|old|far|come|might)\\b)',
  "what(?:['’]?s)? (?:is |are |would |could |can |should )?(?:the |some |a )?(?:\\p{L}{3,12} ){0,2}(?:way|step|method|technique|tool|trick|strateg|tactic|recipe|ingredient|thing|material|chemical|drug|poison|excuse|word)",
  'what (?:do|should|can|would|could|must) (?:i|you|we|one|someone|somebody)\\b|which\\b|where (?:can|do|could|would|to)\\b|who (?:can|could|would|will)\\b',
  '(?:can|could|will|would) you\\b|can i\\b|is there (?:an?|any|some)\\b|are there (?:any|some|ways?)\\b',
].join('|');
const ORDERED =
  'give|show|make(?! (?:her|him|it|them|sure)\\b)|develop|design|teach|help|suggest|detail|instruct|build|find(?! (?:attached|enclosed))|name|prepare|identify|offer|construct|demonstrate|devise|formulate|invent|plan|code|hack|steps? (?:to|for|by)|ways? (?:to|of)|instructions? (?:for|on|to)|guide (?:to|on|for)|tutorial|recipe|i (?:need|want|am looking for)';
const WISH = new RegExp(
  `^[^\\p{L}\\d]{0,8}(?:(?:${LEAD})\\b[^\\p{L}\\d]{0,4}){0,4}(?:(${MEANT})\\b|${ASKED}|(?:${ORDERED})\\b)`,
  'u',
);
/** The words that a wish may begin with, so that hardly any sentence is tried. */
const OPENINGS: ReadonlySet<string> = new Set(
  [LEAD, MEANT, ASKED, ORDERED, 'what|whats|can|could|will|would|is|are|where|who|which|i']
    .join('|')
    .split('|')
    .map((opening) => /^[a-z]+/.exec(opening)?.[0] ?? ''),
);

/** Where the sentence hands over to what is wanted. */
const HANDED =
  /\b(?:how (?:to|(?:one|he|she|they|it|you|i|someone|somebody|people|we)(?: (?:can|could|would|will|may|might|used to|plan(?:s|ned)? to|did|does))?|does one|do (?:i|you|we|they|people)|(?:did|would|could|can|should|might) (?:one|people|they|he|she|someone|somebody|you|i|we))|(?:ways|steps|methods|techniques|instructions|tricks|tips) (?:to|for|of)) (?=\p{L})/uy;
/** Of which one stands there; but for the first they are looked for where a text is read closely only, since that takes longest. */
const HANDING: readonly string[] = [
  'how ',
  'ways ',
  'steps ',
  'methods ',
  'techniques ',
  'instructions ',
  'tricks ',
  'tips ',
];
/** A single letter is found ten times as soon as a word is, and the last of this one is the rarest. */
const HOW = 'how ';
const W = 'w';
/** Somebody in a work is to do it. */
const TOLD =
  /\b(?:must|has to|have to|going to|wants? to|needs? to|plan(?:s|ning)? to|able to|manages? to|about to|takes? to|tr(?:ies|ying) to|decides? to|intends? to|attempts? to) (?!(?:be|have|not|know|do|see)\b)(?=\p{L})/gu;
/** A work or a part that is ordered: without that, a story tells of people who do things, and nobody asks for anything. */
const WORK_ORDERED =
  /(?:^|[.!?:;\n]["”'’)]? {0,3})(?:now |please |let['’]s |then )?(?:write|compose|describe|tell (?:me|us)|design|continue|create|imagine|pretend|give (?:me|him|her|them|us)|draft|narrate|rap|sing|play|act|simulate|invent|script|make)\b|\b(?:game|novel|story|script|scene|play|level) (?:that )?i(?:['’]m| am) (?:designing|writing|making|working)\b/u;

/**
 * Wishes of a normalised text that has more in it than one of them, in order.
 *
 * @param closely what people in an ordered work are to do is a wish as well, and what ways and steps lead to
 */
export function wishesOf(text: string, closely: boolean, language: string | null = null): readonly Wish[] {
  if (text.length < 2 * LEAST || text.length > MAX_TEXT) return [];
  const wishes: Wish[] = [];
  const most = MOST + text.length / UNITS_FOR_MORE;
  const told = closely && WORK_ORDERED.test(text);
  const handed = closely ? placesOf(text, HANDING) : placesOfHow(text);
  const foreign = language !== null && language !== 'en';
  for (const place of partsOf(text)) {
    const length = place.end - place.start;
    if (length < LEAST && length < leastAbroad(text, place)) continue;
    if (length < text.length - LEAST) addWhole(wishes, text, place);
    for (const { words, meant } of asksAbroad(wordsOf(text, place), foreign)) wishes.push({ ...place, words, meant });
    if (handed.length > 0) addHanded(wishes, text, place, handed);
    if (told) addTold(wishes, text, place);
    if (wishes.length >= most) break;
  }
  return wishes;
}

function placesOf(text: string, words: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) places.push(at);
  }
  return places.sort((a, b) => a - b);
}

function placesOfHow(text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(W); at >= 0; at = text.indexOf(W, at + 1))
    if (text.charCodeAt(at + 1) === SPACE && text.startsWith(HOW, at - 2)) places.push(at - 2);
  return places;
}

const SPACE = 0x20;
const wordsOf = (text: string, { start, end }: Part) => text.slice(start, Math.min(end, start + LONGEST));

function addWhole(wishes: Wish[], text: string, place: Part): void {
  if (!mayOpen(text, place.start)) return;
  const words = wordsOf(text, place);
  const wish = WISH.exec(words);
  if (wish !== null) wishes.push({ ...place, words, meant: wish[1] !== undefined });
}

/** @param handed places in the text, in order */
function addHanded(wishes: Wish[], text: string, place: Part, handed: readonly number[]): void {
  let words: string | null = null;
  for (const at of handed) {
    if (at < place.start) continue;
    if (at >= place.end) return;
    words ??= wordsOf(text, place);
    HANDED.lastIndex = at - place.start;
    const handing = HANDED.exec(words);
    if (handing !== null) addAsked(wishes, place, words, handing);
  }
}

function addTold(wishes: Wish[], text: string, place: Part): void {
  const words = wordsOf(text, place);
  for (const telling of words.matchAll(TOLD)) addAsked(wishes, place, words, telling);
}

function addAsked(wishes: Wish[], place: Part, words: string, { index, 0: before }: RegExpExecArray): void {
  if (words.slice(0, index).trim() === '') return;
  const what = words.slice(index + before.length).replace(/[\s.!?]{1,8}$/u, '');
  wishes.push({ ...place, words: `how do i ${what}?`, meant: false });
}

/** Whether the first word, behind marks, is one that a wish may begin with. Most are told by their first letter to be none. */
function mayOpen(text: string, from: number): boolean {
  let start = from;
  while (start < from + 8 && !isLetter(text.charCodeAt(start))) start++;
  let end = start;
  if (isLetter(text.charCodeAt(start)) && OPENING_INITIALS[text.charCodeAt(start) - FIRST_LETTER] === 0) return false;
  while (end < start + 12 && isLetter(text.charCodeAt(end))) end++;
  return OPENINGS.has(text.slice(start, end));
}

const FIRST_LETTER = 0x61;
const isLetter = (unit: number) => unit >= FIRST_LETTER && unit <= 0x7a;
const OPENING_INITIALS = Uint8Array.from({ length: 26 }, (_, letter) =>
  [...OPENINGS].some((opening) => opening.charCodeAt(0) === FIRST_LETTER + letter) ? 1 : 0,
);
