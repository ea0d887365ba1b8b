// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const judged = (lines: readonly string[]) => evaluate(lines.join('\n'), shippedRuleset(), testPorts());
const severities = (lines: readonly string[]) => judged(lines).flags.map(({ severity }) => severity);

const BODY = ['Dear Tom,', '', 'thanks for the draft. The introduction is too long.', ''];
const ANNA = [
  'Anna Whitfield',
  '14 Harbour Street, Bristol BS1 4RT',
  'Phone: +44 117 496 0123',
  'anna@brightwater.example',
];

describe('contacts that their owner gives [evaluate-own-contacts]', () => {
  it.each<[string, readonly string[]]>([
    ['below the closing words of a letter', [...BODY, 'Best regards,', ...ANNA]],
    [
      'below them in German',
      [
        'Sehr geehrte Frau Lehmann,',
        '',
        'danke.',
        '',
        'Mit freundlichen Grüßen',
        'Thomas Berger',
        'Lindenstraße 12',
        '10969 Berlin',
        'Tel.: +49 30 5550 1234',
      ],
    ],
    [
      'below them in French',
      [
        'Bonjour Madame,',
        '',
        'À mardi.',
        '',
        'Cordialement,',
        'Paul Girard',
        'Tél. : 04 72 55 01 23',
        'paul@girard.example',
      ],
    ],
    [
      'below them in Spanish',
      [
        'Hola Marta:',
        '',
        'Gracias.',
        '',
        'Un saludo,',
        'Luis Fernández',
        'Calle Mayor 45, 28013 Madrid',
        'Tel: +34 915 550 123',
      ],
    ],
    ['behind two dashes', ['See you on Monday.', '', '--', ...ANNA]],
    [
      'above a salutation',
      [
        'Clara Jensen',
        '247 Maple Street, Leeds',
        'Leeds LS6 2AB',
        '',
        'Dear Ms Jensen,',
        '',
        'Your appointment is on Monday.',
      ],
    ],
    [
      'in an imprint',
      [
        'Impressum',
        '',
        'Muster Software GmbH',
        'Hauptstraße 5',
        '80331 München',
        'Telefon: +49 89 5550 789',
        'USt-IdNr.: DE123456789',
      ],
    ],
    [
      'in a footer',
      [
        'You signed up for this. Unsubscribe at any time.',
        'Green Leaf Garden Centre, 88 Station Road, York YO1 7HH. Tel 01904 555 0100',
      ],
    ],
    [
      'in a letter that says how to reach its writer',
      [...BODY, 'You can call me on 01904 555 0100 until six.', '', 'Best regards', 'Anna'],
    ],
  ])('decide nothing %s, and stay masked', (_, lines) => {
    const { verdict, flags } = judged(lines);
    expect(verdict).toBe('pass');
    expect(flags.length).toBeGreaterThan(0);
    expect(new Set(flags.map(({ category }) => category))).toEqual(new Set(['pii']));
    expect(JSON.stringify(flags)).not.toMatch(/0123|0100|555 01|Harbour Street|Lindenstraße 12|Maple Street/);
  });

  const list = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `Emily Carter ${i + 21} Willow Avenue, Portland, OR 9720${i}, (503) 555-014${i}`,
    );

  it.each<[string, readonly string[]]>([
    ['in a sentence', ['Her name is Emily Carter, she lives at 218 Willow Avenue, Portland, OR 97205.']],
    ['in a list of persons', list(3)],
    ['in such a list below closing words', [...BODY, 'Best regards,', ...list(4)]],
    ['in such a list of a company', ['Customers of Acme Ltd', ...list(4)]],
    [
      'on a line that says where somebody lives',
      [...BODY, 'Best regards,', 'Anna', 'She lives at 218 Willow Avenue, Portland, OR 97205'],
    ],
    [
      'in a record',
      ['Customer: Ingrid Kim', 'Company: Acme Ltd', 'Address: 616 Station Road, Torino 20648', 'Phone: (211) 555-0116'],
    ],
    [
      'beside other data of a person',
      [...BODY, 'Best regards,', 'Anna Whitfield', 'SSN 512-44-9381', '14 Harbour Street, Bristol BS1 4RT'],
    ],
    ['in a text that is no letter', ['You can reach me at +33 6 39 98 28 18 after 6pm.']],
    [
      'in the mail that is quoted below',
      [...BODY, 'Best regards', 'Anna', '', 'On Monday, Tom wrote:', 'call Emily on (503) 555-0147'],
    ],
  ])('keep their weight %s', (_, lines) => {
    expect(severities(lines)).toContain('high');
    expect(judged(lines).verdict).not.toBe('pass');
  });

  it('are weighed in linear time', () => {
    for (const line of ['Best regards,', 'Acme Ltd', 'Dear Tom,', 'call me on 01904 555 0100', 'x']) {
      const text = `${`${line}\n`.repeat(50_000 / (line.length + 1))}\nCall me on 01904 555 0100`.slice(-50_000);
      expect(judged([text]).degraded).toBe(false);
    }
  });
});
