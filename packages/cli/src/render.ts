// SPDX-License-Identifier: Apache-2.0
import type { AppliedAllowance } from '@plumbline/core/engine/judgement/allowances.ts';
import { maskValue } from '@plumbline/core/engine/judgement/mask.ts';
import type { Evaluation, Flag, Governance, Verdict } from '@plumbline/core/engine/types.ts';
import type { Paint } from './colour.ts';

const SHOWN_CODE_POINTS = 2_000;

/**
 * One evaluation for a person: verdict, summary, the text with its flagged spans, a paragraph per flag. Where flags are left
 * out the text is too: what they would mask is not known.
 */
export function renderEvaluation(evaluation: Evaluation, text: string, paint: Paint): string {
  const lines = [`${verdictWord(evaluation.verdict, paint)}  risk ${evaluation.risk_score}`, evaluation.summary];
  const untold = evaluation.flags_total - evaluation.flags.length;
  if (untold > 0) lines.push('', paint.dim(`The text is not shown: ${untold} of its flags are not told here.`));
  else if (evaluation.flags.length > 0) lines.push('', underline(text, evaluation.flags, paint));
  for (const flag of evaluation.flags) lines.push('', renderFlag(flag, paint));
  for (const allowance of evaluation.allowances ?? []) lines.push('', paint.dim(renderAllowance(allowance)));
  if (evaluation.degraded) lines.push('', paint.yellow('Degraded: not every stage ran; see --json.'));
  return `${lines.join('\n')}\n`;
}

function renderAllowance({ id, reason, expires_on: day, findings }: AppliedAllowance): string {
  const what = findings === 1 ? '1 finding' : `${findings} findings`;
  return `Allowed by ${id} until ${day}: ${what}. ${inert(reason)}`;
}

export function renderGovernance(governance: Governance, prompt: string, response: string, paint: Paint): string {
  const lines = [`${decisionWord(governance, paint)}  risk ${governance.risk_score}`, governance.explanation, ''];
  lines.push(paint.bold('Prompt'), renderEvaluation(governance.input, prompt, paint));
  lines.push(paint.bold('Response'), renderEvaluation(governance.output, response, paint));
  if (governance.suggested_rewrite_prompt !== null) {
    lines.push(paint.bold('Suggested prompt'), inert(governance.suggested_rewrite_prompt), '');
  }
  if (governance.suggested_response !== null) {
    lines.push(paint.bold('Suggested response'), inert(governance.suggested_response), '');
  }
  return `${lines.join('\n')}\n`;
}

function verdictWord(verdict: Verdict, paint: Paint): string {
  const colour = { pass: paint.green, review: paint.yellow, fail: paint.red }[verdict];
  return paint.bold(colour(verdict.toUpperCase()));
}

function decisionWord(governance: Governance, paint: Paint): string {
  const colour =
    governance.decision === 'allow' ? paint.green : governance.decision === 'rewrite' ? paint.yellow : paint.red;
  return paint.bold(colour(governance.decision.toUpperCase()));
}

function renderFlag(flag: Flag, paint: Paint): string {
  const where = flag.span ? ` at ${flag.span.start}-${flag.span.end}` : '';
  const origin = flag.pattern_id ?? flag.source;
  const head = `${flag.severity} ${flag.category} (${origin}, confidence ${flag.confidence})${where}`;
  return [paint.bold(head), `  ${flag.explanation}`, paint.dim(`  To put it right: ${flag.remediation}`)].join('\n');
}

type Range = readonly [start: number, end: number];

/** The text with every flagged span marked: underlined in colour, or in «…» where there is none. Secrets are masked. */
function underline(text: string, flags: readonly Flag[], paint: Paint): string {
  const show = masked(
    text,
    flags.filter(({ category }) => SENSITIVE.has(category)),
  );
  const mark = paint.enabled ? paint.flagged : (part: string) => `«${part}»`;
  let out = '';
  let at = 0;
  for (const [start, end] of mergeRanges(rangesOf(flags))) {
    out += show(at, start) + mark(show(start, end));
    at = end;
  }
  return shorten(out + show(at, text.length));
}

const SENSITIVE: ReadonlySet<string> = new Set(['secrets', 'pii']);

function rangesOf(flags: readonly Flag[]): Range[] {
  return flags.flatMap(({ span }) => (span ? [[span.start_utf16, span.end_utf16] as const] : []));
}

/** Shows parts of the text with what is sensitive in them masked: a terminal's scrollback and a CI log are records too. */
function masked(text: string, sensitive: readonly Flag[]): (start: number, end: number) => string {
  const ranges = mergeRanges(rangesOf(sensitive));
  const values = ranges.map(([start, end]) => text.slice(start, end));
  const plain = (part: string) => inert(values.reduce((rest, value) => rest.replaceAll(value, maskValue(value)), part));
  return (start, end) => {
    let out = '';
    let at = start;
    for (const [from, to] of ranges) {
      if (to <= start || from >= end) continue;
      out += plain(text.slice(at, Math.max(at, from)));
      if (from >= start) out += inert(maskValue(text.slice(from, to)));
      at = Math.min(end, to);
    }
    return out + plain(text.slice(at, end));
  };
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Judged text must not drive the terminal: control, bidi and tag characters are shown, not sent. */
export function inert(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g,
    (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

function shorten(text: string): string {
  return text.length <= SHOWN_CODE_POINTS * 2
    ? text
    : `${text.slice(0, SHOWN_CODE_POINTS * 2)}… (${text.length} characters)`;
}
