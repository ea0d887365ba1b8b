// SPDX-License-Identifier: Apache-2.0
/** Whether an answer gives away what only the prompt of its call held. */
import { decodeText } from '@plumbline/core/engine/decode/decode.ts';
import { wordsOf } from '@plumbline/core/engine/govern/words.ts';
import { intake } from '@plumbline/core/engine/intake/intake.ts';

/** So many words in a row of our own instructions are no coincidence. */
const RUN_WORDS = 8;

/**
 * Looks for the canary as it is, with anything between its characters, reversed, and in everything that decodes out of the
 * answer.
 */
export function holdsCanary(answer: string, canary: string): boolean {
  const wanted = lettersOf(canary.slice(canary.indexOf('-') + 1));
  const backwards = [...wanted].reverse().join('');
  const texts = [answer, ...decodeText(intake(answer)).map(({ text }) => text)];
  return texts.some((text) => {
    const letters = lettersOf(text);
    return letters.includes(wanted) || letters.includes(backwards);
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
  const texts = [answer, ...decodeText(intake(answer)).map(({ text }) => text)];
  return texts.some((text) => runsOf(wordsOf(text)).some((run) => runs.has(run)));
}

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - RUN_WORDS + 1))
    .map((_, i) => words.slice(i, i + RUN_WORDS).join(' '));
}
