// SPDX-License-Identifier: Apache-2.0

import { countBefore } from '../halving.ts';
import { splitSentences } from '../intent/intent-terms.ts';
import { severityRank } from '../judgement/judge.ts';
import { planMasks } from '../judgement/mask.ts';
import type { Ruleset } from '../ruleset.ts';
import type { Category, Finding, Verdict } from '../types.ts';
import { type Demand, demandsIn } from './demands.ts';
import { applyEdits, type Edit, joinEdits } from './edits.ts';
import { asksSomething } from './lawful-rest.ts';
import { type Cut, clauseAround, paragraphAround, sentenceAround } from './passages.ts';
import { MAX_ATTEMPTS, payloadOf } from './payload.ts';
import { TAKEOVER, takeovers } from './takeovers.ts';

/** What a fresh evaluation of a rewritten text said. */
export interface Rejudged {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

export interface Rewritten {
  readonly text: string;
  readonly method: 'redact' | 'rephrase';
  /** Over the text as given; UTF-16 units, half open, in order. */
  readonly changed: readonly (readonly [number, number])[];
  readonly verdict: Verdict;
}

export type RewriteResult =
  | { readonly ok: true; readonly rewritten: Rewritten }
  /** A sentence for a person. */
  | { readonly ok: false; readonly reason: string };

/** How often what is still found is cut out as well. */
const MAX_ROUNDS = 3;
/** An order slipped into a sentence leaves the rest of it; what else breaks an article takes its sentence along. */
const SLIPPED_IN: ReadonlySet<Category> = new Set<Category>(['injection', 'prompt_extraction']);
type CutFor = (finding: Finding) => Cut;
/** From the smallest to the largest loss; the first that passes keeps the most. */
const CUTS: readonly CutFor[] = [
  ({ category }) => (SLIPPED_IN.has(category) ? clauseAround : sentenceAround),
  () => sentenceAround,
  () => paragraphAround,
];

/**
 * Keeps the lawful part of a text: secrets and personal data become neutral tokens, and what breaks an article is cut out
 * with its clause, then its sentence, then its paragraph, until a fresh evaluation passes. Nothing is invented; what can't
 * be mended is not returned.
 */
export function rewriteText(
  text: string,
  findings: readonly Finding[],
  rules: Pick<Ruleset, 'patterns' | 'categories'>,
  rejudge: (text: string) => Rejudged,
): RewriteResult {
  if (findings.some(({ start_utf16, masked }) => start_utf16 === null && !masked)) {
    return { ok: false, reason: 'what was found concerns the text as a whole, so no part of it can be kept' };
  }
  const onlyData = findings.every(({ masked }) => masked);
  let reason = 'nothing lawful is left once the part that breaks the constitution is gone';
  for (const cutFor of onlyData ? CUTS.slice(0, 1) : CUTS) {
    const attempt = tryCut(text, findings, rules, rejudge, cutFor);
    if (attempt.ok) return attempt;
    reason = attempt.reason;
  }
  for (const clipped of clippings(text, findings)) {
    const attempt = tryCut(text, clipped, rules, rejudge, () => sentenceAround);
    if (attempt.ok) return attempt;
  }
  return { ok: false, reason };
}

/**
 * An attempt to take over stands in one sentence. Where what was seen of it runs over several, it may have begun in a lawful one
 * ("Write a poem. … system prompt"): the last sentence of each is cut alone, then the first.
 */
function* clippings(text: string, findings: readonly Finding[]): Generator<readonly Finding[]> {
  const sentences = splitSentences(text);
  for (const end of [-1, 0]) {
    let isClipped = false;
    const clipped = findings.map((finding) => {
      const { category, start_utf16, end_utf16 } = finding;
      if (!TAKEOVER.has(category) || start_utf16 === null || end_utf16 === null) return finding;
      const from = countBefore(sentences, (one) => one.end <= start_utf16);
      const spanned = sentences.slice(
        from,
        countBefore(sentences, (one) => one.start < end_utf16),
      );
      const kept = spanned.at(end);
      if (kept === undefined || spanned.length === 1) return finding;
      isClipped = true;
      const start = Math.max(start_utf16, kept.start);
      const last = Math.min(end_utf16, kept.end);
      return { ...finding, start_utf16: start, end_utf16: last, matched: text.slice(start, last) };
    });
    if (isClipped) yield clipped;
  }
}

function tryCut(
  text: string,
  findings: readonly Finding[],
  rules: Pick<Ruleset, 'patterns' | 'categories'>,
  rejudge: (text: string) => Rejudged,
  cutFor: CutFor,
): RewriteResult {
  let edits: readonly Edit[] = editsFor(text, findings, rules, cutFor);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const edited = applyEdits(text, tidy(text, joinEdits(edits)));
    if (!asksSomething(edited.text)) break;
    const shown = finish(edited.text, edited.edits[0]?.start === 0);
    const judged = rejudge(shown.text);
    if (judged.verdict === 'pass') {
      const method = findings.every(({ masked }) => masked) ? 'redact' : 'rephrase';
      const changed = edited.edits.map(({ start, end }) => [start, end] as const);
      return { ok: true, rewritten: { text: shown.text, method, changed, verdict: judged.verdict } };
    }
    const more = editsFor(shown.text, judged.findings, rules, cutFor).map((edit) => {
      const [start, end] = edited.toGiven(edit.start + shown.shift, edit.end + shown.shift);
      return { ...edit, start, end };
    });
    if (more.length === 0)
      return { ok: false, reason: `the rewritten text was judged again and got ${judged.verdict}` };
    edits = [...edits, ...more];
  }
  return { ok: false, reason: 'nothing lawful is left once the part that breaks the constitution is gone' };
}

