// SPDX-License-Identifier: Apache-2.0
import type { Place } from './concept-index.ts';

/** A text shorter than this has no rest that a task could be a stranger in. UTF-16 units. */
const MIN_LENGTH = 100;
/** Longer texts are not searched for strangers: what is alien to a page is common in a book. */
const MAX_LENGTH = 40_000;
/** What somebody asks of a colleague stands between a greeting and a name. */
const MIN_REST = 160;
/** A question between a subject and a name, or in a fence of its own, is what the text was written for. */
const SUBJECT_AND_NAME = 70;
const TASK_LENGTH = { min: 18, max: 200 };
const TABLE_LINES = 3;
/** Where so many lines look like tasks, the text is a list of them. */
const MAX_CANDIDATES = 8;
const STEM = 5;
/** As long are the lines of a paragraph that is wrapped. */
const FULL_LINE = { min: 55, max: 90 };

const ORDER =
  /^(?:please\s|(?:can|could) you\s)?\s*(?:write|compose|draft|translate|explain|describe|tell (?:me|us)|list|suggest|recommend|provide|give(?: me)?|generate|create|design|calculate|compute|convert|solve|define|name|plan|outline|show me|find|teach|prove|compare|discuss|propose|craft|offer|develop|break down|illustrate|demonstrate|elaborate on|brainstorm|invent|recite)\s[^?]{0,180}[.!]$/;
const QUESTION =
  /^(?:(?:can|could) you (?:show|explain|tell|write|give|list|name|translate|describe|compose|recommend|suggest|provide|define|solve|calculate)\s|what(?:['’]s| is| are| was| were| causes)\s|who(?:['’]s| is| was| wrote| invented| discovered)\s|when (?:is|was|did)\s|where (?:is|are|was|did)\s|why (?:is|are|do|does|did)\s|how (?:do|does|did|is|are|many|much|far|old|long)\s)[^?]{8,180}\?$/;
/** A noun before an auxiliary: the line says something of it and orders nothing. */
const SUBJECT = /^[a-z]{3,12}\s(?:will|is|are|was|were|has|have|had|can|may|must|should|would|could|of|in|on|by)\s/;
/** Orders about the answer itself. What begins with who does something orders nobody. */
const MANNER =
  /^(?!(?:you|we|they|the|this|that|these|those|she|its?|our|my|when|once|after|before|because|since)\s)(?:please\s)?[a-z]{3,12}\s(?:[^.?!]{0,70}\s)?your\s(?:answers?|responses?|repl(?:y|ies)|messages?|output|explanation|elucidation|summary)\b[^?]{0,120}$/;
/** The same, with the answer named before what is to be done with it. */
const MANNER_FIRST =
  /^in your (?:answer|response|reply|message|output|summary),?\s(?:please\s)?(?!(?:i|we|you|it|the|there|please)\b)[a-z]{3,12}\s[^?]{8,140}$/;
/** A link or an advertisement that the answer is to carry. */
const CARRIED =
  /^(?:add|include|insert|integrate|append|put|embed|mention)\s[^?\n]{4,140}\syour\s(?:answer|response|reply|message|output|summary)\b[^?]{0,80}$/;
/** What a game with letters makes of an answer; nobody says that in a mail, a table or an explanation. */
const LETTER_GAME =
  /^(?:please\s|(?:can|could) you\s)?(?:replace|swap|jumble|scramble|reverse|invert|shuffle|substitute|convert|encode|combine|capitali[sz]e|double|use|reply|respond|answer|write|omit|remove)\s[^\n]{0,50}(?:\b(?:every|each)\s(?:second|third|fourth|fifth|other)\s(?:letter|word|vowel)|\bvowels\b|\bletters (?:of|in) (?:the )?words\b|\b(?:letters|words|emojis?|base\d\d|hex|binary|morse)\b[^\n]{0,40}\byour\s(?:answer|response|reply|message|output)s?\b)[^\n]{0,80}$/;
