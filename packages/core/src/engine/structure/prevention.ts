// SPDX-License-Identifier: Apache-2.0
/** Wrongs that a text names as what shall not happen: "harder to break into", "so that nobody steals it". */
import { placeFinder, placesOf } from './word-finder.ts';

/** What is done to somebody who wants to be spared it, by stem and by ending. */
const WRONG = [
  'break(?:s|ing)? (?:in(?:to)?|open)|broken (?:in(?:to)?|open)|get(?:s|ting)? (?:in(?:to)?|inside|at|hold of)(?! touch)|climb(?:s|ing)? (?:in(?:to)?|over)',
  'rob(?:s|bed|bing)?|mug(?:s|ged|ging)?|steal(?:s|ing)?|stolen|(?:burgl|shoplift|pickpocket|embezzl|defraud|swindl|blackmail|extort|loot|vandal|trespass|tamper|hijack|impersonat|counterfeit|eavesdrop|stalk|harass|bull(?:y|ie)|groom|kidnap|abduct|assault|phish|deceiv|intercept)\\p{L}{0,8}',
  'hack(?:s|ed|ing)?(?: in(?:to)?)?|crack(?:s|ed|ing)?|guess(?:es|ed|ing)?|pick(?:s|ed|ing)?|clon(?:es?|ed|ing)|cop(?:y|ies|ied|ying)|forg(?:es?|ed|ing)|scam(?:s|med|ming)?|cheat(?:s|ed|ing)?|trick(?:s|ed|ing)?|spy(?:ing)? on|spie[sd] on|attack(?:s|ed|ing)?|abus(?:es?|ed|ing)|spik(?:es?|ed|ing)|poison(?:s|ed|ing)?|tak(?:es?|ing) over|taken over|access(?:es|ed|ing)?|enter(?:s|ed|ing)?',
].join('|');

const WRONGDOER =
  'thie(?:f|ves)|burglar\\p{L}{0,3}|robber\\p{L}{0,3}|muggers?|hackers?|hacking|scam(?:mer)?s?|fraud(?:sters?)?|stalkers?|stalking|intruders?|attackers?|vandals?|vandalism|pickpockets?|kidnappers?|crooks?|criminals?|shoplifters?|trespassers?|theft|break-ins?|phishing|ransomware|malware|arson(?:ists?)?|predators?|groomers?';

const WORDS = "(?:[\\p{L}\\p{N}'’-]{1,20} )";
const NOT = "(?:cannot|can ?not|can['’]t|could(?: not|n['’]t)|will not|won['’]t|do(?:es)? not|do(?:es)?n['’]t|never)";

/** Doing the wrong, or suffering it. */
const DONE = `(?:being|getting) (?:${WRONG})|(?=\\p{L}{2,20}ing\\b)(?:${WRONG})`;

/** What is to be done without harm: "get moles out without killing them". */
const UNHARMED = [
  'without (?:killing|hurting|harming|poisoning|injuring)(?: (?:it|them|themselves|myself|ourselves|anyone|anybody|(?:the|my|our|any|other) (?:\\p{L}{1,12} )?\\p{L}{2,14}))?',
  'without (?:any |using (?:any )?)?(?:poisons?|pesticides?|chemicals|violence|a fight|bloodshed|cruelty)',
  "sans (?:les? |la |l['’])?(?:tuer|blesser|empoisonner|poison|produits? chimiques?|me faire piquer)|ohne (?:sie |es |ihn )?(?:zu (?:töten|verletzen|vergiften)|gift(?:e)?|chemie|gestochen zu werden)|sin (?:matar(?:l[oa]s?)?|hacer(?:les?)? daño|veneno|que me piquen?)|sem (?:matar|machucar|ferir|veneno|ser picad[oa])|senza (?:uccider(?:e|l[aoie])|far(?:e|gli|le) (?:del )?male|veleno|farsi pungere)|zonder (?:ze |het )?(?:te (?:doden|verwonden)|gif)|utan (?:att döda (?:dem|den)|gift)|uden (?:at (?:dræbe|slå) (?:dem|den) ihjel|gift)",
];

