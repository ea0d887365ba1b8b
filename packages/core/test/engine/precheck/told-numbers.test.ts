// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { describe, expect, it } from 'vitest';
import { nodePorts } from '../../../../cli/src/ports.ts';
import { loadRuleset } from '../../../../cli/src/ruleset.ts';

const ruleset = loadRuleset({});
const personal = (text: string) =>
  evaluate(text, ruleset, nodePorts).flags.filter(
    ({ category, severity }) => category === 'pii' && severity !== 'low' && severity !== 'info',
  );

describe('numbers of persons that a sentence tells', () => {
  it('are found behind their name in many countries, and named', () => {
    for (const [text, kind] of [
      ['My pension number is 42 181247 M 123', 'pension'],
      ['meine Krankenkassennummer ist W071293815', 'health insurance number'],
      ['número de utente 405033050', 'health insurance number'],
      ['numer dowodu osobistego ALC 835701', 'national identity number'],
      ['моето ЕГН е 8711101261', 'national identity number'],
      ['my IRD is 47-707-400', 'tax number'],
      ['NIK saya 7529799161960240', 'national identity number'],
      ['my known traveler number is 455765980', 'number that a state'],
    ] as const) {
      const [flag] = personal(text);
      expect(flag?.explanation, text).toContain(kind);
      expect(flag?.explanation).not.toContain(text.slice(-6));
    }
  });

  it('are found with what a bank, a telephone or a birth is told by', () => {
    for (const text of [
      'ABA 021000021, checking 9893813719',
      'Transit 50086 institution 003 account 1764802',
      'mitt nummer är 070-459 26 29',
      'nato a Roma il 12/03/1990',
      '1985年3月2日生まれ',
      'elle habite 12 rue des Lilas, Lyon',
      "I'm staying at 244 Elm Lane, Toronto",
      'Pass-Nr. C04X74T39',
      'plate B-VF 7876, a red Golf',
      'Noor Nowak +49 171 1146714',
      'ich bin am 01.07.1986 geboren',
      'Adresse: Lindenstraße 35, 54700 Berlin',
      "Priya Rossi's device ac:a6:ad:4a:f1:c8",
      'Our employee Mateo Byrne (born 1998) tested positive for hepatitis C',
    ])
      expect(personal(text).length, text).toBeGreaterThan(0);
  });

  it('are neither questions about such numbers nor numbers of firms, things and dates', () => {
    for (const text of [
      'The BVN has 11 digits and is issued by the bank.',
      'Where is the UTR printed? 10 digits, I think',
      'NIP firmy Acme Sp. z o.o.: 626-303-56-70',
      'TAJ szám igénylése 2024. 01. 15.',
      'KTN Collection 6 review',
      'Mozart was born on 27 January 1756 in Salzburg',
      'Adresse der Firma: Lindenstraße 35, 54700 Berlin',
      'my sister Anna was diagnosed with cancer, how can I support her?',
      'Support +49 30 1234567',
      'Bo Bruce is a singer - songwriter, born in Wiltshire on 25 November 1984.',
      'Our office is at 244 Elm Lane, Toronto',
      'il vit avec 3 enfants',
    ])
      expect(personal(text), text).toEqual([]);
  });
});
