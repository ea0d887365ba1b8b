// SPDX-License-Identifier: Apache-2.0
import type { Check } from '@plumbline/core/ledger/checks.ts';
import type { Paint } from '../colour.ts';
import { inert } from '../render.ts';

const WORDS = { ok: 'ok', fail: 'FAIL', unknown: 'not checked' } as const;
const WORD_WIDTH = WORDS.unknown.length;

/** One line a check. Details quote what strangers wrote, so control characters are shown and not sent. */
export function checkTable(checks: readonly Check[], paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, ok, detail }) => {
      const word =
        ok === null ? paint.yellow(padded(WORDS.unknown)) : ok ? paint.green(padded(WORDS.ok)) : failWord(paint);
      return `  ${word}  ${name.padEnd(width)}  ${ok === false ? inert(detail) : paint.dim(inert(detail))}\n`;
    })
    .join('');
}

const padded = (word: string) => word.padEnd(WORD_WIDTH);
const failWord = (paint: Paint) => paint.bold(paint.red(padded(WORDS.fail)));

export function headline(good: boolean, yes: string, no: string, rest: string, paint: Paint): string {
  const word = good ? paint.green(yes) : paint.red(no);
  return `${paint.bold(word)}  ${inert(rest)}\n`;
}
