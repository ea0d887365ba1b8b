// SPDX-License-Identifier: Apache-2.0
/** What is forged and imitates nothing: metal under a hammer, and what people have with each other. */
import type { Stretch } from './prevention.ts';
import { placeFinder, placesOf } from './word-finder.ts';

const METAL = 'iron|steel|alumini?um|bronze|copper|titanium|brass|metals?|alloys?|damascus|carbon';
const WORKS =
  'kni(?:fe|ves)|swords?|blades?|katanas?|daggers?|axes?|axe ?heads?|hammers?|tools?|hooks?|horseshoes?|nails?|anchors?|chains?|anvils?|tongs|spoons?|forks?|pans?|skillets?|holders?|gates?|railings?|hinges?|wheels?|rims?|pistons?|crankshafts?|camshafts?|rods?|axles?|gears?|shafts?|bolts?|wrenches|spanners?|chisels?|ploughs?|plows?|scythes?|armou?r|helmets?|shields?|spears?|arrowheads?|cannons?|golf clubs?|club ?heads?|parts?|components?|bearings?|valves?|flanges?|openers?|pokers?';
const TIES =
  'alliances?|coalitions?|unions?|partnerships?|friendships?|brotherhoods?|sisterhoods?|relationships?|ties|links|bonds?|peace|consensus|compromises?|paths?|ways?|careers?|reputations?|characters?|love|trust|habits?|communit(?:y|ies)|solidarity|nations?|kingdoms?|empires?|republics?|myths?|legends?|(?:national|cultural|regional|collective|european) identit(?:y|ies)|arm(?:y|ies)|cultures?|legac(?:y|ies)|futures?|destin(?:y|ies)|heroes|bread';
const THING = `(?:${METAL}|${WORKS}|${TIES})`;
const BETWEEN =
  '(?: (?:and|or|that|which|so|often|usually|still|first|also|then)| (?:of|in|between|with) (?:the )?(?!and )\\p{L}{1,14}){0,2}';

const nextThing = placeFinder(
  [
    // "forge a leaf hook", "forged lasting friendships"
    `(?:re)?forg(?:e|es|ed|ing) (?:(?:(?!(?:and|or|from|with|for|of|by|to|on|in|as|like)(?!\\p{L}))[\\p{L}-]{1,14}) ){0,4}?${THING}`,
    // "how horseshoes are forged", "alliances forged after 1815"
    `${THING}${BETWEEN} (?:(?:is|are|was|were|be|been|being|gets?|got)(?: (?!n[o']t )\\p{L}{2,13})? )?forged`,
    // "how did Rome forge an army" is above; what has no object at all
    'forg(?:e|es|ed|ing) (?:ahead|onwards?)',
  ]
    .map((form) => `(?<!\\p{L})(?:${form})(?!\\p{L})`)
    .join('|'),
  'iu',
);

/** Whatever is worth money or proves something, its marks, and whoever shall be deceived; in the same sentence the word means that. */
const PROVES =
  /(?<!\p{L})(?:fake\p{L}*|false\p{L}*|counterfeit\p{L}*|certif\p{L}*|papers?|paperwork|documents?|licen[cs]\p{L}*|labels?|stamps?|receipts?|invoices?|records?|reports?|letters?|e-?mails?|deeds?|plates?|serials?|seals?|cards?|tickets?|permits?|passports?|visas?|signatures?|signed|logos?|brand(?:ed|s|ing)?|vouchers?|pass(?:es)?|badges?|agreements?|contracts?|treat(?:y|ies)|prescriptions?|diplomas?|degrees?|transcripts?|ids?|identity cards?|identification|banknotes?|notes?|bills?|money|currenc(?:y|ies)|coins?|che(?:que|ck)s?|paintings?|antiques?|originals?|genuine|authentic\p{L}*|provenance|evidence|fingerprints?|testimon\p{L}*|ballots?|votes?|wills?|claims?|insurance|audit\p{L}*|customs|police|treasury|bearer|government bonds?|savings bonds?|bonds? (?:for|worth|issued|market)|web ?sites?|urls?|login|click\p{L}*|phish\p{L}*|tokens?|cookies?|requests?|packets?|headers?|hash\p{L}*|unnotice\p{L}*|notic(?:e|es|ed|ing)|undetect\p{L}*|detect\p{L}*|too|likewise|same way|as well)(?!\p{L})/iu;
const REACH = 200;
const SENTENCE_END = /[.!?;\n]/u;
const MOST = 32;

/** Stretches in which "forge" is no deceit; half open, in UTF-16 units, in order. */
export function forgedThings(text: string): readonly Stretch[] {
  return placesOf(nextThing, text, MOST).filter(({ start, end }) => !PROVES.test(sentenceAround(text, start, end)));
}

function sentenceAround(text: string, start: number, end: number): string {
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .split(SENTENCE_END)
    .at(-1);
  return `${before}${text.slice(start, end)}${text.slice(end, end + REACH).split(SENTENCE_END, 1)[0]}`;
}
