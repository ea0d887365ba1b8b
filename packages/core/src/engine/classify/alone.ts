// SPDX-License-Identifier: Apache-2.0
/** When the scan may decide alone. It ranks wordings, so two things make what it sees too little where no pattern agrees. */
import type { Intake } from '../stages.ts';
import { isOrder } from '../structure/quotation.ts';
import type { StructureRules } from '../structure/structure.ts';
import type { Category, Finding, Severity } from '../types.ts';
import { isBaseless } from './baseless.ts';
import { isManualStep } from './manual-step.ts';

/** Under this a passage is most likely ordinary, once the words that every text has are taken out. */
const LEAST_GROUNDS = 0.2;
/** From here on the scan is too sure for a rule's excuse to outweigh it, and, of orders to an assistant, for lack of grounds. */
const TOO_SURE_TO_EXCUSE = 0.7;
const SURE_OF_AN_ORDER = 0.8;
/** Orders to an assistant are told by how they go on; a longer one rests on more than its words. UTF-16 units. */
const SHORT_ORDER = 100;

/** Categories in which a rule knows the harmless use of its words well; insults and self-harm are not excused so. */
const EXCUSABLE: ReadonlySet<Category> = new Set<Category>([
  'crime',
  'violence',
  'weapons',
  'cyber',
  'fraud',
  'privacy',
  'infrastructure',
]);

/**
 * Findings of the scan alone are made low where the passage rests on words that every text has and no word of harm stands
 * in the text ("what stuff would I need to make tortellini"), where it has no word of harm and the scan is not sure of its kind (`baseless.ts`), and where a rule saw its words stand together and knew that
 * they are harmless there, if the scan is not sure. Only flagged texts cost a look.
 */
export function withoutLonely(
  { given, normalised, language }: Pick<Intake, 'given' | 'normalised' | 'language'>,
  scanned: readonly Finding[],
  patterns: readonly Finding[],
  structure: StructureRules | null,
): readonly Finding[] {
  if (structure === null || !scanned.some(isHigh) || patterns.some(({ severity }) => AGREES.has(severity)))
    return scanned;
  let harmful: boolean | undefined;
  let spared: ReadonlySet<Category> | undefined;
  return scanned.map((finding) => {
    if (!isHigh(finding)) return finding;
    if (finding.decoded_from.length > 0)
      return isMisread(finding, structure) ? low(finding, 'It rests on words that every text has.') : finding;
    if ((finding.grounds ?? 1) < LEAST_GROUNDS && (!isOrder(finding) || isSmallOrder(finding, normalised))) {
      harmful ??= structure.namesHarm(normalised);
      if (!harmful) return low(finding, 'It rests on words that every text has.');
    }
    if (isBaseless(finding, { normalised, language })) {
      harmful ??= structure.namesHarm(normalised);
      if (!harmful) return low(finding, 'The text names no harm.');
    }
    if (isManualStep(finding, given)) return low(finding, 'It is a step of a manual.');
    if (finding.confidence >= TOO_SURE_TO_EXCUSE) return finding;
    spared ??= structure.spared(normalised);
    const known = [...spared].some((c) => (isOrder(finding) ? ORDERS.has(c) : EXCUSABLE.has(c)));
    return known ? low(finding, 'A rule that looks for such words knows them as harmless here.') : finding;
  });
}

const isSmallOrder = ({ confidence }: Finding, text: string) =>
  confidence < SURE_OF_AN_ORDER && text.length < SHORT_ORDER;
const ORDERS: ReadonlySet<Category> = new Set<Category>([
  'injection',
  'jailbreak',
  'prompt_extraction',
  'exfiltration',
]);
const AGREES: ReadonlySet<Severity> = new Set<Severity>(['medium', 'high', 'critical']);
const isHigh = ({ severity }: Finding) => severity === 'high';
/** Broken grammar looks like words in the opposite order, and read so it rests on nothing but its words. */
const isMisread = (finding: Finding, structure: StructureRules) =>
  finding.decoded_from.every((layer) => layer === 'reversed') &&
  (finding.grounds ?? 1) < LEAST_GROUNDS &&
  !isOrder(finding) &&
  !structure.namesHarm(finding.matched.toLowerCase());
const low = (finding: Finding, why: string): Finding => ({
  ...finding,
  severity: 'low',
  what: `${finding.what} ${why} So it decides nothing.`,
});
