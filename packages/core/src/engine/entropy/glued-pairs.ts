// SPDX-License-Identifier: Apache-2.0
import { ACCENTED, CAPITAL, CLASSES, FIRST_SIGN, FOREIGN } from './bigram-classes.ts';

const classOf = (sign: string) => CLASSES[sign.charCodeAt(0)] as number;
/** Signs that no word has at its edge or inside, and those that none begins with. */
const ODD_SIGNS: ReadonlySet<number> = new Set([...'\\^{}'].map(classOf));
const NO_LEADS: ReadonlySet<number> = new Set([...')]},;?'].map(classOf));
/** Written with units beyond ASCII as well, which pieces take for letters. */
const MAYBE_LETTERS: ReadonlySet<number> = new Set([...'\'"-'].map(classOf));

/**
 * Whether a pair of classes may be what makes a piece odd (entropy-chunks.ts): signs side by side, a capital behind a small letter, a
 * sign before a letter that none begins with. Every odd piece has one; `=`, `/` and `.` in addresses are none.
 */
export function gluesPieces(first: number, second: number): boolean {
  if (ODD_SIGNS.has(first) || ODD_SIGNS.has(second)) return true;
  if (first >= FIRST_SIGN && second >= FIRST_SIGN) return true;
  if (second === CAPITAL) return NO_LEADS.has(first) || MAYBE_LETTERS.has(first) || isSmallLetter(first);
  return NO_LEADS.has(first) && (isSmallLetter(second) || MAYBE_LETTERS.has(second));
}

/** Or a unit that is no ASCII. */
const isSmallLetter = (kind: number) => kind < CAPITAL || kind === ACCENTED || kind === FOREIGN;
