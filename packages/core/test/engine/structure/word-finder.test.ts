// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { placeFinder, placesOf, wordFinder } from '../../../src/engine/structure/word-finder.ts';
import { numbers } from '../entropy/adversarial-salad.ts';

const WORDS =
  'kill\\p{L}*|guns?|(?:dead|the) body|booby[- ]traps?|hit[- ]?m[ae]n|keylogg?er\\p{L}*|forg(?:es?|ed|ing)|lsd|con (?:man|men)|thie(?:f|ves)|a[- ]b{2,3}c*d';
const find = wordFinder(WORDS);
const all = (text: string) => {
  const found: string[] = [];
  for (let next = find(text, 0); next !== null; next = find(text, next.end))
    found.push(text.slice(next.start, next.end));
  return found;
};
const byExpression = (text: string) =>
  [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${WORDS})(?!\\p{L})`, 'gu'))].map(([word]) => word);

describe('wordFinder', () => {
  it('finds whole words in their order', () => {
    expect(all('the body of a hitman, a gun; forge, forger, guns, a con man')).toEqual([
      'the body',
      'hitman',
      'gun',
      'forge',
      'guns',
      'con man',
    ]);
    expect(all('at the end a gun')).toEqual(['gun']);
    expect(all('égun guné begun 7gun gun7 thieves')).toEqual(['gun', 'gun', 'thieves']);
  });

  it('finds what the expression finds', () => {
    const random = numbers(7);
    const pieces = [
      ...['kill', 'er', 'gun', 'guns', 's', 'dead', 'the', 'body', ' ', ' ', '-', 'booby', 'trap', 'hit', 'man', 'men'],
      ...[
        'keylogger',
        'keyloger',
        'forg',
        'ed',
        'ing',
        'lsd',
        'con',
        'thie',
        'f',
        'ves',
        'a',
        'bb',
        'bbb',
        'ccd',
        'é',
        '.',
      ],
    ];
    for (let i = 0; i < 5_000; i++) {
      const text = Array.from({ length: 12 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      expect(all(text), text).toEqual(byExpression(text));
    }
  });

  it.each(['[- ]gun', 'gun|', '\\d\\d'])('refuses what may begin without a letter: %s', (words) => {
    expect(() => wordFinder(words)('gun', 0)).toThrow('what is to be found may begin with');
  });

  it('refuses what cannot be read', () => {
    expect(() => wordFinder('(g)un\\1')('gun', 0)).toThrow('unknown form');
  });
});

describe('placeFinder', () => {
  const SOURCE = [
    'steal(?:s|ing)? the \\p{L}{2,5}',
    '\\bkeep(?:s|ing)? (?:it|them)',
    'убить процессы?',
    '(?:so|so that) no(?:body)?',
  ]
    .map((form) => `(?<!\\p{L})(?:${form})(?!\\p{L})`)
    .concat('(?:杀死?|结束)[^。]{0,3}进程')
    .join('|');
  const find = placeFinder(SOURCE, 'iu');
  const pieces = [
    ...[
      'Steal',
      'steals',
      'ſteal',
      ' the ',
      'show',
      'Keep',
      'keeping',
      '\u212aeep',
      ' it',
      ' them',
      'it',
      'so',
      'So that',
      ' no',
    ],
    ...[
      'body',
      'убить',
      'Убить',
      ' процесс',
      'ы',
      '杀',
      '死',
      '结束',
      '进程',
      '。',
      ' ',
      ' ',
      '.',
      'é',
      '7',
      '_',
      '\u{1F600}',
      '\u{20000}',
    ],
  ];

  it('finds what the expression finds where it is tried everywhere', () => {
    const random = numbers(11);
    let found = 0;
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: 10 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const expected = [...text.matchAll(new RegExp(SOURCE, 'giu'))].map(({ index: start, 0: { length } }) => ({
        start,
        end: start + length,
      }));
      expect(placesOf(find, text, 99), text).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(500);
  });

  it('finds no more than it is asked for', () => {
    expect(placesOf(find, 'so no so no so no', 2)).toEqual([
      { start: 0, end: 5 },
      { start: 6, end: 11 },
    ]);
  });
});