/** A task that brings along what it is about. */
const WITH_OBJECT =
  /^(?:please\s|(?:can|could) you\s)?(?:translate|classify|determine|analy[sz]e|assess|identify|rate|is)\s[^\n:?]{0,40}\b(?:this|the following)\b[^\n:?]{0,40}[:?]\s["“'‘][^\n]{10,160}["”'’][.?!]{0,2}$/;
/** A call to put in code that stands below. */
const CODE_CALL =
  /^(?=[^\n]{0,200}\b(?:(?:following|below|subsequent|next)\s(?:code|snippet)|(?:code|snippet)\s(?:snippet|block|section|excerpt|fragment|segment)\sbelow)\b)[^\n.!?]{0,90}\b(?:utili[sz]|us(?:e|ing)\b|incorporat|integrat|embed|includ|inclusion|insert|add|leverag|employ|supplement|elevat|enhanc|implement|adopt|let\b|hone|boost)[^\n.!?]{0,150}$/;
const QUOTED = /["“][^"”\n]{1,80}["”]|(?<![\p{L}\p{N}])['‘][^'’\n]{1,60}['’](?![\p{L}\p{N}])/gu;
/** A task that speaks of what stands around it, or asks for what is done with a text, is none of a stranger. */
const ABOUT_TEXT =
  /\b(?:this|these|those|above|below|following|(?:first|last)(?!\s[a-z]{4})|(?:first|last)\s(?:rows?|lines?|columns?|items?|entry|entries|paragraphs?|sentences?|words?|pages?|names?|values?|numbers?|dates?|years?|teams?|players?|places?|games?|races?)|functions?(?!\s(?:of|to))|tables?|columns?|rows?|e-?mails?|mails?|texts?|code|errors?|bugs?|documents?|articles?|paragraphs?|passages?|invoices?|attach\w*|here|i|my|mine|me|you|your|us|our|we|it|its|them|they|repl(?:y|ies)|responses?|answers?|summar\w+|rewrite|shorten|bullets?|titles?|headlines?|subject|keywords?|proofread|grammar|tone|polite|formal|sentiment|key points|action items|tests?|docstrings?|comments?|queries|sort\w*|order|alphabetical\w*|total|average|highest|lowest|most|least|maximum|minimum)\b/;
/** The you and me of a task are nobody's in particular. */
const ADDRESS = /^(?:please\s)?(?:(?:can|could) you\s)?(?:(?:tell|give|show|teach) (?:me|us)|how do (?:you|i))\s/;
const COMMON = new Set(
  'import return while true false none self class except raise print open range with file path example following what when where which that this with from have your about there their them they would could should please write tell give make some like into than then also been were will more most very such many much does only each between using used good best want need know explain describe list provide suggest create show find help'.split(
    ' ',
  ),
);
/** Tasks that nobody sets in the middle of a report, from the end of the sentence before. */
const PROSE_TASK =
  /[.!?]\s((?:please\s)?(?:(?:write|compose|draft|create|tell me)\s(?:me\s)?(?:an?|the)\s(?:[a-z]{1,16}\s)?(?:story|poem|haiku|joke|song|essay|limerick|riddle|speech|tweet|blog post|fairy tale)\b|translate the (?:following\s)?(?:sentence|phrase|word|text)\b|(?:suggest|list|name|give me|provide)\s(?:me\s)?(?:a list of\s)?(?:the\s)?(?:two|three|four|five|six|ten|[2-9]|10)\s|how do (?:you|i) say\b|what is the capital of\b|calculate\s|solve\s)[^.!?]{4,120}[.!?])(?=\s{1,3}[a-z0-9])/y;
/** How such tasks begin. */
const OPENINGS: readonly string[] = [
  ...['please', 'write', 'compose', 'draft', 'create', 'tell me', 'translate the', 'suggest', 'list', 'name'],
  ...['give me', 'provide', 'how do you say', 'how do i say', 'what is the capital of', 'calculate', 'solve'],
];
/** By the five lowest bits of their first two letters each. */
const BY_FIRST: readonly (readonly string[] | undefined)[] = openingsByFirst();
const SENTENCE_ENDS = ['.', '!', '?'];
const FIRST_PERSON = /\b(?:i|i'm|i’m|i've|me|my|mine|we|our|us|you|your)\b/;

/**
 * A task set inside a text that has nothing to do with it: a line of an e-mail, a table or code that asks whoever answers
 * for something of which no other line has a word. English only: the openings of tasks are words. `text` is normalised.
 */
export function findStrayTask(text: string): Place | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  if (isDocument(text)) return strangerAmongLines(text, 0);
  // What begins an explanation with code in it may be the question that it explains.
  return (hasCode(text) ? strangerAmongLines(text, 1) : null) ?? strangerInProse(text);
}

function isDocument(text: string): boolean {
  if (!text.includes('\n')) return false;
  return MAIL_START.test(text) || DOCUMENT_LINE.test(text) || text.includes('```') || isTable(text);
}

const MAIL_START = /^\s{0,8}(?:subject|email_from|dear|hi|hello)\b/;
/** Of a mail or of code. Bounded, so that rows of blank lines cost no more than others. */
const DOCUMENT_LINE =
  /\n[ \t]{0,12}(?:subject ?:|email_from|received date ?:|dear \w|hi,? \w|hello,? \w|(?:best|kind|warm)? ?regards|sincerely|(?:def|import|from|return|for|while) \S)/;

/** Names of variables in an explanation, as forums write it. */
const hasCode = (text: string) => text.includes('`') && (text.match(CODE_NAMES)?.length ?? 0) >= MIN_CODE_NAMES;
const CODE_NAMES = /`[^`\n]{1,60}`/g;
const MIN_CODE_NAMES = 2;

function isTable(text: string): boolean {
  if (!text.includes('|')) return false;
  return text.split('\n').filter((line) => line.split('|').length > TABLE_LINES).length >= TABLE_LINES;
}

/** A full line that ends in the middle of a sentence: what stands below goes on with it and begins nothing. */
const goesOn = (line: string) =>
  line.length >= FULL_LINE.min && line.length <= FULL_LINE.max && /[\p{L},]$/u.test(line) && !line.includes('|');

function strangerAmongLines(text: string, from: number): Place | null {
  let start = 0;
  let candidates = 0;
  let above = '';
  for (const [number, line] of text.split('\n').entries()) {
    const task = line.trim();
    const at = start + line.indexOf(task);
    start += line.length + 1;
    const wrapped = goesOn(above);
    above = task;
    if (number < from || task.length < TASK_LENGTH.min || task.length > TASK_LENGTH.max || task.includes('|')) continue;
    if (wrapped) continue;
    const place = { start: at, end: at + task.length };
    if (LETTER_GAME.test(task)) return place;
    if (WITH_OBJECT.test(task) && isLonely(text, place)) return place;
    if (CODE_CALL.test(task)) {
      const end = endOfCode(text, start);
      if (end > start && isLonely(text, { start: at, end })) return { start: at, end };
    }
    if (MANNER.test(task) || MANNER_FIRST.test(task) || CARRIED.test(task)) return place;
    if (!(ORDER.test(task) && !SUBJECT.test(task)) && !QUESTION.test(task)) continue;
    if (!ABOUT_TEXT.test(task.replace(ADDRESS, '').replace(QUOTED, ' ')) && isLonely(text, place, SUBJECT_AND_NAME))
      return place;
    if (++candidates >= MAX_CANDIDATES) return null;
  }
  return null;
}

/** Of the code that begins in the line at `from`, or behind an empty one; `from` where there is none. */
function endOfCode(text: string, from: number): number {
  const opening = /^\s{0,4}```[^\n]{0,20}\n/.exec(text.slice(from, from + 40));
  if (opening === null) return from;
  const close = text.indexOf('```', from + opening[0].length);
  return close < 0 ? text.length : close + 3;
}

