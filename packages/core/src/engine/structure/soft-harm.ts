// SPDX-License-Identifier: Apache-2.0
/**
 * Words in which harm is asked for softly: none is harm by itself, so that they are no words of harm, but a text with one of
 * them is not plainly ordinary either.
 */

const DEEDS =
  'sneak|dodg|skim|tamper|swip|siphon|ruin|break|brok|ignit|jimm|pretend|kick ?back|leak|expos|neglect|abandon|slash|punctur|scratch|contaminat|pollut|dump|snar|snip|execut|deport|expel|exclud|suppress|doctor(?:ed|ing)|photoshop|fram(?:e|ed|ing)|prank|perjur|clon|vomit|purg|overload|wreck|tailgat|hid|conceal|bur(?:y|ied|ying)|dispos|dissolv|scar|frighten|terrif|panic|mislead|misled|trick|fool|lur|bait|tempt|pressur|forc|mak(?:e|es|ing) (?:him|her|them|people|someone|somebody|my|the|a|an|it|everyone|anyone)|get (?:him|her|them|people|someone|somebody|everyone|anyone)|convinc|persuad|talk (?:him|her|them|\\p{L}{1,12} into)|put (?:in|into|on|under)|slip|spik|lac(?:e|ed|ing)|spray|give (?:him|her|them|someone|somebody)|cut|knock|throw|thr(?:ow|ew)|crash|collaps|block|turn off|switch off|disconnect|unplug|jam|drain|flood|wip|eras|delet|corrupt|alter|scrap|harvest|follow|peek|log|monitor|get (?:in|into|inside|past|around|through|out of|hold|rid|away|back|even|onto)|past|around|unlock|smuggl|resell|escap|ignor|deny|denied|lie|lying|exaggerat|inflat|transfer (?:it|them)|stockpil|hoard';
const NOUNS =
  'sick|ill|unconscious|sleep|asleep|dizzy|nosebleed|pills?|fever|symptoms?|rash|allerg\\p{L}*|chlorine|ammonia|powder|liquid|gas|smoke|fumes|wires?|fuse|timer|sparks?|fuel|pyramids?|worms?|outbreak|nerve|isotopes?|reactors?|grid|substations?|dams?|bridges?|tracks|pipelines?|planes?|drones?|crowds?|stadium|mules?|cvv|dumps|fullz|polls?|polling|badges?|keycards?|safe|vaults?|alarms?|guards?|cameras?|sensors?|detectors?|customs|borders?|loopholes?|workarounds?|evidence|fingerprints|traces?|police|cops?|caught|unnoticed|noticed|notices|noticing|knowing|finding out|realising|realizing|suspect\\p{L}*|suspici\\p{L}*|attention|tonight|revenge|payback|even with|lesson|blam\\p{L}*|innocent|passports?|papers|ids?|licen[cs]es?|certificates?|diplomas?|identit(?:y|ies)|another name|no questions|kidneys?|organs?|permission|consent|owner|strangers?|victims?|rivals?|competitors?|enem(?:y|ies)|ex|minors?|underage|lonely|vulnerable|drunk|passwords?|pins?|codes?|login|credentials?|fake|false|untrue|not true|secret\\p{L}*|silent\\p{L}*';
const SOFT = new RegExp(
  `(?<!\\p{L})(?:(?:${DEEDS})(?:s|es|ed|d|ing|t?ting|p?ped|p?ping|e|er|ers)?|${NOUNS})(?!\\p{L})`,
  'u',
);

/** Whether a normalised text has such a word. English. */
export const asksSoftly = (text: string): boolean => SOFT.test(text);
