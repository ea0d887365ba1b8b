// SPDX-License-Identifier: Apache-2.0
/** A text without the characters that act instead of showing, for readers that must not be steered by what nobody sees. */
import { BIDI, CONTROL, classOf, INVISIBLE, TAG } from './normalise-classes.ts';

export interface Cleaned {
  /** NFC. */
  readonly text: string;
  /** Characters taken out, by kind. */
  readonly removed: {
    readonly control: number;
    readonly bidi: number;
    readonly tag: number;
    readonly invisible: number;
  };
  /** Whether anything differs from the text as given. */
  readonly changed: boolean;
}

const NEEDS_WORK = /[^\x20-\x7e\n\t]/;
const KINDS = new Map([
  [CONTROL, 'control'],
  [BIDI, 'bidi'],
  [TAG, 'tag'],
  [INVISIBLE, 'invisible'],
] as const);

/**
 * NFC; control, bidirectional, tag and invisible characters removed and counted. A joiner or a variation selector stays
 * where writing needs it: one at a time, after a letter, mark or emoji. Runs of them are a way to hide text.
 */
export function cleanText(text: string): Cleaned {
  const removed = { control: 0, bidi: 0, tag: 0, invisible: 0 };
  if (!NEEDS_WORK.test(text)) return { text, removed, changed: false };
  const composed = text.normalize('NFC');
  let kept = '';
  let previous = '';
  for (const character of composed) {
    const kind = KINDS.get(classOf(character.codePointAt(0) as number) as never);
    if (kind === undefined || (kind === 'invisible' && isNeeded(character, previous))) {
      kept += character;
      previous = character;
    } else removed[kind]++;
  }
  return { text: kept, removed, changed: kept !== text };
}

const JOINS = new Set(['\u200c', '\u200d', '\ufe0f']);

function isNeeded(character: string, previous: string): boolean {
  if (!JOINS.has(character)) return false;
  if (previous === '\ufe0f') return character === '\u200d';
  return !JOINS.has(previous) && /^[\p{L}\p{M}\p{Emoji}]$/u.test(previous);
}
