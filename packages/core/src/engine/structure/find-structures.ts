// SPDX-License-Identifier: Apache-2.0
import { hitInText, type RuleInput, ruleFindings } from '../rule-findings.ts';
import type { CompiledPack } from '../stages.ts';
import type { Finding } from '../types.ts';
import type { StructureRules } from './structure.ts';
import type { Saying } from './structure-schema.ts';

/**
 * Part of the precheck: words that mean nothing alone and something together, in any order and eleven languages. The text
 * and what decoded out of it are read only where a scan saw words of a rule together in them; a task that is a stranger to the
 * text around it has no words that a scan could see.
 */
export function findStructures(input: RuleInput, rules: StructureRules, pack: CompiledPack): readonly Finding[] {
  const patternOf = ({ pattern }: Saying) =>
    pack.patterns.some(({ id }) => id === pattern) ? (pattern ?? null) : null;
  const findings = ruleFindings(input, rules.match, patternOf);
  const stray = rules.stray(input.intake.normalised);
  return stray === null ? findings : [...findings, hitInText(stray, input.intake, patternOf)];
}
