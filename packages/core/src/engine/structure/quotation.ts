// SPDX-License-Identifier: Apache-2.0
import type { Category, Finding } from '../types.ts';
import { isInTale } from './in-tale.ts';
import { isDescribed } from './reports.ts';
import { isTalkedAbout } from './talked-about.ts';
import { isMeant, isToldThreat, mayBeTold } from './told-threats.ts';

/** What is quoted to be talked about gives no order and sets nobody lower; it stays visible, and decides nothing. */
const QUOTABLE: ReadonlySet<Category> = new Set<Category>([
  'injection',
  'jailbreak',
  'prompt_extraction',
  'exfiltration',
  'hate',
  'harassment',
  'violence',
  'fraud',
  'manipulation',
  'misinformation',
]);

/** Orders to an assistant: what describes one in plain words gives none either. */
const ORDERS: ReadonlySet<Category> = new Set<Category>([
  'injection',
  'jailbreak',
  'prompt_extraction',
  'exfiltration',
]);

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
  '`': '`',
  "'": "'",
  '\u2018': '\u2019',
};
/** How far from the finding a mark may be, and how far from the marks somebody may say what the quotation is. */
const MARK_REACH = 60;
const REPORT_REACH = 110;

// A word of an address (drop.example.net) says nothing of what stands beside it.
const REPORTED =
  /(?<![\p{L}\p{N}_.@/])(?:wrote|writes|written|said that|says that|shouted|tweeted|means?|meaning|phrases?|term|slogan|headline|titled|quot(?:es?|ed|ing|ation)|attack(?:er|ers|ed|s)?|incident|sent (?:to )?(?:our|the|my)|logs?|logged|tolerate[sd]?|reject(?:s|ed)?|refuse[sd]?|tests? (?:that|for)|(?:unit|regression) tests?|(?:statements?|comments?|remarks?|posts?) like|injections?|jailbreaks?|filter(?:s|ed)?|detect(?:s|ed|or|ion)?|flag(?:s|ged)?|block(?:s|ed)?|translate|searches|grep|contain(?:s|ed|ing)?|examples?|e\.g\.|such as|so-called|what does|what happens|why (?:is|does|do|would)|reads?|reading|sign|poster|notice|sentence|label(?:s|led)?|pasted|message that says|messages that say|treat(?:s|ed)?|handle[sd]?|spot|recogni[sz]e|joke|is how|is what|never let|wrong|hateful|racist|banned|deleted|reported|moderat(?:e|or|ors|ion)|study|stud(?:ies|ied)|paper|article|lesson|teach(?:es|er|ers|ing)?|students?|history|heißt|bedeutet|(?:dulden|tolerieren|akzeptieren) keine|verstoßen gegen|tolérons|no toleramos|não toleramos|non tolleriamo|tolereren geen|schrieb|beispiel|signifie|veut dire|exemple|significa|ejemplo|escreveu|exemplo|scrisse|scritto|esempio|betekent|schreef|voorbeeld)(?![\p{L}\p{N}_@]|(?:-[\p{L}\p{N}-]{1,30})?\.\p{L})|(?<!\p{L})écrit(?!\p{L})|escribió(?!\p{L})|是什么意思|例如|写道|意思是|معنى|مثال|का अर्थ|उदाहरण|означает|написал|пример|переве(?:сти|ди)|übersetz|tradui|traduc|traduz|traduir|tradur|vertaal|翻译|ترجم|अनुवाद/iu;

/** What says of a quotation that it is an example of an attack, or of what is looked for. */
const EXEMPLARY =
  /(?<![\p{L}\p{N}_.@/])(?:examples?|e\.g\.|for instance|such as|attack(?:s|ed|ers?)?|incident|sent (?:to )?(?:our|my) (?:\p{L}{2,12} )?(?:bot|chatbot|assistant|model|agent)|(?:unit|regression) tests?|injections?|jailbreaks?|quot(?:e|es|ed|ation)|phrases?|detect(?:s|ed)?|filters?|flag(?:s|ged)?|block(?:s|ed)?|refuse[sd]?|reject(?:s|ed)?|test cases?|lessons?|slides?|beispiele?|zitat|angriffe?|exemples?|attaques?|ejemplos?|ataques?|exemplos?|esempi[oi]?|attacc(?:o|hi)|voorbeeld(?:en)?|aanval(?:len)?)(?![\p{L}\p{N}_@]|(?:-[\p{L}\p{N}-]{1,30})?\.\p{L})|例如|例子|攻击|مثال|هجوم|उदाहरण|हमल|пример|атак/iu;

/** Who asks for what a quotation says to be done does not report it. */
const OBEYED =
  /\b(?:do (?:what|as|exactly what) (?:it|this|that|the)|follow(?:s|ing)? (?:it|this|that|the)|obey|comply|act on|carry (?:it )?out|execute|put (?:it )?into (?:effect|practice)|and (?:then )?do it|befolge|exécute|obedece|obedeça|esegui|voer)\b|照做|执行|نفذ|выполни/iu;

