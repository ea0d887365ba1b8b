// SPDX-License-Identifier: Apache-2.0
import { classOf, KEEP, LOWER } from './normalise-classes.ts';

/** Latin letters beyond ASCII end here; behind them come marks, which combine with what stands before them. */
const FIRST_OTHER = 0x250;

/**
 * 1 for each unit that normalisation leaves as it is, or only makes a small letter, whatever stands around it. A text of
 * nothing else is plain: its normalised form is the text in small letters. Most of what is written in Latin script is.
 */
export const PLAIN_UNITS: Uint8Array = Uint8Array.from({ length: FIRST_OTHER }, (_, unit) => {
  if (unit < 0x80) return (unit < 32 && (unit < 9 || unit > 13)) || unit === 127 ? 0 : 1;
  const kind = classOf(unit);
  return kind === KEEP || kind === LOWER ? 1 : 0;
});
