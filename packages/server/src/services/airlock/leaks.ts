// SPDX-License-Identifier: Apache-2.0
/** Whether an answer gives away what only the prompt of its call held. */
import { decodeText } from '@plumbline/core/engine/decode/decode.ts';
import { wordsOf } from '@plumbline/core/engine/govern/words.ts';
import { LATIN_LOOKALIKES, SCRIPT_LOOKALIKES } from '@plumbline/core/engine/intake/confusables-table.ts';
import { intake } from '@plumbline/core/engine/intake/intake.ts';

/** So many words in a row of our own instructions are no coincidence. */
const RUN_WORDS = 8;

/**
 * Looks for a sign of the call (canary, name of the blocks) with anything between its characters, in look-alikes, reversed, and
 * in everything that decodes out of the answer.
 */
export function holdsSign(answer: string, sign: string): boolean {
  const wanted = lettersOf(sign.slice(sign.indexOf('-') + 1));
  const backwards = [...wanted].reverse().join('');
  return readingsOf(answer).some((text) => {
    const letters = lettersOf(text);
    return letters.includes(wanted) || letters.includes(backwards);
  });
}

/** As it is, with look-alikes folded, and everything that decodes out of it. */
function readingsOf(answer: string): string[] {
  const read = intake(answer);
  return [answer, looksLike(answer), ...decodeText(read).map(({ text }) => text)];
}

/** Any letter that looks like one of the canary counts as it: nothing else in a text is so long a run of hex. */
function looksLike(text: string): string {
  return text.replace(/\P{ASCII}/gu, (character) => {
    const codePoint = character.codePointAt(0) as number;
    return SCRIPT_LOOKALIKES.get(codePoint) ?? LATIN_LOOKALIKES.get(codePoint) ?? character;
  });
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Whether a run of the instructions' words stands in the answer, as it is or encoded. */
export function repeatsInstructions(answer: string, instructions: readonly string[]): boolean {
  const runs = new Set(instructions.flatMap((text) => runsOf(wordsOf(text))));
  return readingsOf(answer).some((text) => runsOf(wordsOf(text)).some((run) => runs.has(run)));
}

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - RUN_WORDS + 1))
    .map((_, i) => words.slice(i, i + RUN_WORDS).join(' '));
}
