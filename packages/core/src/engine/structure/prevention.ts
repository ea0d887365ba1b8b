// SPDX-License-Identifier: Apache-2.0
/** Wrongs that a text names as what shall not happen: "harder to break into", "so that nobody steals it". */

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

const PREVENTED = new RegExp(
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
  'giu',
);

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
  const found: Stretch[] = [];
  for (const { index: start, 0: stretch } of text.matchAll(PREVENTED)) {
    const end = start + stretch.length;
    const named = text.slice(start, end + LAW_REACH).split(/[.!?\n]/u, 1)[0] as string;
    if (!LAW.test(named) && !MEANS.test(text.slice(end, end + MEANS_REACH))) found.push({ start, end });
    if (found.length === MOST) break;
  }
  return found;
}
