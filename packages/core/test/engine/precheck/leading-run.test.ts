// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeadingRun, leadingRunOf, nextStart } from '../../../src/engine/precheck/leading-run.ts';

const AHEAD = '(?<![\\w+\\/=.~-])(?=[A-Za-z0-9+\\/=_.~-]{16})(?:[a-z]{1,80}=){0,3}([A-Za-z0-9]{8,600}={0,3})';
const DIRECT = '(?<![A-Za-z0-9+\\/=_:.-])[A-Za-z0-9+\\/_-]{8,4000}={0,2}';

/** Where the beginning of an expression holds, by the expression itself. */
function slowStart(beginning: string, text: string, from: number): number {
  const regex = new RegExp(beginning, 'g');
  regex.lastIndex = from;
  return regex.exec(text)?.index ?? -1;
}

describe('leadingRunOf', () => {
  it('reads how every match of an expression begins', () => {
    expect(leadingRunOf(AHEAD, '')?.least).toBe(16);
    expect(leadingRunOf(DIRECT, '')?.least).toBe(8);
    expect(leadingRunOf('(?<![a-z])[a-z]{8}', '')?.least).toBe(8);
  });

  it('concludes nothing where another beginning is possible', () => {
    expect(leadingRunOf(`${DIRECT}|plum`, '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])[a-z]{0,30}[1-9]', '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])(?:[a-z]{16}|plum)', '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])[^a-z]{16}', '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])[a-zß]{16}', '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])[\\s\\w]{16}', '')).toBeNull();
    expect(leadingRunOf('(?<![a-z])[a-z]{2}\\d{9}', '')).toBeNull();
    expect(leadingRunOf(DIRECT, 'u')).toBeNull();
  });
});

describe('nextStart', () => {
  it('finds the same places as the expression', () => {
    const runs = fc.constantFrom(
      'abcdefgh',
      'K7fQ2zX9pL4vB8nM',
      '====',
      '://',
      ':',
      ' ',
      '\n',
      '.',
      'é',
      '—',
      'x',
      '0'.repeat(15),
    );
    fc.assert(
      fc.property(
        fc.array(runs, { maxLength: 14 }),
        fc.constantFrom(AHEAD, DIRECT),
        fc.nat(60),
        (parts, source, from) => {
          const text = parts.join('');
          const leading = leadingRunOf(source, '') as LeadingRun;
          const beginning = source.slice(0, source.indexOf('}') + 1) + (source === AHEAD ? ')' : '');
          const at = Math.min(from, text.length);
          expect(nextStart(leading, text, at)).toBe(slowStart(beginning, text, at));
        },
      ),
      { seed: 20261122, numRuns: 4_000 },
    );
  });
});
