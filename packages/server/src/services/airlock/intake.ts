// SPDX-License-Identifier: Apache-2.0
/**
 * Stage 1. The question is judged as it came, then freed of characters that act instead of showing. What fails is refused
 * before anything else happens; whoever may be in danger is given help. What comes along with the question is data of
 * lesser standing: a piece of it that fails is left out.
 */
import { type Cleaned, cleanText } from '@plumbline/core/engine/intake/clean.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { Verdict } from '@plumbline/core/engine/types.ts';
import type { AirlockAction, AirlockRequest, HistoryTurn, Refusal, TownMemory } from './airlock.ts';
import { crisisFlag, type RefusalRules, refusalFor, refusalOf } from './refusal.ts';

export interface IntakeTools {
  /** By the embedded stages: what comes along is too much to ask a second judge of each piece. */
  readonly screen: (text: string) => Promise<Screening>;
  /** With the second judge, where there is one. */
  readonly consult: (text: string) => Promise<Screening>;
  readonly rules: RefusalRules;
  /** What to tell somebody who may be in danger. */
  readonly helpText: string;
}

export interface Admitted {
  readonly kind: 'admitted';
  readonly verdict: Verdict;
  readonly question: string;
  readonly history: readonly HistoryTurn[];
  readonly sessionContext: readonly (readonly [name: string, value: string])[];
  readonly townMemories: readonly TownMemory[];
  readonly actions: readonly AirlockAction[];
  readonly removed: Cleaned['removed'];
}

export interface Stopped {
  readonly kind: 'refused' | 'redirected';
  readonly verdict: Verdict;
  readonly refusal: Refusal;
  readonly actions: readonly AirlockAction[];
  readonly removed: Cleaned['removed'];
}

export async function intake(request: AirlockRequest, tools: IntakeTools): Promise<Admitted | Stopped> {
  const screening = await tools.consult(request.question);
  const cleaned = cleanText(request.question);
  const { verdict } = screening;
  const actions: AirlockAction[] = cleaned.changed ? ['normalised'] : [];
  const stop = (kind: Stopped['kind'], refusal: Refusal): Stopped => ({
    kind,
    verdict,
    refusal,
    actions,
    removed: cleaned.removed,
  });
  const crisis = crisisFlag(screening);
  if (crisis !== undefined) {
    return stop('redirected', { ...refusalOf({ ...screening, flags: [crisis] }, tools.rules), help: tools.helpText });
  }
  if (verdict === 'fail') return stop('refused', refusalOf(screening, tools.rules));
  if (cleaned.text.trim() === '') return stop('refused', refusalFor('obfuscation', NOTHING_TO_READ, tools.rules));
  const company = await admitCompany(request, tools);
  if (company.leftOut) actions.push('redacted');
  const { history, sessionContext, townMemories } = company;
  const { removed } = cleaned;
  return { kind: 'admitted', verdict, question: cleaned.text, history, sessionContext, townMemories, actions, removed };
}

const NOTHING_TO_READ = 'Nothing that a person could read is left of the question.';

/** History, session values and memories, each piece judged by itself. */
async function admitCompany(request: AirlockRequest, tools: IntakeTools) {
  let leftOut = false;
  const admit = async (text: string): Promise<string | null> => {
    const { verdict } = await tools.screen(text);
    if (verdict === 'fail') leftOut = true;
    return verdict === 'fail' ? null : cleanText(text).text;
  };
  const history: HistoryTurn[] = [];
  for (const { role, content } of request.history ?? []) {
    const admitted = await admit(content);
    if (admitted !== null) history.push({ role, content: admitted });
  }
  const sessionContext: [string, string][] = [];
  for (const [name, value] of Object.entries(request.sessionContext ?? {})) {
    const admitted = await admit(value);
    if (admitted !== null) sessionContext.push([name, admitted]);
  }
  const townMemories: TownMemory[] = [];
  for (const { memory_id, content } of request.townMemories ?? []) {
    const admitted = await admit(content);
    if (admitted !== null) townMemories.push({ memory_id, content: admitted });
  }
  return { history, sessionContext, townMemories, leftOut };
}
