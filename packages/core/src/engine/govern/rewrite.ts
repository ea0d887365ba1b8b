// SPDX-License-Identifier: Apache-2.0

import { countBefore } from '../halving.ts';
import { splitSentences } from '../intent/intent-terms.ts';
import { readAction } from '../intent/read-action.ts';
import { severityRank } from '../judgement/judge.ts';
import { planMasks } from '../judgement/mask.ts';
import type { Ruleset } from '../ruleset.ts';
import type { Category, Finding, Verdict } from '../types.ts';
import { joinedOrders } from './after-override.ts';
import { type Demand, demandsIn } from './demands.ts';
import { applyEdits, type Edit, joinEdits } from './edits.ts';
import { asksSomething } from './lawful-rest.ts';
import { leavesMarksOpen } from './marks.ts';
import { type Cut, clauseAround, hiddenAround, paragraphAround, sentenceAround, wishAround } from './passages.ts';
import { MAX_ATTEMPTS, payloadOf, type Range } from './payload.ts';
import { TAKEOVER, takeovers } from './takeovers.ts';
import { shownAs, tidy } from './tidy.ts';

/** What a fresh evaluation of a rewritten text said. */
export interface Rejudged {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/** What went, for those who are told. */
export interface Loss {
  /** Secrets or personal data, for tokens. */
  readonly tokens: boolean;
  /** The largest passages that went along with what was found; null where nothing was cut. */
  readonly passages: 'clauses or sentences' | 'sentences' | 'paragraphs' | null;
  /** What an attempt to take over ordered beside its own words. */
  readonly orders: boolean;
}

export interface Rewritten {
  readonly text: string;
  readonly method: 'redact' | 'rephrase';
  readonly loss: Loss;
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
interface CutFor {
  readonly passages: NonNullable<Loss['passages']>;
  readonly cut: (finding: Finding) => Cut;
}
/** From the smallest to the largest loss; the first that passes keeps the most. */
const CUTS: readonly CutFor[] = [
  {
    passages: 'clauses or sentences',
    cut: ({ category }) => (SLIPPED_IN.has(category) ? clauseAround : wishAround),
  },
  { passages: 'sentences', cut: () => sentenceAround },
  { passages: 'paragraphs', cut: () => paragraphAround },
];
const BY_SENTENCE = CUTS[1] as CutFor;
const NOTHING_LEFT =
  'once the passages in which something breaks the constitution are gone, and what an attempt to take over orders, nothing is left that can stand by itself';
type Rules = Pick<Ruleset, 'patterns' | 'categories'> & Partial<Pick<Ruleset, 'intent'>>;

/**
 * Keeps the lawful part of a text: secrets and personal data become neutral tokens, and what breaks an article is cut out
 * with its clause, then its sentence, then its paragraph, until a fresh evaluation passes. Nothing is invented; what can't
 * be mended is not returned.
 */
export function rewriteText(
  text: string,
  findings: readonly Finding[],
  rules: Rules,
  rejudge: (text: string) => Rejudged,
): RewriteResult {
  if (findings.some(({ start_utf16, masked }) => start_utf16 === null && !masked)) {
    return { ok: false, reason: 'what was found concerns the text as a whole, so no part of it can be kept' };
  }
  const onlyData = findings.every(({ masked }) => masked);
  let reason = NOTHING_LEFT;
  for (const cutFor of onlyData ? CUTS.slice(0, 1) : CUTS) {
    const attempt = tryCut(text, findings, rules, rejudge, cutFor);
    if (attempt.ok) return attempt;
    reason = attempt.reason;
  }
  for (const clipped of clippings(text, findings)) {
    const attempt = tryCut(text, clipped, rules, rejudge, BY_SENTENCE);
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
  rules: Rules,
  rejudge: (text: string) => Rejudged,
  cutFor: CutFor,
): RewriteResult {
  let { edits, loss } = editsFor(text, findings, rules, cutFor);
  const isTaken = takeovers(findings).length > 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const edited = applyEdits(text, tidy(text, joinEdits(edits)));
    if (!asksSomething(edited.text)) break;
    const shown = shownAs(text, edited);
    const judged = rejudge(shown.text);
    const acts = judged.verdict === 'pass' && isTaken ? actsIn(shown.text, rules) : [];
    if (judged.verdict === 'pass' && acts.length === 0) {
      if (leavesMarksOpen(text, shown.text)) return { ok: false, reason: BROKEN };
      const method = findings.every(({ masked }) => masked) ? 'redact' : 'rephrase';
      const tokens = edited.edits.some(({ replacement }) => replacement.includes('['));
      const changed = edited.edits.map(({ start, end }) => [start, end] as const);
      return {
        ok: true,
        rewritten: { text: shown.text, method, loss: { ...loss, tokens }, changed, verdict: judged.verdict },
      };
    }
    const again = editsFor(shown.text, judged.findings, rules, cutFor);
    const more = [...again.edits, ...acts].map((edit) => {
      const [start, end] = edited.toGiven(edit.start + shown.shift, edit.end + shown.shift);
      return { ...edit, start, end };
    });
    if (more.length === 0)
      return { ok: false, reason: `the rewritten text was judged again and got ${judged.verdict}` };
    edits = [...edits, ...more];
    loss = joinLoss(loss, again.loss, acts.length > 0);
  }
  return { ok: false, reason: NOTHING_LEFT };
}

function editsFor(
  text: string,
  findings: readonly Finding[],
  rules: Pick<Ruleset, 'patterns' | 'categories'>,
  cutFor: CutFor,
): Edits {
  const { ranges } = planMasks(text, findings);
  const tokens: Edit[] = ranges
    .filter((range) => !hides(range, findings))
    .map(({ start, end }) => ({ start, end, replacement: tokenAt(start, end, findings, rules) }));
  const edits: Edit[] = [];
  const orders: Range[] = [];
  const cuts = new Map<Cut, Edit>();
  const hostile = takeovers(findings).length > MAX_ATTEMPTS;
  for (const finding of findings) {
    if (finding.masked || finding.start_utf16 === null || finding.end_utf16 === null) continue;
    if (severityRank(finding.severity) < severityRank('medium')) continue;
    const cut = cutFor.cut(finding);
    const known = cuts.get(cut);
    // A text can be full of findings: what lies in a passage that goes anyway is not read again.
    if (known === undefined || finding.start_utf16 < known.start || finding.end_utf16 > known.end) {
      const [start, end] = cut(text, finding.start_utf16, finding.end_utf16);
      const edit = { start, end, replacement: '' };
      edits.push(edit);
      cuts.set(cut, edit);
    }
    // What was decoded has its orders where it was decoded.
    if (hostile || !TAKEOVER.has(finding.category) || finding.decoded_from.length > 0) continue;
    if (hiddenAround(text, finding.end_utf16) !== null) continue;
    orders.push(...payloadOf(text, finding), ...joinedOrders(text, finding));
  }
  const passages = edits.length > 0 ? cutFor.passages : null;
  for (const [start, end] of orders) edits.push({ start, end, replacement: '' });
  const demands = demandsIn(text, takeovers(findings)).map((demand) => cutDemand(text, demand));
  edits.push(...demands);
  const isOrdered = orders.length + demands.length > 0;
  return { edits: [...tokens, ...edits], loss: { passages, orders: isOrdered } };
}

interface Edits {
  readonly edits: readonly Edit[];
  readonly loss: Omit<Loss, 'tokens'>;
}

function joinLoss(one: Edits['loss'], other: Edits['loss'], acts: boolean): Edits['loss'] {
  return {
    passages: one.passages ?? other.passages,
    orders: one.orders || other.orders || acts,
  };
}

/** An encoded run in which an attempt was found is no secret, whatever it looks like. */
function hides(
  { start, end }: { readonly start: number; readonly end: number },
  findings: readonly Finding[],
): boolean {
  return findings.some(
    ({ masked, decoded_from, start_utf16, end_utf16 }) =>
      !masked &&
      decoded_from.length > 0 &&
      start_utf16 !== null &&
      end_utf16 !== null &&
      start_utf16 < end &&
      start < end_utf16,
  );
}

/** Beside an attempt to take over no deed is kept that would have to wait for a human, in whatever letters. */
function actsIn(text: string, { intent }: Rules): Edit[] {
  const hits = intent ? readAction(text, intent).hits : [];
  return hits
    .filter(({ rule }) => rule.requires_human || severityRank(rule.severity) >= severityRank('medium'))
    .map(({ start, end }) => ({ start, end, replacement: '' }));
}

const BROKEN = 'what is left of it would be broken, with marks that open or close nothing';

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
