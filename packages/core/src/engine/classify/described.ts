// SPDX-License-Identifier: Apache-2.0
/** The scan reads words, not who says them: what a text quotes as an example weighs on it as if the text ordered it. */
import { intake as readText } from '../intake/intake.ts';
import type { Classifier, Intake } from '../stages.ts';
import { examples, isOrder, placedWords, rejected } from '../structure/quotation.ts';
import { keptPrompts } from '../structure/reports.ts';
import type { Category, Finding } from '../types.ts';

/**
 * The scan's findings of orders to an assistant, and of contempt, are made low where they come from nothing but quoted examples, orders
 * that the patterns saw described, and prompts that are to be kept, or from what a policy forbids: the text without those is
 * read once more, which only texts that were flagged cost.
 */
export function withoutDescribed(
  classifier: Classifier,
  { given }: Intake,
  scanned: readonly Finding[],
  patterns: readonly Finding[],
): readonly Finding[] {
  return [orders, contempt].reduce(
    (findings, kind) => withoutKind(kind, classifier, given, findings, patterns),
    scanned,
  );
}

/** What may be quoted without being meant, and where. */
interface Quoted {
  readonly decides: (finding: Finding) => boolean;
  readonly stretches: (given: string, patterns: readonly Finding[]) => readonly Stretch[];
}

const orders: Quoted = {
  decides: (f) => isOrder(f) && weighs(f),
  stretches: (given, patterns) => [
    ...examples(given),
    ...keptPrompts(given),
    ...placedWords(given),
    ...patterns.filter((f) => isOrder(f) && isOpen(f) && f.severity === 'low').map(placeOf),
  ],
};

/** A policy quotes what it forbids. */
const contempt: Quoted = {
  decides: (f) => CONTEMPT.has(f.category) && weighs(f),
  stretches: rejected,
};

function withoutKind(
  { decides, stretches }: Quoted,
  classifier: Classifier,
  given: string,
  scanned: readonly Finding[],
  patterns: readonly Finding[],
): readonly Finding[] {
  if (!scanned.some(decides) || patterns.some(decides)) return scanned;
  const quoted = stretches(given, patterns);
  if (quoted.length === 0) return scanned;
  const rest = classifier.scan(readText(blanked(given, quoted))).findings;
  return rest.some(decides) ? scanned : scanned.map((f) => (decides(f) ? { ...f, severity: 'low' as const } : f));
}

type Stretch = ReturnType<typeof examples>[number];
const CONTEMPT: ReadonlySet<Category> = new Set<Category>(['hate', 'harassment', 'violence']);
const weighs = ({ severity }: Finding) => severity !== 'low' && severity !== 'info';

const isOpen = ({ decoded_from, start_utf16 }: Finding) => decoded_from.length === 0 && start_utf16 !== null;
const placeOf = ({ start_utf16, end_utf16 }: Finding) => ({ start: start_utf16 as number, end: end_utf16 as number });

function blanked(given: string, stretches: readonly { readonly start: number; readonly end: number }[]): string {
  let text = given;
  for (const { start, end } of stretches) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}
