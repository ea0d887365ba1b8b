// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../src/engine/intake/normalise.ts';
import { PLAIN_UNITS } from '../../../src/engine/intake/plain-units.ts';
import { UnitBuffer } from '../../../src/engine/intake/units.ts';
import { surveyOf } from '../../../src/engine/survey/survey.ts';

const plain = [...PLAIN_UNITS.keys()]
  .filter((unit) => PLAIN_UNITS[unit] === 1)
  .map((unit) => String.fromCharCode(unit));
const units = new UnitBuffer();
/** The long way, which plain texts are spared. */
const read = (text: string) => normalise(text, false, units.read(text, false));

describe('plain units', () => {
  it('are those of Latin script, and no sign that stands for another', () => {
    for (const sign of 'aZ09 \n~éÉßÿŁőŽ©ñ') expect(PLAIN_UNITS[sign.charCodeAt(0)]).toBe(1);
    for (const sign of '\u00a0\u00ad\u0000\u007f\u0085«»ªİ½µ') expect(PLAIN_UNITS[sign.charCodeAt(0)]).toBe(0);
  });

  it('make a text that normalising changes in nothing but capitals, in whatever order they stand', () => {
    const texts = fc.array(fc.constantFrom(...plain), { maxLength: 60 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const long = read(text);
        expect(surveyOf(text).plain).toBe(true);
        expect(long.text).toBe(text.toLowerCase());
        expect(long).toMatchObject({
          changed: false,
          pairs: 0,
          removed: { invisible: 0, bidi: 0, tag: 0, confusable: 0 },
        });
        for (let i = 0; i <= text.length; i++) expect(long.toGiven(i)).toBe(i);
      }),
      { seed: 201, numRuns: 500 },
    );
  });
});
