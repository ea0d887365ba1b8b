// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { PlainFinder } from '../../../src/engine/precheck/find-windows.ts';
import { planWindows } from '../../../src/engine/precheck/window-plan.ts';
import { published } from '../pack-files.ts';

const plan = planWindows(published.patterns, null);
const finder = new PlainFinder(plan);

/** The expressions whose source begins so. */
function expressionsOf(beginning: string): readonly number[] {
  return plan.expressions.flatMap(({ regex }, index) => (regex.source.startsWith(beginning) ? [index] : []));
}

/** Whether an expression is read over the whole of what it matches. */
function isRead(index: number, text: string): boolean {
  const { regex } = plan.expressions[index] as { regex: RegExp };
  regex.lastIndex = 0;
  const match = regex.exec(text);
  regex.lastIndex = 0;
  expect(match, `${regex.source} ${text}`).not.toBeNull();
  const [start, end] = [match?.index ?? 0, (match?.index ?? 0) + (match?.[0].length ?? 0)];
  const count = finder.find(text);
  return Array.from({ length: count }, (_, i) => Array.from(finder.list.subarray(3 * i, 3 * i + 3))).some(
    ([which, from, to]) => which === index && (from as number) <= start && (to as number) >= end,
  );
}

const HEX = '0123456789abcdef';

describe('windows', () => {
  it.each([
    ['(?<![\\w-])(?:SK|AC)[0-9a-f]{32}', [`SK${HEX}${HEX}`, `id AC${HEX}${HEX}.`]],
    [
      '(?<![\\w-])(?:key-[0-9a-f]{32}',
      [`key-${HEX}${HEX}`, `${HEX}${HEX}-us1`, `a ${HEX}${HEX}-${HEX.slice(8)}-${HEX.slice(8)}`],
    ],
    [
      '(?<![\\w.-])[MNO][A-Za-z0-9]{22,28}\\.',
      [`MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.${'Zn'.repeat(14)}`, `M1${'x'.repeat(21)}.abcdef.${'y'.repeat(27)}`],
    ],
    ['(?<![\\w.+-])(?:1[ .\\-])?[2-9]\\d{2}[.\\-]', ['212-555-0187', 'or 1 212.555.0187 now', '1-212-555.0187']],
  ] as const)('open for the shortest that %s matches', (beginning, texts) => {
    const [index, ...more] = expressionsOf(beginning);
    expect(more).toEqual([]);
    for (const text of texts) expect(isRead(index as number, text), text).toBe(true);
  });

  it('open for each label of a person that a number of some kind follows', () => {
    const [index] = expressionsOf('(?:\\b(?:ssn|itin|sin|nino|nhs(?: number| no\\.?)?|bsn|pesel');
    const labels = [
      'patient',
      'Student',
      'employee',
      'STAFF',
      'member',
      'membership',
      'voter',
      'device',
      'resident',
      'visa',
    ];
    const kinds = ['number', 'no', 'no.', 'id', 'ID', 'nr', 'nr.', '#', 'code'];
    for (const label of labels) {
      for (const kind of kinds) {
        for (const sign of [': ', ' ', '=', '" of '] as const) {
          const text = `The ${label} ${kind}${sign === '" of ' ? '" of Ada Berg: ' : sign}AB-1234567 is new.`;
          expect(isRead(index as number, text), text).toBe(true);
        }
      }
    }
  });
});
