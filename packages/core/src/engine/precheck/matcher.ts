// SPDX-License-Identifier: Apache-2.0
import type { KernelImage } from '../kernel/kernel.ts';
import type { Deadline, PackReading, PatternMatch, ScanForm } from '../stages.ts';
import { Surroundings } from './context.ts';
import { type Expression, runExpression, withoutOverlaps } from './expression.ts';
import { PlainFinder } from './find-windows.ts';
import { KernelFinder } from './kernel-windows.ts';
import type { Pattern } from './pack-schema.ts';
import { hasOtherLetters, type Together } from './together.ts';
import { planWindows, preparedExpressions, type WindowFinder } from './window-plan.ts';

/** What a scan cost, for tests that hold the work linear: characters read by the automata, the gates and the windows. */
export interface ScanWork {
  characters: number;
  windows: number;
}

/** What a scanner can be made of instead of its patterns: windows by the numbers of expressions. */
export interface ScanTables {
  readonly image: KernelImage;
  /** Digest of all that they were made of, but for the program. */
  readonly of: string;
}

/** What a scan looks for besides its patterns. */
export interface Besides {
  /** Literals, for `watched` of the reading. */
  readonly watched?: readonly string[] | null;
  /** Words, for `joined` of the reading. */
  readonly together?: Together | null;
}

export interface Scanner {
  /** For another scanner of the same patterns and words; null where no kernel runs. */
  readonly image: () => KernelImage | null;
  readonly scan: (text: string, deadline: Deadline, form: ScanForm, work?: ScanWork) => PackReading;
}

/**
 * The deadline is asked when so many characters were read since the last time, a window counting as some by itself: a few
 * long windows may take as long as hundreds of short ones. Most texts ask once.
 */
const ASKED_EVERY = 8_192;
const A_WINDOW = 128;

/**
 * Two passes find where an expression could match (literals by the automaton, character runs by the gates); the native
 * expression then reads only a window around each place, and only where the window holds what the expression requires.
 * Windows of one expression that touch are merged, so no character is read twice by the same expression, and hostile
 * repetition of a literal costs no more than the length of the text.
 *
 * @param image of a scanner of the same patterns and words
 */
export function buildScanner(
  patterns: readonly Pattern[],
  { watched = null, together = null }: Besides = {},
  image: KernelImage | null = null,
): Scanner {
  const joins = together !== null;
  const known = image === null ? null : KernelFinder.of(image, watched !== null);
  if (known !== null) return scannerOf(preparedExpressions(patterns), known, joins);
  const plan = planWindows(patterns, watched, together);
  return scannerOf(plan.expressions, KernelFinder.create(plan) ?? new PlainFinder(plan), joins);
}

function scannerOf(expressions: readonly Expression[], finder: WindowFinder, joins: boolean): Scanner {
  const scanner = new PackScanner(expressions, finder, joins);
  return {
    scan: (text, deadline, form, work) => scanner.scan(text, deadline, form, work),
    image: () => (finder instanceof KernelFinder ? finder.image() : null),
  };
}

/** Works on one text at a time and keeps its working memory for the next; a reading is never interrupted by another. */
class PackScanner {
  readonly #expressions: readonly Expression[];
  readonly #finder: WindowFinder;
  readonly #joins: boolean;

  constructor(expressions: readonly Expression[], finder: WindowFinder, joins: boolean) {
    this.#expressions = expressions;
    this.#joins = joins;
    this.#finder = finder;
  }

  scan(text: string, deadline: Deadline, form: ScanForm, work: ScanWork | undefined): PackReading {
    const count = this.#finder.find(text);
    const watched = this.#finder.watched;
    if (work !== undefined) work.characters += text.length * 3;
    const joined = this.#mayJoin(text, count);
    if (count === 0) return { matches: NO_MATCHES, expired: false, watched, joined };
    const matches: PatternMatch[] = [];
    const expired = this.#runWindows(text, count, deadline, form, work, matches);
    return { matches: withoutOverlaps(matches), expired, watched, joined };
  }

  #mayJoin(text: string, windows: number): boolean {
    if (!this.#joins) return true;
    const { list, first } = this.#finder;
    const rules = this.#expressions.length;
    for (let i = 0; i < windows; i++) if ((list[first + 3 * i] as number) >= rules) return true;
    return !this.#finder.ascii && hasOtherLetters(text);
  }

  /** True when the deadline passed before all windows were read, or while the last ones were. */
  #runWindows(
    text: string,
    windows: number,
    deadline: Deadline,
    form: ScanForm,
    work: ScanWork | undefined,
    matches: PatternMatch[],
  ): boolean {
    const { list, first } = this.#finder;
    const surroundings = new Surroundings(text);
    let unasked = ASKED_EVERY;
    for (let i = 0; i < windows; i++) {
      if (unasked >= ASKED_EVERY) {
        if (deadline()) return true;
        unasked = 0;
      }
      const index = list[first + 3 * i] as number;
      const expression = this.#expressions[index];
      if (expression === undefined) continue;
      if (form !== 'all' && expression.on !== 'both' && expression.on !== form) continue;
      const start = list[first + 3 * i + 1] as number;
      const end = list[first + 3 * i + 2] as number;
      if (work !== undefined) {
        work.windows++;
        work.characters += end - start;
      }
      if (end - start >= ASKED_EVERY) deadline.watch?.();
      runExpression(expression, text, start, end, surroundings, matches);
      unasked += A_WINDOW + end - start;
    }
    return unasked >= ASKED_EVERY && deadline();
  }
}

const NO_MATCHES: readonly PatternMatch[] = [];
