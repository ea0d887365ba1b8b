// SPDX-License-Identifier: Apache-2.0
import type { CompiledPack, DecodedText, Intake } from '../stages.ts';
import type { DecodeLayer, Finding } from '../types.ts';
import type { StructureHit, StructureRules } from './structure.ts';

const NO_FINDINGS: readonly Finding[] = [];

/** What the precheck knows of a text when it asks for structures. */
export interface StructureInput {
  readonly intake: Intake;
  readonly decoded: readonly DecodedText[];
  /** Whether a scan saw one of `rules.gate` in the text, or in what decoded out of it. */
  readonly seenInText: boolean;
  readonly seenInDecoded: boolean;
}

/**
 * Part of the precheck: words that mean nothing alone and something together, in any order and eleven languages. The text
 * and what decoded out of it are read only where a scan saw one of `rules.gate` in them.
 */
export function findStructures(input: StructureInput, rules: StructureRules, pack: CompiledPack): readonly Finding[] {
  const { intake, decoded, seenInText, seenInDecoded } = input;
  if (!seenInText && !seenInDecoded) return NO_FINDINGS;
  const findings: Finding[] = [];
  if (seenInText) {
    for (const hit of rules.match(intake.normalised)) {
      const [start, end] = intake.rangeToGiven(hit.start, hit.end);
      findings.push(structureFinding(hit, start, end, [], intake.given.slice(start, end), pack));
    }
  }
  for (const { text, layers, start_utf16, end_utf16 } of seenInDecoded ? decoded : []) {
    for (const hit of rules.match(text)) {
      findings.push(structureFinding(hit, start_utf16, end_utf16, layers, text.slice(hit.start, hit.end), pack));
    }
  }
  return findings.length === 0 ? NO_FINDINGS : findings;
}

function structureFinding(
  { rule }: StructureHit,
  start: number,
  end: number,
  layers: readonly DecodeLayer[],
  matched: string,
  pack: CompiledPack,
): Finding {
  const known = rule.pattern !== undefined && pack.patterns.some(({ id }) => id === rule.pattern);
  return {
    source: 'precheck',
    pattern_id: known ? (rule.pattern as string) : null,
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
