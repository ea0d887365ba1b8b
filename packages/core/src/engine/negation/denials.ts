// SPDX-License-Identifier: Apache-2.0
import { type Find, placeFinder } from '../structure/word-finder.ts';

/** How a language denies an order to an assistant, and what turns such a denial round. */
export interface Denials {
  /** A denial with the verbs that it governs: both stand side by side, so that no other order fits between them. */
  readonly denied: Find;
  /** Behind what a denial is about: a further verb that it governs. Sticky. */
  readonly goesOn: RegExp | null;
  /** Before it in its sentence: a second denial, or what asks for its opposite. */
  readonly double: RegExp;
  /** Before it in its clause: what makes of it a condition or a falsehood. */
  readonly condition: RegExp | null;
  /** Denials that belong to what stands before them, over a comma too; these ask for no condition in the whole sentence. */
  readonly loose: RegExp | null;
  /** Somebody is told that they denied it: what follows may ask them to make up for that. */
  readonly told: RegExp | null;
  /** Whether a question has the order of words of a sentence: "¿no ignoras …?" asks for it. */
  readonly questions: boolean;
  /** Behind it in its sentence: what it does not hold for. */
  readonly except: RegExp;
  /** Anywhere else: what takes it back, or orders what it denied of "them". */
  readonly turned: RegExp;
}

/** Blanks between words are those of a line, so that a heading denies nothing below it. */
export function wordsFinder(source: string): Find {
  const spaced = source.replaceAll(/ (\??)/g, (_, maybe) => `[ \\t\\u00a0]{${maybe === '' ? 1 : 0},3}`);
  return placeFinder(`(?<!\\p{L})(?:${spaced})(?![\\p{L}\\p{N}_])`, 'iu');
}

/** The same for what is written without blanks between words, or with marks that are no letters. */
export function finder(source: string): Find {
  const expression = new RegExp(source, 'gu');
  return (text, from) => {
    expression.lastIndex = from;
    const found = expression.exec(text);
    return found === null ? null : { start: found.index, end: expression.lastIndex };
  };
}
