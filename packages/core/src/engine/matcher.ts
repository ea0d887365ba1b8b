// SPDX-License-Identifier: Apache-2.0
import { type Automaton, buildAutomaton } from './aho-corasick.ts';
import { GATES, scanGates } from './gates.ts';
import { anchorLiteral, type ContextRule, EDGE, type Pattern, type PatternExpression } from './pack-schema.ts';
import type { Deadline, PatternMatch, ScanForm } from './stages.ts';
import { SEVERITIES } from './types.ts';
import { VALIDATORS, type Validator } from './validators.ts';

/** What a scan cost, for tests that hold the work linear: characters read by the automata, the gates and the windows. */
export interface ScanWork {
  characters: number;
  windows: number;
}

export interface Scanner {
  readonly scan: (
    text: string,
    deadline: Deadline,
    form: ScanForm,
    work?: ScanWork,
  ) => { readonly matches: readonly PatternMatch[]; readonly expired: boolean };
}

interface Expression {
  readonly pattern: number;
  readonly on: Pattern['on'];
  readonly regex: RegExp;
  readonly before: number;
  readonly after: number;
  readonly atLeast: number;
  readonly validator: Validator | null;
  readonly context: readonly ContextRule[];
  readonly confidence: number;
  readonly rank: number;
}

interface Window {
  readonly expression: number;
  readonly start: number;
  readonly end: number;
}

/** More matches of one expression in one text say nothing new. */
const MAX_MATCHES_PER_EXPRESSION = 64;
/** Read around a window, so that word boundaries and short look-behinds see their surroundings. */
const MARGIN = 8;
/** The deadline is asked once per so many windows. */
const DEADLINE_EVERY = 32;

/**
 * Two passes find where an expression could match (literals by the automaton, character runs by the gates); the native
 * expression then reads only a window around each place. Windows of one expression that touch are merged, so no character
 * is read twice by the same expression, and hostile repetition of a literal costs no more than the length of the text.
 */
export function buildScanner(patterns: readonly Pattern[]): Scanner {
  const expressions: Expression[] = [];
  const byGate: number[][] = GATES.map(() => []);
  const needles = new Map<string, number[]>();
  patterns.forEach((pattern, patternIndex) => {
    for (const expression of pattern.expressions) {
      const index = expressions.length;
      expressions.push(prepare(pattern, patternIndex, expression));
      if (expression.gate !== null) (byGate[GATES.indexOf(expression.gate)] as number[]).push(index);
      for (const anchor of expression.anchors) {
        const users = needles.get(anchor);
        if (users === undefined) needles.set(anchor, [index]);
        else users.push(index);
      }
    }
  });
  const ascii = anchorSet(needles, (anchor) => isAscii(anchor));
  const other = anchorSet(needles, (anchor) => !isAscii(anchor));
  const windows = new WindowList(expressions);
  return {
    scan: (text, deadline, form, work) => {
      windows.reset(text.length);
      scanAnchors(ascii, text, windows);
      if (!isAscii(text)) scanAnchors(other, text, windows);
      scanGates(text, (gate, start, end, count) => {
        for (const index of byGate[gate] as number[]) {
          if (count >= (expressions[index] as Expression).atLeast) windows.add(index, start, end);
        }
      });
      if (work !== undefined) work.characters += text.length * 3;
      return runWindows(expressions, windows.take(), text, deadline, form, work);
    },
  };
}

function prepare(pattern: Pattern, patternIndex: number, expression: PatternExpression): Expression {
  return {
    pattern: patternIndex,
    on: pattern.on,
    regex: new RegExp(expression.source, `g${expression.flags}`),
    before: expression.reach[0],
    after: expression.reach[1],
    atLeast: expression.at_least,
    validator: expression.validator === null ? null : VALIDATORS[expression.validator],
    context: expression.context,
    confidence: expression.confidence,
    rank: SEVERITIES.indexOf(expression.severity),
  };
}

interface AnchorSet {
  readonly automaton: Automaton;
  readonly lengths: Int32Array;
  /** Whether a word must begin at the needle's start (1) or end at its end (2). */
  readonly edges: Uint8Array;
  readonly users: readonly (readonly number[])[];
}

function anchorSet(needles: ReadonlyMap<string, number[]>, keep: (anchor: string) => boolean): AnchorSet {
  const kept = [...needles].filter(([anchor]) => keep(anchor));
  const literals = kept.map(([anchor]) => anchorLiteral(anchor));
  return {
    automaton: buildAutomaton(literals),
    lengths: Int32Array.from(literals, (literal) => literal.length),
    edges: Uint8Array.from(kept, ([anchor]) => (anchor.startsWith(EDGE) ? 1 : 0) + (anchor.endsWith(EDGE) ? 2 : 0)),
    users: kept.map(([, users]) => users),
  };
}

function scanAnchors(set: AnchorSet, text: string, windows: WindowList): void {
  set.automaton.scan(text, (needle, end) => {
    const start = end - (set.lengths[needle] as number);
    const edges = set.edges[needle] as number;
    if (edges !== 0) {
      if ((edges & 1) !== 0 && start > 0 && isWordCharacter(text.charCodeAt(start - 1))) return;
      if ((edges & 2) !== 0 && end < text.length && isWordCharacter(text.charCodeAt(end))) return;
    }
    const users = set.users[needle] as readonly number[];
    for (let i = 0; i < users.length; i++) windows.add(users[i] as number, start, end);
  });
}

/** As `\w` without the underscore, which joins words in code. */
function isWordCharacter(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
}

/** Collects windows and merges those of one expression that touch. Hits may come in any order of expressions. */
class WindowList {
  readonly #expressions: readonly Expression[];
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  #open: number[] = [];
  #closed: Window[] = [];
  #length = 0;