/**
 * Findings that lie inside a quotation which the words around it report, explain or object to are made low, and so are
 * orders that the sentence only describes.
 */
export function weighQuotations(findings: readonly Finding[], given: string): readonly Finding[] {
  if (!findings.some(isQuotable)) return findings;
  return findings.map((finding) => {
    if (!isQuotable(finding)) return finding;
    const { start_utf16: start, end_utf16: end } = finding as { start_utf16: number; end_utf16: number };
    const decidesNothing = isQuoted(finding, given, start, end) || (isOrder(finding) && isSpokenOf(given, start, end));
    return decidesNothing ? asQuoted(finding) : perhapsQuoted(finding, given, start, end);
  });
}

/** Without marks. */
const isSpokenOf = (given: string, start: number, end: number): boolean =>
  isDescribed(given, start, end) || isTalkedAbout(given, start, end);

/** A threat that somebody else seems to make is for a person to judge: it fails no text by itself. */
function perhapsQuoted(finding: Finding, given: string, from: number, to: number): Finding {
  if (finding.category !== 'violence' || finding.confidence <= UNSURE) return finding;
  const quotation = quotationAround(given, from, to);
  if (quotation === null || !mayBeTold(given, quotation.open, quotation.close + 1)) return finding;
  return {
    ...finding,
    confidence: UNSURE,
    what: `${finding.what} Somebody else may have said it, so a person should look.`,
  };
}
const UNSURE = 0.7;

const QUOTED = 'It is only quoted here, so it decides nothing.';
export const NOTHING_TO_MEND = 'Nothing has to be changed.';
const THREAT_TOLD =
  'Nothing has to be changed; if it was said to you, or you fear for someone, call the police or the emergency services.';

/** A finding of what a text quotes and does not mean. Nobody who tells of it is told to take it out. */
export const asQuoted = (finding: Finding): Finding => ({
  ...finding,
  severity: 'low',
  what: finding.what.endsWith(QUOTED) ? finding.what : `${finding.what} ${QUOTED}`,
  remediation: finding.category === 'violence' ? THREAT_TOLD : NOTHING_TO_MEND,
});

/** Whether a finding is of an order to an assistant. */
export const isOrder = ({ category }: Finding): boolean => ORDERS.has(category);

/** The longest quotation that is taken for an example, in UTF-16 units. */
const LONGEST_EXAMPLE = 600;
/** Of quotations, and of marks that nothing closes; what comes after them is no excuse, so that a text of marks costs little. */
const MOST_EXAMPLES = 64;

