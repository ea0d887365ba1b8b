// SPDX-License-Identifier: Apache-2.0
/**
 * Patterns and scan read words, not what for: a wrong that somebody wants to prevent or to recognise, that was done to them,
 * that the law has dealt with, or that is none in this sense, weighs as if they wanted to do it.
 */
import { studiedAttacks } from './structure/analysts.ts';
import { curiousQuestions } from './structure/curiosity.ts';
import { headwords } from './structure/dictionary-entry.ts';
import { dilemmas } from './structure/dilemmas.ts';
import { forbiddenConduct } from './structure/forbidden.ts';
import { forgedThings } from './structure/forged-things.ts';
import { harmlessOrders } from './structure/harmless-orders.ts';
import { harmlessSenses } from './structure/harmless-senses.ts';
import { mentionedWords } from './structure/mentioned-words.ts';
import { narratedSpeech } from './structure/narrated.ts';
import { playfulDeeds } from './structure/play.ts';
import { preventedWrongs, type Stretch } from './structure/prevention.ts';
import { briefTale, pursuedWrongs } from './structure/pursuit.ts';
import { asQuoted } from './structure/quotation.ts';
import { sufferedWrongs } from './structure/suffered.ts';
import { toldThreats } from './structure/told-threats.ts';
import { insultsSpokenOf } from './structure/words-spoken-of.ts';
import type { Category, Finding } from './types.ts';

/** What nobody is excused for by what they protect: orders to an assistant, what a text gives away or hides, and contempt. */
const UNEXCUSED: ReadonlySet<Category> = new Set<Category>([
  'authority',
  'infrastructure',
  'impersonation',
  'injection',
  'jailbreak',
  'prompt_extraction',
  'exfiltration',
  'obfuscation',
  'secrets',
  'pii',
  'hate',
  'self_harm',
]);

const ORDERS: ReadonlySet<Category> = new Set<Category>(['injection', 'jailbreak', 'prompt_extraction']);

/** What is done rather than said of somebody. */
const DEEDS: ReadonlySet<Category> = new Set<Category>(['crime', 'cyber', 'fraud', 'privacy', 'weapons']);
/** What reports and advisories tell of. */
const STUDIED: ReadonlySet<Category> = new Set<Category>(['crime', 'cyber', 'fraud', 'privacy']);
/** What somebody says in a tale weighs no more than the tale. */
const VOICED: ReadonlySet<Category> = new Set<Category>(['violence', 'harassment']);
/** What a dictionary has words for. */
const NAMED: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment', 'sexual']);
const INSULTS: ReadonlySet<Category> = new Set<Category>(['harassment']);
const FINDERS = [
  preventedWrongs,
  sufferedWrongs,
  harmlessSenses,
  playfulDeeds,
  pursuedWrongs,
  dilemmas,
  forbiddenConduct,
];

/**
 * The findings are made low where they come from nothing but wrongs that the text wants to prevent or tells the end of: the
 * text without those is read once more, which only texts that were flagged cost. What is planned besides stays in it.
 *
 * @param read what patterns and scan find in a text; null where they could not read all of it
 * @param mayBeGloss whether the text may be one of another language, word by word in English: "forge" is no smith's word there
 */
export function withoutPrevented(
  given: string,
  findings: readonly Finding[],
  read: (text: string) => readonly Finding[] | null,
  mayBeGloss = false,
): readonly Finding[] {
  const weighing = findings.filter(weighs);
  if (weighing.length === 0 || weighing.some((f) => f.decoded_from.length > 0)) return findings;
  const quoted = quotedThreats(findings, weighing, given);
  const stretches = quoted ?? firstFound(findersFor(weighing, mayBeGloss), given);
  if (stretches === null) return findings;
  const rest = read(without(given, stretches));
  if (rest === null || rest.some(weighs)) return findings;
  return findings.map((f) => (!weighs(f) ? f : quoted === null ? { ...f, severity: 'low' as const } : asQuoted(f)));
}

/** Quotations in which rules saw a threat, and that somebody tells of: what the scan sees there it may call otherwise. */
function quotedThreats(
  findings: readonly Finding[],
  weighing: readonly Finding[],
  given: string,
): readonly Stretch[] | null {
  if (!weighing.every(({ category, source }) => VOICED.has(category) || source === 'ai_scan')) return null;
  const threats = findings.filter(({ category, source }) => category === 'violence' && source === 'precheck');
  if (threats.length === 0) return null;
  const told = toldThreats(given).filter(({ start, end }) =>
    threats.some((f) => (f.start_utf16 ?? end) < end && (f.end_utf16 ?? start) > start),
  );
  return told.length === 0 ? null : told;
}

type Finder = (text: string) => readonly Stretch[];

/** What the first finder finds that finds anything. */
function firstFound(finders: readonly Finder[], text: string): readonly Stretch[] | null {
  for (const find of finders) {
    const stretches = find(text);
    if (stretches.length > 0) return stretches;
  }
  return null;
}

/** Who may say that findings of these kinds come from nothing that is wanted; nobody where one of them is not excused. */
function findersFor(weighing: readonly Finding[], mayBeGloss: boolean): readonly Finder[] {
  const are = (kinds: ReadonlySet<Category>) => weighing.every(({ category }) => kinds.has(category));
  const byScan = weighing.every(({ source }) => source === 'ai_scan');
  if (are(ORDERS)) return mayBeGloss ? [harmlessOrders] : [harmlessOrders, forgedThings];
  if (are(NAMED) && weighing.some(({ category }) => category === 'hate')) return [headwords, mentionedWords];
  if (weighing.some(({ category }) => UNEXCUSED.has(category))) return [];
  return [
    ...(mayBeGloss ? [] : [forgedThings]),
    ...FINDERS,
    ...(are(DEEDS) ? [briefTale] : []),
    // Terms of reports and marks of speech are put around anything, so what is sure is believed, and a rule that knows a threat.
    ...(are(STUDIED) && weighing.every(({ confidence }) => confidence < SURE) ? [studiedAttacks] : []),
    ...(are(VOICED) && byScan ? [narratedSpeech] : []),
    ...(are(INSULTS) ? [insultsSpokenOf, headwords, mentionedWords] : []),
    ...(weighing.every(isDoubted) ? [curiousQuestions] : []),
  ];
}

/** Only the scan says so, and is not sure. */
const isDoubted = ({ source, confidence, category }: Finding) =>
  source === 'ai_scan' && confidence < (category === 'harassment' ? SURE_OF_INSULTS : SURE);
const SURE = 0.8;
const SURE_OF_INSULTS = 0.6;

const weighs = ({ severity }: Finding) => severity !== 'low' && severity !== 'info';

/** The text without stretches, half open and in order. */
function without(given: string, stretches: readonly Stretch[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, instead = '' } of stretches) {
    text += `${given.slice(from, start).trimEnd()} ${instead}`;
    from = end;
  }
  return text + given.slice(from).trimStart();
}