  constructor(expressions: readonly Expression[]) {
    this.#expressions = expressions;
    this.#start = new Int32Array(expressions.length).fill(-1);
    this.#end = new Int32Array(expressions.length);
  }

  reset(length: number): void {
    this.#length = length;
  }

  add(index: number, hitStart: number, hitEnd: number): void {
    const expression = this.#expressions[index] as Expression;
    const start = Math.max(0, hitStart - expression.before);
    const end = Math.min(this.#length, hitEnd + expression.after);
    const openStart = this.#start[index] as number;
    if (openStart < 0) {
      this.#open.push(index);
    } else if (start <= (this.#end[index] as number) && end >= openStart) {
      if (end > (this.#end[index] as number)) this.#end[index] = end;
      if (start < openStart) this.#start[index] = start;
      return;
    } else {
      this.#closed.push({ expression: index, start: openStart, end: this.#end[index] as number });
    }
    this.#start[index] = start;
    this.#end[index] = end;
  }

  take(): Window[] {
    const windows = this.#closed;
    for (const index of this.#open) {
      windows.push({ expression: index, start: this.#start[index] as number, end: this.#end[index] as number });
      this.#start[index] = -1;
    }
    this.#open = [];
    this.#closed = [];
    return windows;
  }
}

function runWindows(
  expressions: readonly Expression[],
  windows: readonly Window[],
  text: string,
  deadline: Deadline,
  form: ScanForm,
  work: ScanWork | undefined,
): { matches: PatternMatch[]; expired: boolean } {
  const matches: PatternMatch[] = [];
  const counts = new Map<number, number>();
  for (let i = 0; i < windows.length; i++) {
    if (i % DEADLINE_EVERY === 0 && deadline()) return { matches, expired: true };
    const window = windows[i] as Window;
    const expression = expressions[window.expression] as Expression;
    if (form !== 'all' && expression.on !== 'both' && expression.on !== form) continue;
    if (work !== undefined) {
      work.windows++;
      work.characters += window.end - window.start;
    }
    const used = counts.get(window.expression) ?? 0;
    if (used >= MAX_MATCHES_PER_EXPRESSION) continue;
    counts.set(window.expression, used + runWindow(expression, window, text, matches));
  }
  return { matches, expired: false };
}

/** Appends what the expression finds in its window; the number found. */
function runWindow(expression: Expression, window: Window, text: string, matches: PatternMatch[]): number {
  const lead = Math.min(window.start, MARGIN);
  const offset = window.start - lead;
  // A slice of a flat string shares its characters: nothing is copied.
  const slice = text.slice(offset, Math.min(text.length, window.end + MARGIN));
  const regex = expression.regex;
  regex.lastIndex = lead;
  let found = 0;
  for (let hit = regex.exec(slice); hit !== null; hit = regex.exec(slice)) {
    if (hit[0].length === 0) {
      regex.lastIndex++;
      continue;
    }
    const match = judgeHit(expression, hit, offset, text);
    if (match !== null) {
      addMatch(matches, match);
      if (++found >= MAX_MATCHES_PER_EXPRESSION) break;
    } else if (hit.groups?.v !== undefined) {
      // What was taken for the value may itself be the name of one: `token: 'PASSWORD = "…"'`. Read on from it.
      regex.lastIndex = Math.max(hit.index + 1, hit.index + hit[0].lastIndexOf(hit.groups.v));
    }
  }
  return found;
}

/** A group named `v` narrows the match to the value itself, such as the secret after its name. */
function judgeHit(expression: Expression, hit: RegExpExecArray, offset: number, text: string): PatternMatch | null {
  const value = hit.groups?.v;
  const shift = value === undefined ? 0 : Math.max(0, hit[0].lastIndexOf(value));
  const start = offset + hit.index + shift;
  const end = start + (value ?? hit[0]).length;
  let confidence = expression.confidence;
  for (const rule of expression.context) {
    const near = hasContext(rule, text, offset + hit.index, offset + hit.index + hit[0].length);
    if (rule.effect === 'require' && !near) return null;
    if (rule.effect === 'forbid' && near) return null;
    if (rule.effect === 'raise' && near) confidence = Math.min(1, confidence + rule.by);
    if (rule.effect === 'lower' && near) confidence = Math.max(0, confidence - rule.by);
  }
  if (expression.validator !== null) {
    const factor = expression.validator({ value: value ?? hit[0], match: hit, text, start, end });
    if (factor <= 0) return null;
    confidence *= factor;
  }
  return {
    pattern: expression.pattern,
    start,
    end,
    confidence: Math.round(confidence * 1000) / 1000,
    severity: SEVERITIES[expression.rank] as PatternMatch['severity'],
  };
}

function hasContext(rule: ContextRule, text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - rule.within), Math.min(text.length, end + rule.within)).toLowerCase();
  return rule.words.some((word) => around.includes(word));
}

/** Of overlapping matches of one pattern the graver stays, then the surer, then the longer. */
function addMatch(matches: PatternMatch[], match: PatternMatch): void {
  // Matches of one pattern lie close together at the end of the list; a bounded look back keeps the whole linear.
  const from = Math.max(0, matches.length - 2 * MAX_MATCHES_PER_EXPRESSION);
  for (let i = matches.length - 1; i >= from; i--) {
    const other = matches[i] as PatternMatch;
    if (other.pattern !== match.pattern || other.start >= match.end || match.start >= other.end) continue;
    if (weight(match) > weight(other)) matches[i] = match;
    return;
  }
  matches.push(match);
}

function weight(match: PatternMatch): number {
  return SEVERITIES.indexOf(match.severity) * 1000 + match.confidence * 100 + (match.end - match.start) / 1e6;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
