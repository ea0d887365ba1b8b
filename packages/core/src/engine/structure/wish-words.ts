// SPDX-License-Identifier: Apache-2.0
/** The words that wishes are recognised by in English; other languages: `wishes-abroad.ts`. */

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
export const WISH = new RegExp(
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
export const HANDED =
  /\b(?:how (?:to|(?:one|he|she|they|it|you|i|someone|somebody|people|we)(?: (?:can|could|would|will|may|might|used to|plan(?:s|ned)? to|did|does))?|does one|do (?:i|you|we|they|people)|(?:did|would|could|can|should|might) (?:one|people|they|he|she|someone|somebody|you|i|we))|(?:ways|steps|methods|techniques|instructions|tricks|tips) (?:to|for|of)) (?=\p{L})/uy;
/** Of which one stands there; but for the first they are looked for where a text is read closely only, since that takes longest. */
export const HANDING: readonly string[] = [
  'how ',
  'ways ',
  'steps ',
  'methods ',
  'techniques ',
  'instructions ',
  'tricks ',
  'tips ',
];
/** Somebody in a work is to do it. */
export const TOLD =
  /\b(?:must|has to|have to|going to|wants? to|needs? to|plan(?:s|ning)? to|able to|manages? to|about to|takes? to|tr(?:ies|ying) to|decides? to|intends? to|attempts? to) (?!(?:be|have|not|know|do|see)\b)(?=\p{L})/gu;
/** A work or a part that is ordered: without that, a story tells of people who do things, and nobody asks for anything. */
export const WORK_ORDERED =
  /(?:^|[.!?:;\n]["”'’)]? {0,3})(?:now |please |let['’]s |then )?(?:write|compose|describe|tell (?:me|us)|design|continue|create|imagine|pretend|give (?:me|him|her|them|us)|draft|narrate|rap|sing|play|act|simulate|invent|script|make)\b|\b(?:game|novel|story|script|scene|play|level) (?:that )?i(?:['’]m| am) (?:designing|writing|making|working)\b/u;

/** What joins a wish to what stands before it in a sentence, and ends it again. */
export const JOINED = /, | [-–—] |— ?| (?:and|but|so|then|also|plus|anyway|please|or) /gu;
/** Within a sentence other orders are mostly what a work or somebody in it is to do. */
export const FOR_ME = new RegExp(
  `^(?:(?:tell|give|show|teach|send|write|explain|help|get|find|describe|list)(?: to| for)? (?:me|us)\\b|${ASKED})`,
  'u',
);

/** Whether the first word, behind marks, is one that a wish may begin with. Most are told by their first letter to be none. */
export function mayOpen(text: string, from: number): boolean {
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
