// SPDX-License-Identifier: Apache-2.0
/** Conduct that a text forbids: codes of conduct, terms of use, house rules, what an assistant is to refuse. */
import type { Stretch } from './prevention.ts';

const BANNED =
  '(?:prohibited|forbidden|banned|disallowed|not (?:allowed|permitted|tolerated|accepted|acceptable)|unacceptable)';
const CONDUCT =
  '(?:behaviou?rs?|conduct|uses?|acts?|actions?|activit(?:y|ies)|content|items?|goods|products?|listings?|offences?|practices?|topics?|requests?)';
/** Who rules are written for. Groups of people that others want forbidden things are not among them. */
const RULED =
  '(?:users?|customers?|members?|guests?|players?|participants?|employees|staff|students?|pupils|passengers?|visitors?|sellers?|hosts?|tenants?|contributors?|subscribers?|residents?|drivers?|volunteers?|contractors?)';
const MAY_NOT =
  "(?:may not|must not|mustn['’]t|shall not|agree not to|are (?:strictly )?(?:not (?:allowed|permitted) to|prohibited from|forbidden (?:to|from)))";
/** What rules tell those who read them not to do; "you must not refuse" forbids nothing. */
const RULED_DEEDS =
  '(?:use|upload|post|publish|send|share|transmit|distribute|attempt to|engage in|host|store|submit|create|sell|offer|promote|encourage|impersonate|harass|threaten|insult|abuse|collect|bully|stalk|attack|copy|bring)';
const ASSISTANT = '(?:(?:the|this|our|your) )?(?:assistant|chatbot|bot|model|ai|agent|system)';
const HELPS =
  '(?:help|assist|produce|provide|create|generate|answer|discuss|write|give|support|engage|comply|respond|explain)';

const FORBIDS = new RegExp(
  [
    `\\b${BANNED} (?:\\p{L}+ ){0,3}?${CONDUCT}\\b[^:]{0,60}?(?: include[sd]?\\b| are\\b|:)`,
    `\\b${CONDUCT} (?:that |which |you )?(?:is|are|will be) (?:strictly |also )?${BANNED}\\b[^:]{0,30}:`,
    `\\b${CONDUCT} (?:that |which |you )?(?:cannot|can['’]t|may not|must not) be (?:listed|sold|posted|uploaded|shared|shipped|brought)\\b`,
    `\\b(?:the following|these)\\b[^:]{0,60}? (?:is|are|will be) (?:strictly )?${BANNED}\\b`,
    `\\b(?:bannable offences?|(?:gross |serious )?misconduct|violations?) (?:include[sd]?\\b|are\\b)|\\bbannable offen[cs]es?:`,
    `\\b${RULED} (?:${MAY_NOT}\\b|(?:will not|won['’]t):)`,
    `\\b(?:we|moderators|admins) (?:also |always )?(?:remove|delete|ban|block|take down|(?:do not|don['’]t|never|will not) (?:tolerate|allow|accept|permit))\\b`,
    `\\b(?:accounts?|${RULED}) (?:is|are|will be|get) (?:suspended|banned|closed|removed|blocked|expelled) (?:for|if|when)\\b`,
    `\\byou ${MAY_NOT}(?: ${RULED_DEEDS}\\b|[^:.]{0,50}:$)`,
    `(?:^|^(?:on|at|in) [^,.]{2,40}?,? )it is (?:strictly |also )?(?:prohibited|forbidden|not (?:allowed|permitted)) to\\b`,
    `\\b(?:is|are|will be) (?:strictly |also |expressly )?${BANNED}(?:$|[.;!]| (?:at|on|in|by|from) )`,
    `^(?:[-*•–]|\\d{1,2}[.)])? ?(?:do not|don['’]t|never) ${RULED_DEEDS}\\b`,
    `\\b${ASSISTANT} (?:also |always |politely )?(?:(?:refuses?|declines?|will (?:refuse|decline)|must (?:refuse|decline)) (?:to ${HELPS}\\b|any\\b|all\\b|requests\\b)|(?:will not|won['’]t|does not|doesn['’]t|must not|should not|cannot) ${HELPS}\\b)`,
    `^(?:[-*•–]|\\d{1,2}[.)])? ?(?:always |politely )?(?:refuse|decline) (?:to ${HELPS}\\b|any\\b|all\\b|requests\\b)`,
    '(?:^|\\P{L})(?:ist|sind|wird|werden|bleibt)(?: \\p{L}+){0,5} (?:untersagt|verboten|nicht (?:erlaubt|gestattet|geduldet))(?!\\p{L})|^(?:untersagt|verboten|(?:un|nicht )zulässige (?:inhalte|nutzung)) (?:ist|sind)',
    '(?:^|\\P{L})(?:(?:est|sont|está|están|queda|quedan|é|são|è|sono|er|är|is|zijn)(?: \\p{L}+)? (?:interdit(?:e?s?)|prohib(?:é|ée|és|ées)|prohibid[oa]s?|proibid[oa]s?|vietat[oiae]|tolérée?s?|ikke tilladt|förbjudet|niet toegestaan|verboden)|se prohíben?)(?!\\p{L})|^(?:(?:conductas|condutas|comportamenti|comportements) )?(?:interdits?|prohibidas?|proibidas?|vietati|inacceptables)(?: :|:)',
    '(?:^|\\P{L})(?:запрещается|запрещено|запрещены|не допускается|не допускаются)(?!\\p{L})|严禁|(?<![不未被])禁止|不得(?!不)|不允许',
  ].join('|'),
  'iu',
);
/** Of what nothing above is made: most sentences need no more than this. */
const HINT =
  /\b(?:not|cannot|never|no)\b|n['’]t\b|forbid|prohib|proib|bann|disallow|unaccept|refus|declin|\bwe\b|moderator|admins|suspend|blocked|removed|closed|expelled|misconduct|violation|offen[cs]e|nicht|untersagt|verboten|unzulässig|interdi|vietat|inacceptable|tilladt|förbjud|toegestaan|запре|допуска|[严禁不]/iu;
/** "No weapons, no insults" forbids where the text says that these are rules. */
const RULES =
  /\b(?:rules?|polic(?:y|ies)|prohibited|forbidden|not allowed|guidelines|terms of (?:use|service)|code of conduct)\b/iu;
const NONE_OF =
  /^(?:[-*•–]|\d{1,2}[.)])? ?(?:[\p{L} ]{2,20}: ?)?no (?!mercy|survivors?|escape|way|rules?|limits?|restrictions?|filters?)\p{L}/iu;

