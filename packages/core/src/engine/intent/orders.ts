// SPDX-License-Identifier: Apache-2.0
import { type RuleInput, ruleFindings } from '../rule-findings.ts';
import type { Finding } from '../types.ts';
import type { IntentRules } from './intent.ts';

/** The pack has no pattern for what only such a rule can say. */
const NO_PATTERN = () => null;

/**
 * Part of the precheck: texts that order what only a human decides (authority, infrastructure). No expression of the pack
 * can say this, because it takes an act, its object and the words that push the human aside, in any order. The text and
 * what decoded out of it are read only where a scan saw one of `rules.gate` in them.
 */
export function findOrders(input: RuleInput, rules: IntentRules): readonly Finding[] {
  return ruleFindings(input, rules.matchText, NO_PATTERN);
}
