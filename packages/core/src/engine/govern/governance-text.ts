// SPDX-License-Identifier: Apache-2.0

import { sentence } from '../judgement/explain.ts';
import type { Ruleset } from '../ruleset.ts';
import type { Finding, Relation } from '../types.ts';
import type { Ruling } from './decision.ts';
import { LEAKED } from './prompt-leak.ts';
import type { RewriteResult } from './rewrite.ts';

type Articles = Pick<Ruleset, 'articles'>;

/**
 * Why the decision is what it is: the row that was hit, what the pair shows, and what became of the rewrite.
 * @param foreign the language of a side where the AI scan has hardly learned it, else null
 */
export function governanceExplanation(
  ruling: Ruling,
  relation: Relation,
  rewrite: RewriteResult | null,
  rules: Articles,
  foreign: string | null = null,
): string {
  return [decisionSentence(ruling, rules, foreign), ...relationSentences(relation), rewriteSentence(rewrite)]
    .filter((part) => part !== '')
    .join(' ');
}

/** `article 31, Untrusted text is data`; empty without a finding. */
export function articleOf(finding: Finding | null, rules: Articles): string {
  if (finding === null) return '';
  const title = rules.articles.get(finding.article)?.title;
  return title === undefined ? `article ${finding.article}` : `article ${finding.article}, ${title}`;
}

const SENTENCES: Readonly<Record<Ruling['because'], (side: string, article: string) => string>> = {
  'a person decides': (side, article) => `Escalated: the ${side} concerns a matter that a person decides${article}.`,
  'the response fails': (_, article) => `Blocked: the response breaks the constitution${article}.`,
  'the response refuses': (_, article) =>
    `Allowed: the prompt breaks the constitution${article}, and the response refuses it.`,
  'the prompt fails': (_, article) =>
    `To be rewritten: the prompt breaks the constitution${article}, though the response passes.`,
  'no rewrite passes': (_, article) =>
    `Blocked: the prompt breaks the constitution${article}, and no rewrite of it passes.`,
  'a side needs review': (side, article) => `To be rewritten: the ${side} cannot pass as it stands${article}.`,
  'both pass': () => 'Allowed: prompt and response keep to the constitution.',
};

/** Nobody can say that a text keeps to the constitution who hardly reads its language. */
const allowedUnread = (language: string) =>
  `Allowed: nothing was found in prompt and response, though the AI scan has learned little of the language of one (${language}).`;

function decisionSentence(ruling: Ruling, rules: Articles, foreign: string | null): string {
  if (ruling.because === 'both pass' && foreign !== null) return allowedUnread(foreign);
  const article = articleOf(ruling.finding, rules);
  const first = SENTENCES[ruling.because](ruling.side ?? '', article === '' ? '' : ` (${article})`);
  return ruling.finding === null ? first : `${first} ${sentence(ruling.finding.what)}`;
}

function relationSentences(relation: Relation): string[] {
  const sentences: string[] = [];
  if (relation.injection_followed === true) sentences.push('The response follows the injection in the prompt.');
  if (relation.injection_followed === false)
    sentences.push('The response does not follow the injection in the prompt.');
  const { overlap } = relation.prompt_leak;
  if (overlap >= LEAKED)
    sentences.push(
      `Of the words of the response, ${Math.round(overlap * 100)} in 100 repeat the instructions in the prompt.`,
    );
  if (relation.echoed_secret) sentences.push('The response repeats a secret or personal datum of the prompt.');
  return sentences;
}

function rewriteSentence(rewrite: RewriteResult | null): string {
  if (rewrite === null) return '';
  if (!rewrite.ok) return `No rewritten prompt is suggested: ${rewrite.reason}.`;
  const { tokens, passages, orders } = rewrite.rewritten.loss;
  const left = [
    ...(passages === null ? [] : [`the ${passages} in which something breaks the constitution`]),
    ...(orders ? ['what an attempt to take over orders'] : []),
  ].join(' and ');
  const changes = [
    ...(left === '' ? [] : [`leaves out ${left}`]),
    ...(tokens ? ['has secrets and personal data replaced by tokens'] : []),
  ];
  return `The suggested prompt ${changes.join(', ')}, keeps the rest, and passes.`;
}