function editsFor(
  text: string,
  findings: readonly Finding[],
  rules: Pick<Ruleset, 'patterns' | 'categories'>,
  cutFor: CutFor,
): Edit[] {
  const { ranges } = planMasks(text, findings);
  const edits: Edit[] = ranges.map(({ start, end }) => ({
    start,
    end,
    replacement: tokenAt(start, end, findings, rules),
  }));
  const cuts = new Map<Cut, Edit>();
  const hostile = takeovers(findings).length > MAX_ATTEMPTS;
  for (const finding of findings) {
    if (finding.masked || finding.start_utf16 === null || finding.end_utf16 === null) continue;
    if (severityRank(finding.severity) < severityRank('medium')) continue;
    const cut = cutFor(finding);
    const known = cuts.get(cut);
    // A text can be full of findings: what lies in a passage that goes anyway is not read again.
    if (known === undefined || finding.start_utf16 < known.start || finding.end_utf16 > known.end) {
      const [start, end] = cut(text, finding.start_utf16, finding.end_utf16);
      const edit = { start, end, replacement: '' };
      edits.push(edit);
      cuts.set(cut, edit);
    }
    if (hostile || !TAKEOVER.has(finding.category)) continue;
    for (const [from, to] of payloadOf(text, finding)) edits.push({ start: from, end: to, replacement: '' });
  }
  for (const demand of demandsIn(text, takeovers(findings))) edits.push(cutDemand(text, demand));
  return edits;
}

/** What an injection wanted said is no lawful intent: its sentence goes, however little else is cut. */
function cutDemand(text: string, demand: Demand): Edit {
  const [start, end] = clauseAround(text, demand.start, demand.end);
  return { start, end, replacement: '' };
}

/** A longer name is no token. */
const MAX_TOKEN_WORDS = 3;

/** `[payment card number]`: the pattern's name where it is short, else the category's title. */
export function tokenAt(
  start: number,
  end: number,
  findings: readonly Finding[],
  rules: Pick<Ruleset, 'patterns' | 'categories'>,
): string {
  const finding = findings.find(
    ({ masked, start_utf16, end_utf16 }) =>
      masked && start_utf16 !== null && end_utf16 !== null && start_utf16 < end && start < end_utf16,
  );
  if (finding === undefined) return '[removed]';
  const name = finding.pattern_id === null ? undefined : rules.patterns.get(finding.pattern_id)?.name;
  const short = name !== undefined && name.split(' ').length <= MAX_TOKEN_WORDS && /^[\p{L} -]+$/u.test(name);
  return `[${(short ? name : rules.categories[finding.category].title).toLowerCase()}]`;
}

const STOP = /[.!?;,:。！？]/;
const CLOSING = /["”»“’」]/;
/** Marks that a cut left with nothing between them. */
const EMPTIED: ReadonlySet<string> = new Set(['()', '""', '“”', '„“', '«»', '‘’', '「」']);

/**
 * What a cut would leave behind goes with it: doubled white space, the stop of a sentence of which nothing is left, marks
 * with nothing between them. A sentence that lost its beginning gets a capital.
 */
function tidy(text: string, edits: readonly Edit[]): Edit[] {
  return edits.map((edit) => {
    if (edit.replacement !== '') return edit;
    let { start, end } = edit;
    while (EMPTIED.has(text.charAt(start - 1) + text.charAt(end))) {
      start--;
      end++;
    }
    const before = text.slice(0, start).trimEnd().at(-1) ?? '.';
    if (STOP.test(before)) while (end < text.length && STOP.test(text.charAt(end))) end++;
    const open = start === 0 || /\s/.test(text.charAt(start - 1));
    if (open) while (end < text.length && /[^\S\n]/.test(text.charAt(end))) end++;
    const closes = end === text.length || CLOSING.test(text.charAt(end));
    if (closes) while (start > 0 && /\s/.test(text.charAt(start - 1))) start--;
    const lower = text.charAt(end);
    if (!open || start === 0 || !/[.!?]/.test(before) || !/\p{Ll}/u.test(lower)) return { ...edit, start, end };
    return { start, end: end + 1, replacement: lower.toUpperCase() };
  });
}

/** Trimmed, with a capital where the beginning was cut. `shift` is what went at the beginning. */
function finish(text: string, cutAtStart: boolean): { readonly text: string; readonly shift: number } {
  const shift = /^[\s,;:.!?–—-]*(?:(?:and|then|but|und|et|y)\s+(?=\S))?/iu.exec(text)?.[0].length ?? 0;
  const body = text.slice(shift).trimEnd();
  return { text: cutAtStart || shift > 0 ? body.charAt(0).toUpperCase() + body.slice(1) : body, shift };
}