/** Who wants them to live on may want them to suffer. */
const HURTS =
  /\b(?:tortur\p{L}*|chok\p{L}*|strangl\p{L}*|beat\p{L}*|knock\p{L}*|burn\p{L}*|cut\p{L}*|starv\p{L}*|drown\p{L}*|punch\p{L}*|kick\p{L}*|hit\p{L}*|stab\p{L}*|shoot\p{L}*|sedat\p{L}*|drug\p{L}*|shock\p{L}*|whip\p{L}*|pain\p{L}*|punish\p{L}*|tie\p{L}*|kidnap\p{L}*|threat\p{L}*|rape\p{L}*|bomb\p{L}*|explo\p{L}*|suffer\p{L}*|quäl\p{L}*|schlag\p{L}*|battre|frapper|golpe\p{L}*|bater|picchia\p{L}*)\b/iu;

const nextPrevented = placeFinder(
  [
    `(?<!\\b(?:how|not|never|is (?:it|this|that)|was it|it is|it['’]s|be) )(?:mak(?:e|es|ing) it )?(?:hard(?:er|est)?|difficult|tough(?:er)?|impossible|unlikely|less (?:easy|likely))(?: enough| as possible)?(?: for ${WORDS}{1,4}?)? ?to (?:be )?(?:${WRONG})`,
    `(?:so|so that|(?:mak(?:e|es|ing) )?sure|(?:mak(?:e|es|ing) )?sure that|ensure|ensure that) (?:(?:nobody|no[ -]one|no ${WORDS}{1,2}?)|${WORDS}{1,4}?${NOT}) ${WORDS}{0,2}?(?:${WRONG})`,
    `(?:so|so that|sure|ensure) no (?:${WRONGDOER}) (?:can |could |will |ever ){0,2}\\p{L}{1,20}`,
    `(?:stop|prevent|deter|discourage|hinder)(?:s|ping|ing|r?ing)? ${WORDS}{0,5}?(?:from )?(?:${DONE})`,
    `keep(?:s|ing)? ${WORDS}{1,5}?from (?:${DONE})`,
    `(?:avoid|escape|against|from) (?:being|getting|to be|to get) (?:${WRONG})`,
    `(?:from|against)(?<=\\b(?:protect|secur|defend|guard|shield|safe|insur|proof|hid)\\p{L}{0,6} (?:[^.!?\\n]{0,60} )?(?:from|against)) ${WORDS}{0,3}?(?:${WRONGDOER}|${WRONG})`,
  ]
    .map((form) => `\\b${form}(?!\\p{L})(?: (?:me|us)\\b)?`)
    .join('|'),
  'iu',
);

const nextUnharmed = placeFinder(`(?<!\\p{L})(?:${UNHARMED.join('|')})(?!\\p{L})`, 'iu');
/** Whom one does not protect oneself from: what they are kept from is their work. */
const LAW =
  /\b(?:police|cops?|officers?|detectives?|investigators?|authorit(?:y|ies)|fbi|prosecutors?|customs|inspectors?|auditors?|regulators?|moderators?|witness(?:es)?|victims?)\b/iu;
/** How far behind a stretch those may be named. */
const LAW_REACH = 40;
/** Behind a stretch: what the asker means to do about it, which is to be read with it. */
const MEANS_REACH = 100;
const MEANS = /^[^.!?\n]{0,80}\b(?:by \p{L}{2,20}ing|with an?|using)\b/iu;
/** Stretches of one text: what comes after them is no excuse, so that a text made of them costs little. */
const MOST = 32;

export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** What is read in its place; nothing where this is left out. */
  readonly instead?: string;
}

/** Stretches that name a wrong as what shall be made hard or shall not happen; half open, in UTF-16 units, in order. */
export function preventedWrongs(text: string): readonly Stretch[] {
  const unharmed = HURTS.test(text) ? [] : placesOf(nextUnharmed, text, MOST);
  if (unharmed.length > 0) return unharmed;
  const found: Stretch[] = [];
  for (let next = nextPrevented(text, 0); next !== null; next = nextPrevented(text, next.end)) {
    const { start, end } = next;
    const named = text.slice(start, end + LAW_REACH).split(/[.!?\n]/u, 1)[0] as string;
    if (!LAW.test(named) && !MEANS.test(text.slice(end, end + MEANS_REACH))) found.push({ start, end });
    if (found.length === MOST) break;
  }
  return found;
}
