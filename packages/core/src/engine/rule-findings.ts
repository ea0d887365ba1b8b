// SPDX-License-Identifier: Apache-2.0
import type { DecodedText, Intake } from './stages.ts';
import type { Category, Finding, Severity } from './types.ts';

/** What the precheck knows of a text when it asks rules that read more than one expression can. */
export interface RuleInput {
  readonly intake: Intake;
  readonly decoded: readonly DecodedText[];
  /** Whether a scan saw what the rules ask for in the text, or in what decoded out of it. */
  readonly seenInText: boolean;
  readonly seenInDecoded: boolean;
}

/** What a rule says of a place where it is met. */
export interface RuleSaying {
  readonly category: Category;
  readonly article: number;
  readonly severity: Severity;
  readonly confidence: number;
  readonly explanation: string;
  /** In place of the pattern's or category's. */
  readonly remediation?: string;
}

/** UTF-16 units of the text that was read, half open. */
export interface RuleHit<R extends RuleSaying> {
  readonly rule: R;
  readonly start: number;
  readonly end: number;
}

export const NO_FINDINGS: readonly Finding[] = [];

/**
 * The findings of rules on the normalised text and on what decoded out of it, each read only where a scan saw a reason. The
 * place of a decoded hit is that of the run that it was encoded in.
 */
export function ruleFindings<R extends RuleSaying>(
  { intake, decoded, seenInText, seenInDecoded }: RuleInput,
  match: (text: string) => readonly RuleHit<R>[],
  patternOf: (rule: R) => string | null,
): readonly Finding[] {
  if (!seenInText && !seenInDecoded) return NO_FINDINGS;
  const findings = seenInText ? match(intake.normalised).map((hit) => hitInText(hit, intake, patternOf)) : [];
  for (const { text, layers, start_utf16, end_utf16 } of seenInDecoded ? decoded : []) {
    for (const { rule, start, end } of match(text)) {
      const place = { start_utf16, end_utf16, decoded_from: layers, matched: text.slice(start, end) };
      findings.push(findingOf(rule, patternOf(rule), place));
    }
  }
  return findings.length === 0 ? NO_FINDINGS : findings;
}

/** A hit in the normalised text, at its place in the text as given. */
export function hitInText<R extends RuleSaying>(
  { rule, start, end }: RuleHit<R>,
  intake: Intake,
  patternOf: (rule: R) => string | null,
): Finding {
  const [start_utf16, end_utf16] = intake.rangeToGiven(start, wordEnd(intake.normalised, end));
  const matched = intake.given.slice(start_utf16, end_utf16);
  return findingOf(rule, patternOf(rule), { start_utf16, end_utf16, decoded_from: [], matched });
}

/** A rule may ask for the beginning of a word only: what is shown is the whole one. */
function wordEnd(text: string, end: number): number {
  if (!/[a-z]/.test(text[end - 1] ?? '')) return end;
  return end + (/^[a-z]{1,20}(?!\p{L})/u.exec(text.slice(end, end + 22))?.[0].length ?? 0);
}

type FindingPlace = Pick<Finding, 'start_utf16' | 'end_utf16' | 'decoded_from' | 'matched'>;

function findingOf(rule: RuleSaying, pattern: string | null, place: FindingPlace): Finding {
  const { category, article, severity, confidence, explanation, remediation } = rule;
  return {
    source: 'precheck',
    pattern_id: pattern,
    category,
    article,
    severity,
    confidence,
    ...place,
    masked: false,
    what: explanation,
    ...(remediation !== undefined && { remediation }),
  };
}
