// SPDX-License-Identifier: Apache-2.0
import type { EvaluatedSide } from '../evaluate.ts';
import { severityRank } from '../judgement/judge.ts';
import type { Category, Decision, Finding, Verdict } from '../types.ts';

/** The row of contract section 2 that was hit, in the words of the explanation. */
export interface Ruling {
  readonly decision: Decision;
  readonly because:
    | 'a person decides'
    | 'the response fails'
    | 'the response refuses'
    | 'the prompt fails'
    | 'no rewrite passes'
    | 'a side needs review'
    | 'both pass';
  /** Why a human has to look at it; null where none has to. */
  readonly review: string | null;
  /** What the decision rests on: the gravest finding of the side that decided. */
  readonly finding: Finding | null;
  readonly side: 'prompt' | 'response' | null;
}

/** Contract section 2: these go to a person when they weigh high or more. */
const FOR_A_PERSON: ReadonlySet<Category> = new Set<Category>(['authority', 'infrastructure', 'self_harm', 'minors']);

type Facts = Pick<EvaluatedSide, 'findings'> & {
  readonly evaluation: { readonly verdict: Verdict; readonly degraded: boolean };
};

/** The decision table of contract section 2, first hit wins. `refuses` and `canRewrite` are asked only where the answer decides. */
export function decide(input: Facts, output: Facts, refuses: () => boolean, canRewrite: () => boolean): Ruling {
  const promptVerdict = input.evaluation.verdict;
  const responseVerdict = output.evaluation.verdict;
  const forPerson = personMatter(input.findings, 'prompt') ?? personMatter(output.findings, 'response');
  if (forPerson !== null) {
    const review = `${forPerson.finding.category} at ${forPerson.finding.severity} severity in the ${forPerson.side}`;
    return { decision: 'escalate', because: 'a person decides', review, ...forPerson };
  }
  const onPrompt = { side: 'prompt', finding: input.findings[0] ?? null } as const;
  const onResponse = { side: 'response', finding: output.findings[0] ?? null } as const;
  const review = unfinished(input, output);
  if (responseVerdict === 'fail') return { decision: 'block', because: 'the response fails', review, ...onResponse };
  if (promptVerdict === 'fail' && refuses()) {
    return { decision: 'allow', because: 'the response refuses', review, ...onPrompt };
  }
  if (promptVerdict === 'fail' && responseVerdict === 'pass') {
    if (canRewrite()) return { decision: 'rewrite', because: 'the prompt fails', review, ...onPrompt };
    return { decision: 'block', because: 'no rewrite passes', review, ...onPrompt };
  }
  if (promptVerdict !== 'pass' || responseVerdict !== 'pass') {
    const side = promptVerdict === 'pass' ? onResponse : onPrompt;
    return { decision: 'rewrite', because: 'a side needs review', review, ...side };
  }
  return { decision: 'allow', because: 'both pass', review: null, side: null, finding: null };
}

function personMatter(findings: readonly Finding[], side: 'prompt' | 'response') {
  const finding = findings.find(
    ({ category, severity }) => FOR_A_PERSON.has(category) && severityRank(severity) >= severityRank('high'),
  );
  return finding === undefined ? null : { finding, side };
}

/** A verdict that rests on an unfinished check is for a person to confirm. */
function unfinished(input: Facts, output: Facts): string | null {
  if (!input.evaluation.degraded && !output.evaluation.degraded) return null;
  return 'a stage of the check did not finish, so the judgement is incomplete';
}
