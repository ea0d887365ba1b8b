// SPDX-License-Identifier: Apache-2.0

import type { DecodedText, Intake } from '../stages.ts';
import type { DecodeLayer, Finding } from '../types.ts';
import type { IntentHit, IntentRules } from './intent.ts';

const NO_FINDINGS: readonly Finding[] = [];

/**
 * Part of the precheck: texts that order what only a human decides (authority, infrastructure). No expression of the pack
 * can say this, because it takes an act, its object and the words that push the human aside, in any order. The text and
 * what decoded out of it are read only where a scan saw one of `rules.gate` in them.
 */
export function findOrders(
  intake: Intake,
  decoded: readonly DecodedText[],
  rules: IntentRules,
  seenInText: boolean,
  seenInDecoded: boolean,
): readonly Finding[] {
  if (!seenInText && !seenInDecoded) return NO_FINDINGS;
  const findings = seenInText ? ordersIn(intake, rules) : [];
  for (const { text, layers, start_utf16, end_utf16 } of seenInDecoded ? decoded : []) {
    for (const hit of rules.matchText(text)) {
      findings.push(orderFinding(hit, start_utf16, end_utf16, layers, text.slice(hit.start, hit.end)));
    }
  }
  return findings;
}

function ordersIn(intake: Intake, rules: IntentRules): Finding[] {
  return rules.matchText(intake.normalised).map((hit) => {
    const [start, end] = intake.rangeToGiven(hit.start, hit.end);
    return orderFinding(hit, start, end, [], intake.given.slice(start, end));
  });
}

function orderFinding(
  { rule }: IntentHit,
  start: number,
  end: number,
  layers: readonly DecodeLayer[],
  matched: string,
): Finding {
  return {
    source: 'precheck',
    pattern_id: null,
    category: rule.category,
    article: rule.article,
    severity: rule.severity,
    confidence: rule.confidence,
    start_utf16: start,
    end_utf16: end,
    decoded_from: layers,
    matched,
    masked: false,
    what: rule.explanation,
  };
}
