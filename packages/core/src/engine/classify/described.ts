// SPDX-License-Identifier: Apache-2.0
/** The scan reads words, not who says them: what a text quotes as an example weighs on it as if the text ordered it. */
import { intake as readText } from '../intake/intake.ts';
import type { Classifier, Intake } from '../stages.ts';
import { examples, isOrder } from '../structure/quotation.ts';
import { keptPrompts } from '../structure/reports.ts';
import type { Finding } from '../types.ts';

/**
 * The scan's findings of orders to an assistant are made low where they come from nothing but quoted examples, orders
 * that the patterns saw described, and prompts that are to be kept: the text without those is read once more, which only texts that were flagged cost.
 */
export function withoutDescribed(
  classifier: Classifier,
  { given }: Intake,
  scanned: readonly Finding[],
  patterns: readonly Finding[],
): readonly Finding[] {
  if (!scanned.some(decides) || patterns.some(decides)) return scanned;
  const described = [...examples(given), ...keptPrompts(given), ...patterns.filter(isLow).map(placeOf)];
  if (described.length === 0) return scanned;
  const rest = classifier.scan(readText(blanked(given, described))).findings;
  return rest.some(isOrder) ? scanned : scanned.map((f) => (decides(f) ? { ...f, severity: 'low' as const } : f));
}

const isOpen = ({ decoded_from, start_utf16 }: Finding) => decoded_from.length === 0 && start_utf16 !== null;
const isLow = (f: Finding) => isOrder(f) && isOpen(f) && f.severity === 'low';
const decides = (f: Finding) => isOrder(f) && f.severity !== 'low' && f.severity !== 'info';
const placeOf = ({ start_utf16, end_utf16 }: Finding) => ({ start: start_utf16 as number, end: end_utf16 as number });

function blanked(given: string, stretches: readonly { readonly start: number; readonly end: number }[]): string {
  let text = given;
  for (const { start, end } of stretches) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}
