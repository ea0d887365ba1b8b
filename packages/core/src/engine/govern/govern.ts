// SPDX-License-Identifier: Apache-2.0

import { type EvaluatedSide, evaluateSide, patternDeadline } from '../evaluate.ts';
import { claimsOn } from '../judge-model/apply.ts';
import type { Opinion } from '../judge-model/opinion.ts';
import { worseVerdict } from '../judgement/judge.ts';
import { ENGINES, type Ruleset } from '../ruleset.ts';
import { mergeStages, StageClock } from '../stage-clock.ts';
import type { EvaluateOptions, Governance, Ports, Relation } from '../types.ts';
import { decide, type Ruling } from './decision.ts';
import { governanceExplanation } from './governance-text.ts';
import { carriesPiece, hiddenParts, leakFindings } from './leaked-prompt.ts';
import { extracts, relate } from './relation.ts';
import { suggestResponse } from './response.ts';
import { type Rejudged, type RewriteResult, rewriteText } from './rewrite.ts';

/** Of a second judge, on each side that it was asked about. */
export interface PairOpinions {
  readonly prompt?: Opinion;
  readonly response?: Opinion;
}

/**
 * Judges a prompt and its response, and what the one has to do with the other. Verdict and risk are those of the worse
 * side. Both sides and every rewrite share one time budget for patterns.
 */
export function govern(
  prompt: string,
  response: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions = {},
  opinions: PairOpinions = {},
): Governance {
  return governSides(prompt, response, ruleset, ports, options, opinions).governance;
}

/** A governance together with what it must not show. */
export interface GovernedSides {
  readonly governance: Governance;
  readonly input: EvaluatedSide;
  readonly output: EvaluatedSide;
}

export function governSides(
  prompt: string,
  response: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions,
  opinions: PairOpinions,
): GovernedSides {
  const pair = judgePair(prompt, response, ruleset, ports, options, opinions);
  const { input, output, clock, rejudge, rewriting } = pair;
  const relation = pair.relation();
  const ruling = decide(
    input,
    output,
    () => relation.refusal,
    () => rewriting().ok,
  );
  clock.lap('judgement', ENGINES.judgement);
  const rewrite = ruling.decision === 'rewrite' || ruling.decision === 'block' ? rewriting() : null;
  const suggested = suggestResponse(response, ruling, input, output, ruleset, rejudge);
  const rewritten = rewrite?.ok === true ? rewrite.rewritten : null;
  const governance: Omit<Governance, 'stages'> = {
    governance_id: ports.newId('gov_'),
    decision: ruling.decision,
    verdict: worseVerdict(input.evaluation.verdict, output.evaluation.verdict),
    risk_score: Math.max(input.evaluation.risk_score, output.evaluation.risk_score),
    input: input.evaluation,
    output: output.evaluation,
    relation,
    suggested_rewrite_prompt: rewritten?.text ?? null,
    rewrite:
      rewritten === null
        ? null
        : {
            method: rewritten.method,
            changed: rewritten.changed.map(([start, end]) => input.index.span(start, end)),
            verdict_after: rewritten.verdict,
          },
    suggested_response: suggested,
    human_review: humanReview(ruling, [rewritten?.text ?? null, suggested]),
    explanation: governanceExplanation(ruling, relation, rewrite, ruleset, input.foreign ?? output.foreign),
  };
  clock.lap('explanation', ENGINES.explanation);
  const stages = mergeStages([input.evaluation.stages, output.evaluation.stages, clock.stages]);
  return { governance: { ...governance, stages }, input, output };
}

/**
 * What a pair is decided on, for those who show nothing of why. What the decision does not rest on is not looked for: on a pair
 * that passes, how the two hang together, which is a quarter of the work.
 */
export type Ruled = Pick<Governance, 'decision' | 'verdict' | 'input' | 'output' | 'human_review' | 'stages'>;