/** What says of a quotation that those who quote it do not bear it. */
const REJECTED =
  /\b(?:not|never|n['\u2019]t|no longer) (?:\p{L}{2,10} )?(?:tolerate|accept|allow|permit|condone|welcome)|\b(?:are|is|be) (?:strictly |always )?(?:forbidden|prohibited|not (?:allowed|tolerated|permitted|acceptable)|unacceptable|removed|deleted|banned) ?(?:here|in|on|at|by|from|and|[.;,]|$)|\bviolates? (?:our|the|these|this|community)|\b(?:remove|delete|ban|moderate)s? (?:comments|posts|statements|messages|remarks|users)|(?:dulden|tolerieren|akzeptieren) (?:wir )?keine|verstoßen gegen|tolérons|no toleramos|não toleramos|non tolleriamo|tolereren geen/iu;
/** Who agrees with it after all. */
const ENDORSED =
  /\b(?:but|yet|though|although|however|because)\b|\b(?:true|truth|agree|right about|free speech|censor)|\b(?:aber|mais|pero|mas|ma|maar)\b/iu;

/** Without marks: what somebody says that nobody should say. */
const DISOWNED =
  /\b(?:(?:nobody|no[ -]one|you) (?:should|must) (?:not |never |ever )?(?:say|claim|believe)|(?:i|we) (?:hate|dislike) it when (?:people|they|men|others|some) (?:say|claim|call)|it is (?:wrong|racist|sexist|hateful) to (?:say|claim)|(?:not|n['\u2019]t) true)(?: that)? [^.!?,;:\n]{1,80}/giu;

/** Quotations that a policy says it does not bear, and what somebody disowns; half open. */
export function rejected(given: string): readonly { readonly start: number; readonly end: number }[] {
  const disowned = ENDORSED.test(given)
    ? []
    : [...given.matchAll(DISOWNED)].map(({ index: start, 0: { length } }) => ({ start, end: start + length }));
  return [...quotations(given, REJECTED, ENDORSED), ...disowned];
}

/** Words that hang on a wall are no prompt. */
const PLACED =
  /\b(?:words|text|sign|inscription|letters|numbers|instructions?|rules) (?:above|over|on|below|beside|next to) (?:the|my|our|your|his|her) (?:\p{L}{2,12} )?(?:doors?|fireplace|window|gate|entrance|shelf|stove|oven|sink|bed|desk|counter|sofa|mantel(?:piece)?|stairs|altar|arch|bar|blackboard|wall|statue|tomb(?:stone)?|grave|till|photo|painting|poster|fridge|microwave|washing machine|packet|box|bottle|label)\b/giu;
export const placedWords = (given: string) =>
  [...given.matchAll(PLACED)].map(({ index: start, 0: { length } }) => ({ start, end: start + length }));

/** Quotations that the words around them call examples of attacks, or what is looked for; half open, in order. */
export const examples = (given: string) => quotations(given, EXEMPLARY, OBEYED);

function quotations(
  given: string,
  said: RegExp,
  unless: RegExp,
): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let unclosed = 0;
  for (let i = 0; i < given.length && found.length < MOST_EXAMPLES; i++) {
    const marks = CLOSING[given[i] as string];
    if (marks === undefined || isApostrophe(given, i) || !/^$|[\s([{:,\u2014-]/.test(given[i - 1] ?? '')) continue;
    const close = closingBehind(given, i + 1, marks, LONGEST_EXAMPLE);
    if (close < 0) {
      if (++unclosed >= MOST_EXAMPLES) break;
      continue;
    }
    const around = wordsAround(given, i, close);
    if (said.test(around) && !unless.test(around)) found.push({ start: i, end: close + 1 });
    i = close;
  }
  return found;
}

function isQuotable({ category, severity, start_utf16, decoded_from }: Finding): boolean {
  return (
    QUOTABLE.has(category) &&
    start_utf16 !== null &&
    decoded_from.length === 0 &&
    (severity === 'high' || severity === 'medium')
  );
}

/** Whether a finding is spoken of: a threat only where nobody stands by it or speaks to whom it is meant for. */
function isQuoted(finding: Finding, given: string, from: number, to: number): boolean {
  const quotation = quotationAround(given, from, to);
  if (quotation === null) return false;
  const { open, close } = quotation;
  if (finding.category !== 'violence')
    return isReported(given, open, close) || (isOrder(finding) && isInTale(given, open, close));
  return isToldThreat(given, open, close + 1) || (isReported(given, open, close) && !isMeant(given, open, close + 1));
}

/** Offsets of the marks. */
function quotationAround(given: string, from: number, to: number): { open: number; close: number } | null {
  // A finding may hold its marks.
  const start = from + (isMark(given[from]) ? 1 : 0);
  const end = to - (isMark(given[to - 1]) ? 1 : 0);
  const open = openingBefore(given, start, end);
  // A rule may take a word before the marks for a part of what is ordered inside them.
  if (open < 0 || open - start > end - open) return null;
  const close = closingBehind(given, end, CLOSING[given[open] as string] as string);
  return close < 0 ? null : { open, close };
}

function isReported(given: string, open: number, close: number): boolean {
  const around = wordsAround(given, open, close);
  return (REPORTED.test(around) && !OBEYED.test(around)) || (REJECTED.test(around) && !ENDORSED.test(around));
}

/** What stands close before a quotation and close behind it. */
const wordsAround = (given: string, open: number, close: number) =>
  `${given.slice(Math.max(0, open - REPORT_REACH), open)}\n${given.slice(close + 1, close + 1 + REPORT_REACH)}`;

const isMark = (unit: string | undefined) => unit !== undefined && Object.hasOwn(CLOSING, unit);

/** A mark that is its own partner opens behind these, and in scripts without spaces behind anything. */
const OPENS_BEHIND = /[\s([{:,\u2014\u060c\u2e80-\uffef-]/;

/** The mark that is still open where a finding ends; -1 where none is. */
function openingBefore(given: string, start: number, end: number): number {
  const from = Math.max(0, start - MARK_REACH);
  for (let i = end - 1; i >= from; i--) {
    const mark = given[i] as string;
    if (mark === '\n') return -1;
    if (!isMark(mark) || isApostrophe(given, i)) continue;
    // A mark that is its own partner opens only at the beginning of a word.
    const before = given[i - 1];
    return before === undefined || OPENS_BEHIND.test(before) ? i : -1;
  }
  return -1;
}

function closingBehind(given: string, end: number, marks: string, reach = MARK_REACH): number {
  const to = Math.min(given.length, end + reach);
  for (let i = end; i < to; i++) {
    if (given[i] === '\n') return -1;
    if (marks.includes(given[i] as string) && !isApostrophe(given, i)) return i;
  }
  return -1;
}

/** A mark between two letters is part of a word. */
function isApostrophe(given: string, at: number): boolean {
  return /^[\p{L}]['\u2019][\p{L}]$/u.test(given.slice(at - 1, at + 2));
}
