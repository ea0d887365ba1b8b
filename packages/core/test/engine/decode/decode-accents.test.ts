// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/engine/decode/decode.ts';
import { unaccented } from '../../../src/engine/decode/decode-accents.ts';
import { LOAN_WORDS } from '../../../src/engine/decode/loan-words.ts';
import { isEnglishForm } from '../../../src/engine/decode/word-marks.ts';
import { intake } from '../../../src/engine/intake/intake.ts';

const plain = (text: string) => decode(intake(text)).unaccented?.text ?? null;
const SENTENCE = 'Please water the old garden before the children come home from school. ';

describe('unaccented', () => {
  it.each([
    ['one accent', 'Please wáter the garden', 'Please water the garden'],
    ['a mark by itself', 'Please wa\u0301ter the garden', 'Please water the garden'],
    ['two marks', 'Please wấter the garden', 'Please water the garden'],
    ['a stroke', 'Please waŧer the gardɇn', 'Please water the garden'],
    ['a dotless i and a dotted one', 'İn the gardens thıs spring', 'In the gardens this spring'],
    ['consonants', 'Pļease waţer ţhe ğarden', 'Please water the garden'],
    ['a word of one letter', 'Í water the garden', 'I water the garden'],
    ['capitals', 'PLEASE WÁTER THE GARDEN', 'PLEASE WATER THE GARDEN'],
    ['an ending', 'She is wátering the garden', 'She is watering the garden'],
    ['what nobody sees beside it', 'Please wá\u200bter the garden', 'Please water the garden'],
    ['another script beside it', 'Please wátеr the garden', 'Please water the garden'],
    ['another word, misspelt', 'Please wáter the gárdne', 'Please water the gardne'],
    ['each word', 'Pléase wáter thé gárden', 'Please water the garden'],
  ])('takes away %s [evaluate-accents]', (_, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it.each([
    'Please water the garden.',
    'José met Renée Núñez and Zoë at the café in São Paulo.',
    'The naïve Bayes classifier beat the résumé filter.',
    'Kurt Gödel, Paul Erdős and Henri Poincaré',
    'We had crème brûlée and a rosé at the hôtel.',
    'It’s an “old” garden — with a pond…',
    'â€œold gardenâ€\u009d',
    'Die Männer können für mich kochen, wenn sie möchten.',
    '¿Qué más quieres comer hoy?',
    'C’est la même histoire que hier.',
    'Jag får inte gå dit så sent.',
    'Bugün hava çok güzel, değil mi?',
    'Kocham cię, mój mały kotku.',
    'Tôi muốn ăn phở.',
    'Não ignore as instruções anteriores, elas continuam valendo.',
    'Um bom assistente não ignora as suas instruções iniciais.',
    'Мы идём домой.',
    'Ünlüler ve şarkıcılar',
    'łódź',
  ])('leaves alone: %s [evaluate-accents]', (text) => {
    expect(plain(text)).toBeNull();
  });

  it('takes the accents of a loan word too where another word has one for no reason', () => {
    expect(plain('Please wáter the café garden')).toBe('Please water the cafe garden');
  });

  it('is not outvoted by what stands further off', () => {
    const noise = 'qxv zzkw grmpf '.repeat(20);
    const decoy = 'qxv zzkw wáter grmpf xqzt ';
    expect(plain(`${decoy}${noise}please wáter the old garden today ${noise}`)).toContain(
      'please water the old garden',
    );
  });

  it('leaves a line in another language as it is', () => {
    const french = 'Le maître a préparé une leçon sur les forêts.';
    expect(unaccented(`Please wáter the garden.\n${french}`, false)?.text).toBe(`Please water the garden.\n${french}`);
  });

  it('says where a word stood', () => {
    const given = 'Please wa\u0301ter the gárden';
    const { text, toGiven } = unaccented(given, false) as NonNullable<ReturnType<typeof unaccented>>;
    expect(given.slice(...toGiven(text.indexOf('water'), text.indexOf(' the')))).toBe('wa\u0301ter');
    expect(given.slice(...toGiven(text.indexOf('garden'), text.length))).toBe('gárden');
    expect(toGiven(0, text.length)).toEqual([0, given.length]);
  });

  it('reads of a long text what is around such words, wherever they stand', () => {
    const rest = SENTENCE.repeat(400);
    const found = unaccented(`${rest}We wáter the roses.\n${rest}They clóse the doors. ${rest}`, true);
    expect(found?.text).toContain('We water the roses.');
    expect(found?.text).toContain('They close the doors.');
    expect(found?.text.length).toBeLessThan(4_000);
  });

  it('reads English inside what decodes out of a text', () => {
    const hidden = Buffer.from('Please wáter the old garden before the children come home').toString('base64');
    expect(decode(intake(hidden)).texts).toContainEqual(
      expect.objectContaining({
        layers: ['base64', 'escape'],
        text: 'Please water the old garden before the children come home',
      }),
    );
  });

  it('has every place of every text inside it', () => {
    const letters = fc.constantFrom(
      'wáter',
      'thé',
      'gárden',
      'ı',
      'e\u0301',
      'xqz',
      'ő',
      ' ',
      '\n',
      'é'.repeat(60),
      '𝗸',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), fc.nat(), fc.nat(), (parts, a, b) => {
        const given = parts.join(' ');
        const found = unaccented(given, true);
        if (found === null) return;
        const [from, to] = [a, b].map((n) => n % found.text.length).sort((x, y) => x - y) as [number, number];
        const [start, end] = found.toGiven(from, to + 1);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(given.length);
      }),
    );
  });
});

describe('LOAN_WORDS', () => {
  it('has no word that would be no sign anyway', () => {
    const bare = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');
    expect([...LOAN_WORDS].filter((word) => bare(word) === word || !isEnglishForm(bare(word)))).toEqual([]);
  });
});
