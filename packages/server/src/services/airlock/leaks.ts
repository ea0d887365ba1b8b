// SPDX-License-Identifier: Apache-2.0
/** Whether an answer gives away what only the prompt of its call held. */
import { decode } from '@plumbline/core/engine/decode/decode.ts';
import { wordsOf } from '@plumbline/core/engine/govern/words.ts';
import { LATIN_LOOKALIKES, SCRIPT_LOOKALIKES } from '@plumbline/core/engine/intake/confusables-table.ts';
import { intake } from '@plumbline/core/engine/intake/intake.ts';
import { tellsDigits } from './signs.ts';

/** So many words in a row of our own instructions are no coincidence. */
const RUN_WORDS = 8;

/** So many layers are undone before an answer is refused for what is left. */
const MAX_DEPTH = 4;

/** An answer in all the ways that it can be read. */
export interface AnswerReadings {
  readonly texts: readonly string[];
  /** Something in it decodes further than it was decoded. */
  readonly unread: boolean;
}

/** As it is, with look-alikes folded, and everything that decodes out of it. */
export function readingsOf(answer: string): AnswerReadings {
  const { texts, left } = decode(intake(answer), MAX_DEPTH);
  return { texts: [answer, looksLike(answer), ...texts.map(({ text }) => text)], unread: left !== null };
}

/** Looks for a sign of the call (canary, name of the blocks) in all readings, and in each in the ways to write digits. */
export function holdsSign({ texts }: AnswerReadings, sign: string): boolean {
  const digits = sign.slice(sign.indexOf('-') + 1);
  return texts.some((text) => tellsDigits(text.normalize('NFKC'), digits));
}

/** Any letter that looks like one of the canary counts as it: nothing else in a text is so long a run of hex. */
function looksLike(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => {
    const codePoint = character.codePointAt(0) as number;
    return SCRIPT_LOOKALIKES.get(codePoint) ?? LATIN_LOOKALIKES.get(codePoint) ?? character;
  });
}

/**
 * Whether a run of the instructions' words stands in the answer, as it is or encoded.
 * @param published texts that anybody may read: what they say as well is no secret
 */
export function repeatsInstructions(
  { texts }: AnswerReadings,
  instructions: readonly string[],
  published: readonly string[],
): boolean {
  const runs = new Set(instructions.flatMap((text) => runsOf(wordsOf(text))));
  for (const run of published.flatMap((text) => runsOf(wordsOf(text)))) runs.delete(run);
  return texts.some((text) => runsOf(wordsOf(text)).some((run) => runs.has(run)));
}

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - RUN_WORDS + 1))
    .map((_, i) => words.slice(i, i + RUN_WORDS).join(' '));
}