const ASKED = /[?？¿]/u;
/** A text that asks for what it forbids, a threat in the form of a rule, and directions in the form of what not to do. */
const ASKS =
  /[?？¿]|\b(?:explain|describe|tell (?:me|us)|show (?:me|us)|teach|walk (?:me|us)|step[- ]by[- ]step|steps|instructions (?:for|on)|how (?:to|do|can|would|could)|give (?:me|us)|write (?:me|us|an?|the|down)|list (?:all|the|every)|in detail|provide|produce|now|next|then|anyway|nevertheless|opposite|instead|telegram|whatsapp|(?:message|contact|dm) (?:us|me)|buy|order|pretend|imagine|ignore|erkläre?|beschreibe|zeig|schreib|explique|décri[st]|écri[st]|explica|describe|escribe|spiega|descrivi|scrivi|descreva|escreva)\b|объясни|опиши|расскажи|напиши|解释|告诉|描述|写/iu;
const THREATENS =
  /\b(?:i|i['’](?:ll|m|ve|d)|me|my|mine|or else|gonna|you['’]ll (?:die|pay|regret|be sorry))\b|\bor (?:i|we|you|he|she|they|the \p{L}+ (?:will|dies?|gets?|goes))\b|\bwe(?:['’]ll| will| are going to) (?!not|ban|remove|close|suspend|report|delete|block)/iu;
/** What a rule takes back in its own sentence. */
const EXCEPTS = /\b(?:but|otherwise|unless)\b/iu;
const DIRECTS =
  /\b\d+(?:[.,]\d+)? ?(?:g|kg|mg|ml|l|grams?|litres?|liters?|degrees|°|cups?|ounces?|parts?|minutes?|volts?)\b|\b(?:mix|dissolve|solder|stir|detonator|fuse|while (?:making|building|cooking)|when (?:making|building|cooking))\b/iu;

/** Stretches of one text; what comes after them is no excuse. */
const MOST = 64;
const LONGEST_SENTENCE = 700;
const ITEM = /^\s*(?:[-*•–]|\d{1,2}[.)])\s/u;
const BORDER = /[.!?。！？]["'”’)]*(?=\s|$)|[。！？]|\n[ \t]*(?=\n)|\n(?=[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t])/gu;

/** What a text forbids, sentence by sentence and with the lists that follow; nothing where it asks or threatens as well. */
export function forbiddenConduct(text: string): readonly Stretch[] {
  const rules = RULES.test(text);
  const found: Stretch[] = [];
  let rest = '';
  let listEnd = 0;
  for (const { start, end } of sentences(text)) {
    const words = text.slice(start, end).replace(/\s+/gu, ' ').trim();
    const listed = start < listEnd;
    const forbids =
      listed ||
      (words.length <= LONGEST_SENTENCE && HINT.test(words) && (FORBIDS.test(words) || (rules && NONE_OF.test(words))));
    if (!forbids || found.length === MOST) rest += ` ${words}`;
    else if (ASKED.test(words) || EXCEPTS.test(words) || THREATENS.test(words) || DIRECTS.test(words)) return [];
    else found.push({ start, end });
    if (forbids && !listed && words.endsWith(':')) listEnd = endOfList(text, end);
  }
  return ASKS.test(rest) || THREATENS.test(rest) ? [] : found;
}

/** The text without what it forbids; null where it forbids nothing. */
export function withoutForbidden(text: string): string | null {
  const stretches = forbiddenConduct(text);
  if (stretches.length === 0) return null;
  let rest = '';
  let from = 0;
  for (const { start, end } of stretches) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

function sentences(text: string): readonly Stretch[] {
  const parts: Stretch[] = [];
  let start = 0;
  for (const border of text.matchAll(BORDER)) {
    const end = border.index + border[0].length;
    if (text.slice(start, end).trim() !== '') parts.push({ start, end });
    start = end;
  }
  if (text.slice(start).trim() !== '') parts.push({ start, end: text.length });
  return parts;
}

/** Behind a line that announces a list: where its items end, and the lines that belong to them. */
function endOfList(text: string, from: number): number {
  let end = from;
  for (let at = text.indexOf('\n', from); at >= 0; ) {
    const next = text.indexOf('\n', at + 1);
    const line = text.slice(at + 1, next < 0 ? text.length : next);
    if (line.trim() !== '') {
      if (!ITEM.test(line) && !/^[ \t]/u.test(line)) break;
      end = next < 0 ? text.length : next;
    }
    at = next;
  }
  return end;
}
