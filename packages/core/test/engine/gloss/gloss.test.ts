// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GLOSSARIES } from '../../../src/engine/gloss/generated/glossaries.ts';
import { glossOf } from '../../../src/engine/gloss/gloss.ts';
import { Glossary } from '../../../src/engine/gloss/glossary.ts';

const SMALL = new Glossary('de', 'house haus häuser\nto zu\nsell verkaufen verkaufe\nkey schlüssel\nthe das die');

describe('a glossary', () => {
  it.each([
    ['haus', 'house'],
    ['häuser', 'house'],
    ['hauser', 'house'],
    ['verkauften', 'sell'],
    ['hausschlüssel', 'house key'],
    ['häuserverkaufe', 'house sell'],
    ['garten', null],
    ['ha', null],
  ])('knows forms, endings and compounds: %s', (word, english) => {
    expect(SMALL.english(word)).toBe(english);
  });

  it('has each form once, and no line without one', () => {
    for (const [language, lines] of Object.entries(GLOSSARIES)) {
      const seen = new Set<string>();
      for (const line of lines.split('\n')) {
        const [english = '', ...forms] = line.split(' ');
        expect([language, line, /^[a-z]+$/.test(english) && forms.length > 0]).toEqual([language, line, true]);
        for (const form of forms) {
          if (seen.has(form)) throw new Error(`${language}: ${form} stands twice`);
          seen.add(form);
        }
      }
    }
  });
});

describe('glossOf', () => {
  it.each([
    ['de', 'wie kann ich das haus meiner nachbarn kaufen?', /^how can i the home my neighbour buy\?$/],
    ['fr', "comment puis-je acheter l'ordinateur de ma voisine ?", /^how can-i buy the laptop of my neighbour \?$/],
    ['ru', 'как купить дом моих соседей?', /^how buy home my neighbour\?$/],
  ])('writes a text word by word in English: %s', (language, text, gloss) => {
    expect(glossOf(text, language)?.text).toMatch(gloss);
  });

  it('says nothing of names, lists and languages that it does not know', () => {
    expect(glossOf('xkcd qwrt zzz plk mnb vcx', 'de')).toBe(null);
    expect(glossOf('ja', 'de')).toBe(null);
    expect(glossOf('jak kupić dom?', 'pl')).toBe(null);
  });

  it('knows where each word stands', () => {
    const text = 'wie verkaufe ich das haus, in dem wir wohnen?';
    const gloss = glossOf(text, 'de');
    const at = gloss?.text.indexOf('home') ?? -1;
    expect(text.slice(gloss?.toText(at))).toMatch(/^haus/);
    expect(text.slice(gloss?.toText(at + 2))).toMatch(/^haus/);
  });

  it('gives places within the text, in order', () => {
    const words = fc.constantFrom('wie', 'haus', 'zu', '.', '\n', ' ', 'äöü', "l'", '42', 'verkaufen', '什么');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.constantFrom('de', 'fr', 'ru'), (pieces, language) => {
        const text = pieces.join(' ');
        const gloss = glossOf(text, language);
        let before = 0;
        for (let at = 0; gloss !== null && at <= gloss.text.length; at++) {
          const place = gloss.toText(at);
          expect(place >= before && place <= text.length).toBe(true);
          before = place;
        }
      }),
      { numRuns: 200, seed: 11 },
    );
  });
});
