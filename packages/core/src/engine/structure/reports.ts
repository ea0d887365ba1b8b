// SPDX-License-Identifier: Apache-2.0
/** Orders that a text describes rather than gives, without marks of quotation: rules for moderators, reports, lessons. */

/** How far before an order somebody says that it is refused, and how far behind. */
const REACH = 120;

const GIVER =
  '(?:orders?|texts?|contents?|messages?|attempts?|requests?|prompts?|users?|customers?|visitors?|people|anyone|anybody|someone|somebody|anything|instructions?|pages?|documents?|attackers?)';

/** Up to the order: what asks for it is refused, found or reported. */
const REFUSED_BEFORE = new RegExp(
  `\\b(?:refuses?|rejects?|declines?|blocks?|detects?|flags?|reports?|spots?|resists?|(?:not|never) (?:obey|follow|accept|act on|comply with))\\b[^.!?,\\n]{0,30}\\b${GIVER}\\b[^.!?,\\n]{0,24}\\b(?:that|which|who|to|says?|asks?|tells?|tries|telling|asking|saying|like)\\b[^.!?,\\n]{0,24}$|\\bnever (?:write|say|type|paste|put|include)\\b[^.!?,\\n]{0,10}$`,
  'iu',
);
/** Up to the order: somebody might give it. That it is refused must follow, or it is laid for later. */
const SUPPOSED = new RegExp(
  `\\b(?:if|when(?:ever)?|should)\\b[^.!?,\\n]{0,20}\\b${GIVER}\\b[^.!?,\\n]{0,20}\\b(?:asks?|says?|tells?|tries|try|wants?|orders?|instructs?|demands?|contains?)\\b[^.!?,\\n]{0,24}$`,
  'iu',
);
const REFUSED_BEHIND =
  /\b(?:refuse[sd]?|reject(?:s|ed)?|decline[sd]?|report(?:s|ed)?|block(?:s|ed)?|flag(?:s|ged)?|(?:do|does|must|should|shall|may|will) not|(?:don|doesn|mustn|shouldn|won)[\u2019']t|never)\b/iu;
/** What an assistant shall keep to itself, said of it and not to it. */
const KEPT =
  /\b(?:must|should|shall|may|can|could|will|would|ought|does|is)(?: not|n['\u2019]t| never| under no circumstances) (?:to )?(?:be (?:allowed|tricked|talked|made) (?:in)?to )?(?:disclos|reveal|leak|shar|print|repeat|show|expos|giv|output|quot)\p{L}{0,4} (?:away |out )?(?:(?:any of |parts of )?(?:its|their|the|any|own|system|hidden|internal|secret|initial) ){1,4}(?:prompts?|instructions?|guidelines?)\b/giu;

const OPENING_MARK = /["\u201c\u201e\u00ab'\u2018`]\s{0,2}$/u;

/** A finding may begin with the words that refuse: the order itself begins at the last of these. */
const ORDERED =
  /\b(?:ignore|disregard|forget|override|bypass|discard|drop|skip|reveal|print|repeat|show|tell|act|pretend)\b(?!.*\b(?:ignore|disregard|forget|override|bypass|discard|drop|skip|reveal|print|repeat|show|tell|act|pretend)\b)/isu;

/** Whether the words around an order, in its own sentence, say that it is not to be followed. */
export function isDescribed(text: string, start: number, end: number): boolean {
  const order = start + Math.max(0, text.slice(start, end).search(ORDERED));
  const before = text.slice(Math.max(0, order - REACH), order).replace(OPENING_MARK, '');
  if (REFUSED_BEFORE.test(before)) return true;
  return SUPPOSED.test(before) && REFUSED_BEHIND.test(text.slice(end, end + REACH).split(/[.!?\n]/u, 1)[0] as string);
}

/** Stretches that say of an assistant, to others, that it keeps its prompt to itself; half open, in UTF-16 units. */
export function keptPrompts(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(KEPT)].map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
}