/** The decision of `govern` alone: the same, on the same grounds. */
export function ruleOnPair(
  prompt: string,
  response: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions = {},
): Ruled {
  const { input, output, clock, rejudge, relation, rewriting } = judgePair(
    prompt,
    response,
    ruleset,
    ports,
    options,
    {},
  );
  const ruling = decide(
    input,
    output,
    () => relation().refusal,
    () => rewriting().ok,
  );
  clock.lap('judgement', ENGINES.judgement);
  const suggestions = (): (string | null)[] => {
    const rewrite = ruling.decision === 'rewrite' ? rewriting() : null;
    const text = rewrite?.ok === true ? rewrite.rewritten.text : null;
    return [text, suggestResponse(response, ruling, input, output, ruleset, rejudge)];
  };
  // Only there does it matter whether anything can be suggested.
  const suggested = ruling.because === 'a side needs review' ? suggestions() : [];
  const human_review = humanReview(ruling, suggested);
  clock.lap('explanation', ENGINES.explanation);
  return {
    decision: ruling.decision,
    verdict: worseVerdict(input.evaluation.verdict, output.evaluation.verdict),
    input: input.evaluation,
    output: output.evaluation,
    human_review,
    stages: mergeStages([input.evaluation.stages, output.evaluation.stages, clock.stages]),
  };
}

interface JudgedPair {
  readonly input: EvaluatedSide;
  readonly output: EvaluatedSide;
  /** Runs from when both sides were judged. */
  readonly clock: StageClock;
  readonly rejudge: (text: string) => Rejudged;
  readonly relation: () => Relation;
  readonly rewriting: () => RewriteResult;
}

function judgePair(
  prompt: string,
  response: string,
  ruleset: Ruleset,
  ports: Ports,
  options: EvaluateOptions,
  opinions: PairOpinions,
): JudgedPair {
  const deadline = patternDeadline(ports);
  const input = evaluateSide(prompt, 'prompt', ruleset, ports, options, deadline, opinions.prompt);
  const extracting = extracts(input.findings);
  const hidden = hiddenParts(prompt, extracting);
  const leak = leakFindings(hidden, response);
  const output = evaluateSide(response, 'response', ruleset, ports, options, deadline, opinions.response, leak);
  const secret = extracting || leak.length > 0 ? hidden : [];
  const heard = [
    { text: prompt, opinion: opinions.prompt },
    { text: response, opinion: opinions.response },
  ];
  const rejudge = (text: string): Rejudged => {
    const opinion = opinionsOn(text, heard);
    const again = evaluateSide(text, 'prompt', ruleset, ports, { detail: 'summary' }, deadline, opinion);
    return { verdict: again.evaluation.verdict, findings: again.findings };
  };
  return {
    input,
    output,
    clock: new StageClock(ports),
    rejudge,
    relation: once(() => relate(partyOf(prompt, input), partyOf(response, output))),
    rewriting: once(() => rewritePrompt(prompt, input, ruleset, rejudge, secret)),
  };
}

/** What was held against either text is still held against a suggestion that keeps the passage. */
function opinionsOn(
  suggestion: string,
  heard: readonly { readonly text: string; readonly opinion: Opinion | undefined }[],
): Opinion | undefined {
  const claims = heard.flatMap(({ text, opinion }) => claimsOn(suggestion, text, opinion));
  // The second judge has not seen the suggestion itself: of its silence nothing follows.
  return claims.length === 0 ? undefined : { status: 'ok', durationMs: 0, claims, unfounded: 0 };
}

function partyOf(text: string, side: EvaluatedSide) {
  return { text, findings: side.findings, language: side.evaluation.input.language };
}

function rewritePrompt(
  prompt: string,
  input: EvaluatedSide,
  ruleset: Ruleset,
  rejudge: (text: string) => Rejudged,
  secret: readonly string[],
): RewriteResult {
  if (input.evaluation.verdict === 'pass') {
    return { ok: false, reason: 'the prompt passes as it is; what has to change is the response' };
  }
  if (input.findings.length === 0) {
    return { ok: false, reason: 'nothing was found that could be cut, but a stage of the check did not finish' };
  }
  const result = rewriteText(prompt, input.findings, ruleset, rejudge);
  if (!result.ok || !carriesPiece(result.rewritten.text, secret)) return result;
  return { ok: false, reason: 'what is left would show a piece of the hidden instructions' };
}

/**
 * The role is fixed (article on the Bridge): no software holds it. What needs review and got no suggestion that passes is
 * left for a human as well.
 */
function humanReview(ruling: Ruling, suggestions: readonly (string | null)[]): Governance['human_review'] {
  const stuck = ruling.because === 'a side needs review' && suggestions.every((suggestion) => suggestion === null);
  const reason = ruling.review ?? (stuck ? `the ${ruling.side} needs review, and no suggestion passes` : null);
  return { required: reason !== null, reason, role: 'THE_BRIDGE' };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
