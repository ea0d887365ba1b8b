// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { wordFinder } from '../../../src/engine/structure/word-finder.ts';
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
    expect(() => wordFinder(words)).toThrow('a word to be found may begin with');
  });

  it('refuses what cannot be read', () => {
    expect(() => wordFinder('gun\\p{N}')).toThrow('unknown form');
  });
});
