// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints, utf8Length } from '../../../src/engine/intake/code-points.ts';
import { intake } from '../../../src/engine/intake/intake.ts';
import { textOfUnits, UnitBuffer, utf8Of } from '../../../src/engine/intake/units.ts';

/** Any UTF-16 units: well-formed text, and halves of pairs. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '字', '\ud83d', '\udca9', '\u0000'), maxLength: 200 }),
);
const options = { seed: 20261121, numRuns: 300 };

describe('UnitBuffer', () => {
  it('holds the units of any text, whatever was read before', () => {
    const buffer = new UnitBuffer();
    fc.assert(
      fc.property(anyText, (text) => {
        const units = buffer.read(text, utf8Of(text).length === text.length);
        expect(textOfUnits(units, 0, text.length)).toBe(text);
      }),
      options,
    );
  });

  it('grows with the text', () => {
    const long = 'a long text, é and all; '.repeat(5_000);
    expect(textOfUnits(new UnitBuffer().read(long, false), 0, long.length)).toBe(long);
    expect(utf8Of(long).length).toBe(utf8Length(long));
  });
});

describe('intake', () => {
  it('counts code points and bytes as a count one by one does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(intake(text)).toMatchObject({ codePoints: countCodePoints(text), bytes: utf8Length(text) });
      }),
      options,
    );
  });

  it('finds the way back where a text moves only towards its end', () => {
    const text = `${'ordinary words, '.repeat(20)}of\ufb01ce\u200b end`;
    const { normalised, rangeToGiven, toGiven } = intake(text);
    const start = normalised.indexOf('office');
    expect(text.slice(...rangeToGiven(start, start + 6))).toBe('of\ufb01ce');
    expect(text.slice(...rangeToGiven(normalised.length - 3, normalised.length))).toBe('end');
    expect(toGiven(5)).toBe(5);
  });

  it('maps the end past what was dropped there', () => {
    const { normalised, toGiven } = intake('caf\u00e9\u200b\u200b');
    expect(normalised).toBe('café');
    expect(toGiven(4)).toBe(6);
  });
});
