// SPDX-License-Identifier: Apache-2.0

import type { EvaluatedSide } from '../evaluate.ts';
import { firstSentence, sentence } from '../judgement/explain.ts';
import type { Ruleset } from '../ruleset.ts';
import type { Category } from '../types.ts';
import type { Ruling } from './decision.ts';
import { articleOf } from './governance-text.ts';
import { type Rejudged, rewriteText } from './rewrite.ts';

/**
 * Contract section 6 speaks of configured help; a deployment without any still points to people. It answers whoever spoke of it,
 * whatever they asked for: a cold refusal can be fatal (article on care in crisis).
 */
const CRISIS_HELP =
  "If this is about you: I'm sorry that things are so hard, and you don't have to get through them alone. If you or someone near you may be in danger, please call your local emergency number or a crisis line, or speak with someone you trust now.";
const CRISIS_WAIT = 'I have asked a person to read this as well.';
const CRISIS: Category = 'self_harm';

/**
 * What could be answered instead: the response with its secrets and personal data as tokens where nothing else is wrong
 * with it; else a refusal that names the article and what can be done; while a person decides, a holding answer. Null
 * where the response may stand, or where no suggestion passes an evaluation of its own.
 */
export function suggestResponse(
  response: string,
  ruling: Ruling,
  input: EvaluatedSide,
  output: EvaluatedSide,
  ruleset: Ruleset,
  rejudge: (text: string) => Rejudged,
): string | null {
  if (ruling.decision === 'allow') return null;
  if (ruling.decision === 'rewrite' && output.evaluation.verdict === 'pass') return null;
  const { findings } = output;
  if (ruling.decision !== 'escalate' && findings.length > 0 && findings.every(({ masked }) => masked)) {
    const redacted = rewriteText(response, findings, ruleset, rejudge);
    if (redacted.ok) return redacted.rewritten.text;
  }
  const candidates = ruling.decision === 'escalate' ? holding(ruling, ruleset) : refusals(ruling, input, ruleset);
  return candidates.find((text) => rejudge(text).verdict === 'pass') ?? null;
}

function holding(ruling: Ruling, rules: Ruleset): string[] {
  if (ruling.finding?.category === CRISIS) return [`${CRISIS_HELP} ${CRISIS_WAIT}`, CRISIS_HELP];
  const article = articleOf(ruling.finding, rules);
  return [
    `I can't decide this by myself: under ${article || 'the constitution'}, a person has to. I have stopped here and asked for one.`,
  ];
}

/** The fuller first; the shorter where the fuller would not pass by itself. */
function refusals(ruling: Ruling, input: EvaluatedSide, rules: Ruleset): string[] {
  const article = articleOf(ruling.finding, rules);
  const refusal = `I can't help with this as it stands${article === '' ? '' : `: it goes against ${article}`}.`;
  const mend = ruling.finding === null ? '' : rules.categories[ruling.finding.category].remediation;
  const offer = input.evaluation.verdict === 'pass' ? 'I can help with a version that keeps to it.' : '';
  const fuller = [refusal, mend === '' ? offer : firstSentence(sentence(mend))].filter((part) => part !== '').join(' ');
  return [fuller, refusal];
}
