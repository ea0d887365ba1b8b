// SPDX-License-Identifier: Apache-2.0
/** Wishes that nobody words as such: the name of a function that is to be filled, the title of what is to be taught. */
import type { Part } from './parts.ts';
import type { Wish } from './wishes.ts';

/** Longer texts have names and titles of every kind. UTF-16 units. */
const MAX_TEXT = 6_000;
/** A name says something from so many words on; "get_user" does not. */
const LEAST_WORDS = 3;
const MOST_RECASTS = 12;
const NAME = /(?<![\w./-])[a-z][a-z0-9]*(?:_[a-z0-9]+){2,9}(?![\w./-])/gu;
const CAMEL = /(?<![\w.])[a-z]+(?:[A-Z][a-z]*){2,9}(?=\()/gu;
/** Somebody is to fill the code with what its names say, not to repair it. */
const TO_BE_FILLED =
  /\b(?:complete|fill|finish|continue|implement|todo|plain english|real content|no (?:stubs?|placeholders?)|act as (?:the|a)|print the|detailed tutorial|full text|as prose)\b/u;

/** What stands before a title, in quotation marks or behind a colon. */
const TITLE =
  /\b(?:titled?|entitled|called|named|topic|subject|theme|lesson|blackboard|handout|manual|handbook|guide|tutorial|chapter|section|class|course|seminar|lecture|masterclass|entry|page|episode|heading|headed|module|sheet name|dish|article|scroll|essay|brochure|leaflet|workshop|answer key|get\w{0,20}\()(?:[^.!?"“«:)\n]{0,40}: ?|[^.!?"“«:')\n]{0,40})(?:["“«'‘]([^"”»\n]{6,90}?)["”»'’](?!\p{L})|(?<=: ?)([^.!?"“«\n]{6,70})(?=[.!?\n]|$))/gu;
/** Signs of which one stands right before it, each looked for by itself: that takes nearly no time. */
const BEFORE_TITLES = [':', '"', "'", '“', '«', '‘'];
/** What it holds is to be taught or carried out, not told of. */
const TAUGHT =
  /\b(?:steps?|techniques?|tricks|methods?|in (?:full )?detail|real content|tutorial|instructions?|ingredients|worked examples?|model answers|undetected|(?:get|be|getting|being) (?:caught|found out)|as (?:it is|it['’]s) (?:spoken|taught)|complete (?:replies|answers|guides?)|in full|word for word|leave (?:nothing|no detail)|hands-on|how (?:it is|it['’]s|it was) done|full guide|columns?|rows?)\b/u;
/** Who learns to see it coming, in the title or soon behind it. */
const BEHIND = 120;
const TO_GUARD =
  /\b(?:prevent|protect|spot|recogni[sz]e|detect(?!ed)|avoid|report|awareness|warning signs?|red flags?|compliance|defen[cs]e|defend|victims?|laws?|history|why|policy|review|summar)\p{L}*/u;

/** Wishes of a normalised text as somebody would say them plainly. `given` tells capitals where both are equally long. */
export function recastsOf(text: string, given: string): readonly Wish[] {
  if (text.length > MAX_TEXT) return [];
  const wishes: Wish[] = [];
  const add = ({ start, end }: Part, words: string) => {
    if (wishes.length < MOST_RECASTS) wishes.push({ start, end, words, meant: true });
  };
  addNames(text, given, add);
  addTitles(text, add);
  return wishes;
}

type Add = (place: Part, words: string) => void;
const plain = (words: string) => words.trim().replace(/[\s.!?,;:]{1,8}$/u, '');
const asked = (words: string) => (words.startsWith('how ') ? words : `how to ${words}`);

function addNames(text: string, given: string, add: Add): void {
  const camel = given.length === text.length && hasCall(given);
  const snake = text.includes('_');
  if ((!camel && !snake) || !TO_BE_FILLED.test(text)) return;
  if (snake) {
    for (const { index, 0: name } of text.matchAll(NAME))
      add({ start: index, end: index + name.length }, asked(name.replaceAll('_', ' ')));
  }
  if (!camel) return;
  for (const { index, 0: name } of given.matchAll(CAMEL)) {
    const words = name.replace(/[A-Z]/gu, ' $&').toLowerCase();
    if (words.split(' ').length >= LEAST_WORDS) add({ start: index, end: index + name.length }, asked(words));
  }
}

/** A bracket right behind a letter. */
function hasCall(text: string): boolean {
  for (let at = text.indexOf('(', 1); at >= 0; at = text.indexOf('(', at + 1)) {
    const unit = text.charCodeAt(at - 1) | CASE;
    if (unit >= FIRST_LETTER && unit <= LAST_LETTER) return true;
  }
  return false;
}
const FIRST_LETTER = 0x61;
const LAST_LETTER = 0x7a;
const CASE = 0x20;

function addTitles(text: string, add: Add): void {
  if (!BEFORE_TITLES.some((sign) => text.includes(sign)) || !TAUGHT.test(text)) return;
  for (const { index, 0: whole, 1: quoted, 2: announced } of text.matchAll(TITLE)) {
    const title = plain(quoted ?? announced ?? '');
    const end = index + whole.length;
    if (title === '' || TO_GUARD.test(title) || TO_GUARD.test(text.slice(end, end + BEHIND))) continue;
    add({ start: index, end }, title.startsWith('how ') ? title : `write a guide to ${title}`);
  }
}
