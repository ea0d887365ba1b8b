// SPDX-License-Identifier: Apache-2.0

import type { Finding, Side } from '../types.ts';
import type { AppliedAllowance } from './allowances.ts';
import { type ExplainRules, firstSentence, layerWords, sentence } from './explain.ts';
import type { Judgement } from './judge.ts';

const NAMES: Readonly<Record<Side, string>> = { text: 'This text', prompt: 'This prompt', response: 'This response' };
/** More articles than this are counted, not named. */
const MAX_NAMED = 3;

/**
 * Up to three sentences that a person could have written: what it is, what else there is, what to do.
 */
export function summarise(
  judgement: Judgement,
  side: Side,
  rules: ExplainRules,
  notes: SummaryNotes = NO_NOTES,
): string {
  const withheld = withheldSentence(judgement);
  if (judgement.findings.length === 0) return withheld || nothingFound(side, notes);
  const worst = leading(judgement.findings as readonly [Finding, ...Finding[]]);
  const others = judgement.findings.filter((finding) => finding !== worst);
  const opening = judgement.verdict === 'pass' ? `${NAMES[side]} passes with a remark. ` : '';
  return [`${opening}${mainSentence(worst, rules)}`, alsoSentence(worst, others, rules), mendSentence(worst, rules)]
    .concat(withheld)
    .filter((part) => part !== '')
    .join(' ');
}

/** A rule can say what it saw, and the scan only what a wording is close to: among the gravest, a rule leads. */
function leading([worst, ...others]: readonly [Finding, ...Finding[]]): Finding {
  if (worst.source !== 'ai_scan') return worst;
  return others.find((finding) => finding.source === 'precheck' && finding.severity === worst.severity) ?? worst;
}

/** What a reader should know of a text in which nothing stands. */
export interface SummaryNotes {
  /** The text's language, where the AI scan has hardly learned it. */
  readonly foreign: string | null;
  readonly allowed: readonly AppliedAllowance[];
}

const NO_NOTES: SummaryNotes = { foreign: null, allowed: [] };

/** What was not read well is not said to keep to anything (article 9). */
const littleRead = (side: Side, language: string) =>
  `Nothing was found in ${NAMES[side].toLowerCase()}, but the AI scan has learned little of its language (${language}): what only a reader of it would see may have been missed.`;

const nothingIn = (side: Side) => `${NAMES[side]} keeps to the constitution: nothing was found.`;
/** Whole, so that who compares or writes one of them finds the same string each time. */
const NOTHING_FOUND: Readonly<Record<Side, string>> = {
  text: nothingIn('text'),
  prompt: nothingIn('prompt'),
  response: nothingIn('response'),
};

function nothingFound(side: Side, { foreign, allowed }: SummaryNotes): string {
  if (allowed.length === 0) return foreign === null ? NOTHING_FOUND[side] : littleRead(side, foreign);
  const found = `${NAMES[side]} passes: what was found is allowed by the operator (${listOf(allowed.map(({ id }) => id))}).`;
  return foreign === null ? found : `${found} The AI scan has learned little of its language (${foreign}).`;
}

function mainSentence(worst: Finding, rules: ExplainRules): string {
  const what = sentence(worst.what).replace(/[.!?。…]$/, '');
  const article = articleName(worst.article, rules);
  // A model says «this article» where a pattern says what it saw: the summary names the article once.
  if (/\b(?:this|the) article$/.test(what)) return `${what.replace(/(?:this|the) article$/, () => article)}.`;
  if (worst.decoded_from.length === 0) return `${what} (${article}).`;
  const inner = what.startsWith('The ') ? `the ${what.slice(4)}` : what;
  return `Hidden in ${layerWords(worst).join(', inside it ')}: ${inner} (${article}).`;
}

function articleName(number: number, rules: ExplainRules): string {
  const title = rules.articles.get(number)?.title;
  return title === undefined ? `article ${number}` : `article ${number}, ${title}`;
}

/** Other articles, in the order of gravity; more places of the same article are counted. */
function alsoSentence(worst: Finding, others: readonly Finding[], rules: ExplainRules): string {
  const articles = [...new Set(others.map((finding) => finding.article))].filter((n) => n !== worst.article);
  const same = others.filter((finding) => finding.article === worst.article).length;
  const named = articles.slice(0, MAX_NAMED).map((n) => articleName(n, rules));
  const rest = articles.length - named.length;
  if (rest > 0) named.push(`${rest} more`);
  if (same === 0) return named.length === 0 ? '' : `It also touches ${listOf(named)}.`;
  const again = `The same article is touched ${same === 1 ? 'once more' : `${same} more times`}`;
  return named.length === 0
    ? `${again}.`
    : `${again}, and so ${named.length === 1 && rest <= 0 ? 'is' : 'are'} ${listOf(named)}.`;
}

function listOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `${parts.slice(0, -1).join('; ')} and ${parts.at(-1)}`;
}

function mendSentence(worst: Finding, rules: ExplainRules): string {
  const pattern = worst.pattern_id === null ? undefined : rules.patterns.get(worst.pattern_id);
  const remediation = worst.remediation ?? pattern?.remediation ?? rules.categories[worst.category].remediation;
  let mend = MEND_SENTENCES.get(remediation);
  if (mend === undefined) {
    mend = firstSentence(sentence(remediation));
    MEND_SENTENCES.set(remediation, mend);
  }
  return mend;
}

/** By the remediation of a pattern or category: rules have only so many, and a text none of its own. */
const MEND_SENTENCES = new Map<string, string>();

const STAGE_WORDS: Readonly<Record<string, string>> = {
  intake: 'the intake',
  precheck: 'the precheck',
  entropy: 'the entropy analysis',
  ai_scan: 'the AI scan',
};

function withheldSentence({ withheld_by, findings }: Judgement): string {
  if (withheld_by.length === 0) return '';
  const stages = listOf(withheld_by.map((name) => STAGE_WORDS[name] ?? name));
  const found = findings.length === 0 ? 'Nothing was found, but ' : 'Besides, ';
  return `${found}${stages} did not finish, so this cannot pass without a review.`;
}