/** Only where a report goes on behind it, and nobody speaks of himself: else it is the reader's own request. */
function strangerInProse(text: string): Place | null {
  let candidates = 0;
  let read = 0;
  for (const sentenceEnd of endsBeforeOpenings(text)) {
    if (sentenceEnd < read) continue;
    PROSE_TASK.lastIndex = sentenceEnd;
    const match = PROSE_TASK.exec(text);
    if (match === null) continue;
    if (++candidates > MAX_CANDIDATES) return null;
    read = PROSE_TASK.lastIndex;
    const place = { start: read - (match[1] as string).length, end: read };
    const rest = `${text.slice(0, place.start)} ${text.slice(place.end)}`;
    if (!FIRST_PERSON.test(rest) && isAlien(text, place)) return place;
  }
  return null;
}

/** Ends of sentences behind which a task may begin, in their order. Looking for single signs is far cheaper than an expression. */
function endsBeforeOpenings(text: string): readonly number[] {
  const ends: number[] = [];
  for (const sign of SENTENCE_ENDS) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (opensTask(text, at + 2)) ends.push(at);
    }
  }
  return ends.length < 2 ? ends : ends.sort((a, b) => a - b);
}

/** Among enough other words, so that it is not what the text was written for. */
const isLonely = (text: string, place: Place, least = MIN_REST) =>
  text.length - (place.end - place.start) >= least && isAlien(text, place);

/** It has words of its own, and the rest of the text has none of them. */
function isAlien(text: string, { start, end }: Place): boolean {
  const own = stemsOf(text.slice(start, end));
  if (own.size < 2) return false;
  const rest = stemsOf(`${text.slice(0, start)}\n${text.slice(end)}`);
  for (const stem of own) if (rest.has(stem)) return false;
  return true;
}

function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}]{4,}/gu)) if (!COMMON.has(word)) stems.add(word.slice(0, STEM));
  return stems;
}

function openingsByFirst(): readonly (readonly string[] | undefined)[] {
  const table = new Array<string[] | undefined>(1 << 10);
  for (const opening of OPENINGS) {
    const first = pairAt(opening, 0);
    table[first] = [...(table[first] ?? []), opening];
  }
  return table;
}

function opensTask(text: string, at: number): boolean {
  const openings = BY_FIRST[pairAt(text, at)];
  return openings?.some((opening) => text.startsWith(opening, at)) ?? false;
}

/** Five bits of two units each; of those behind the end none. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31);
}
