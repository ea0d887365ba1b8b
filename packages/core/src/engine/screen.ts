// SPDX-License-Identifier: Apache-2.0
import { type EvaluatedSide, evaluateSide } from './evaluate.ts';
import { tokenAt } from './govern/rewrite.ts';
import type { Opinion } from './judge-model/opinion.ts';
import { planMasks } from './judgement/mask.ts';
import type { Ruleset } from './ruleset.ts';
import type { Finding, Flag, Ports, Verdict } from './types.ts';

/** What a gate needs to know of a text. */
export interface Screening {
  readonly verdict: Verdict;
  /** Worst first. */
  readonly flags: readonly Flag[];
  /** The text with secrets and personal data replaced by what they are; null where it holds none. */
  readonly masked: string | null;
}

/**
 * Judges a text and masks in it what must not be passed on.
 * @param opinion of a second judge on the same text
 */
export function screen(text: string, ruleset: Ruleset, ports: Ports, opinion?: Opinion): Screening {
  return screeningOf(text, evaluateSide(text, 'text', ruleset, ports, {}, undefined, opinion), ruleset);
}

export function screeningOf(text: string, { evaluation, findings }: EvaluatedSide, ruleset: Ruleset): Screening {
  return { verdict: evaluation.verdict, flags: evaluation.flags, masked: maskText(text, findings, ruleset) };
}

/** The text without its secrets and personal data; null where it holds none. What only the AI scan suspects is not masked. */
export function maskText(text: string, findings: readonly Finding[], ruleset: Ruleset): string | null {
  const { hidden } = planMasks(
    text,
    findings.filter(({ source }) => source !== 'ai_scan'),
  );
  if (hidden.length === 0) return null;
  let masked = '';
  let at = 0;
  for (const { start, end } of hidden) {
    masked += text.slice(at, start) + tokenAt(start, end, findings, ruleset);
    at = end;
  }
  return masked + text.slice(at);
}
