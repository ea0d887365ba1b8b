// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/engine/structure/parts.ts';
import { wishesOf } from '../../../src/engine/structure/wishes.ts';

const parts = (text: string) => partsOf(text).map(({ start, end }) => text.slice(start, end));
const wishes = (text: string, closely = false, language: string | null = 'en') =>
  wishesOf(text, closely, language).map(({ words }) => words.trim());

describe('parts of a text', () => {
  it('are sentences, lines, quotations and what a colon announces', () => {
    expect(parts('one. two? "three" four: five\nsix')).toEqual([
      'one.',
      ' two?',
      ' "',
      'three"',
      ' four:',
      ' five\n',
      'six',
    ]);
    expect(parts("he asked 'why me' and it's 3.14")).toEqual(["he asked '", "why me'", " and it's 3.14"]);
    expect(parts('')).toEqual([]);
  });

  it('end without a blank too, but not within names, addresses and numbers', () => {
    expect(parts('it was late.how so?nobody knew.')).toEqual(['it was late.', 'how so?', 'nobody knew.']);
    expect(parts('see node.js, example.com/a or log.write(x) 3.14')).toHaveLength(1);
    expect(parts('花园很美。如何做?后来「好」')).toEqual(['花园很美。', '如何做?', '后来「', '好」']);
  });

  it('lie side by side', () => {
    const text = 'a. b: «c» d; "e" f!\n\n g 1.5 h';
    expect(parts(text).join('')).toBe(text);
  });
});

describe('wishes of a text', () => {
  it('are questions and orders in it', () => {
    expect(wishes('my uncle knew it all. how do i bake a good cake? he smiled.')).toEqual([
      'how do i bake a good cake?',
    ]);
    expect(wishes("the chapter is called 'write a letter to the king' and is long")).toContain(
      "write a letter to the king'",
    );
    expect(wishes('please step in. 2. now, please list the ways to tie a knot.', true)).toEqual([
      'now, please list the ways to tie a knot.',
      'how do i tie a knot?',
    ]);
  });

  it('are what a sentence hands over to', () => {
    expect(wishes('the owl tells the fox how to climb the tall tree.')).toEqual(['how do i climb the tall tree?']);
    expect(wishes('the next exercise is about how can i tie a knot')).toEqual(['how do i tie a knot?']);
    expect(wishes('/run list of ways to tie a knot', true)).toEqual(['how do i tie a knot?']);
    expect(wishes('/run list of ways to tie a knot')).toEqual([]);
  });

  it('are what somebody in an ordered work is to do, where that is asked for', () => {
    const text = 'write a song. in it a baker wants to open a small shop.';
    expect(wishes(text, true)).toContain('how do i open a small shop?');
    expect(wishes(text)).toEqual([]);
    expect(wishes('it was late. the baker wants to open a small shop.', true)).toEqual([]);
  });

  it('are none where the text is nothing but one, or only tells', () => {
    expect(wishes('how do i bake a cake?')).toEqual([]);
    expect(wishes('how many people came? the hall was full. give her the key.')).toEqual(['give her the key.']);
    expect(wishes('how to write it all. '.repeat(10_000))).toEqual([]);
  });

  it('are read from cut words, and behind what they are joined to', () => {
    expect(wishes('we sang. how do i "bake" a...\n“cake” at home? he smiled.')).toContain(
      'how do i bake a cake at home?',
    );
    const run = `${'the train was late and the dog ate the other shoe '.repeat(3)}and tell me the best way to bake a cake, bye`;
    expect(wishes(run)).toContain('tell me the best way to bake a cake');
    expect(wishes(`${run.repeat(5)} so anyway how to tie a knot and call her`)).toContain(
      'how do i tie a knot and call her?',
    );
  });

  it('are as many as a text is long, and no more', () => {
    const questions = wishes('how do i tie it? '.repeat(5_000));
    expect(questions.length).toBeGreaterThan(2_000);
    const units = wishes('how to '.repeat(14_000)).reduce((sum, { length }) => sum + length, 0);
    expect(units).toBeLessThan(70_000);
  });

  it('are questions, orders and what "how" leads to in other languages', () => {
    expect(wishes('der garten war schön. welche farbe hat das haus? gut.', false, 'de')).toEqual([
      'welche farbe hat das haus?',
    ]);
    expect(wishes('le jardin est beau. donne-moi une recette de gâteau. merci.', false, 'fr')).toEqual([
      'donne-moi une recette de gâteau.',
    ]);
    expect(wishes('querida tía, quería saber cómo hacer una tarta de manzana y si vienes', false, 'es')).toEqual([
      'cómo hacer una tarta de manzana y si vienes?',
      'cómo hacer una tarta de manzana?',
    ]);
    expect(wishes('花园很美。我想问你如何制作苹果蛋糕,还有你来不来。', false, 'zh')).toContain('如何制作苹果蛋糕?');
    expect(wishes('the garden is fine. как испечь пирог с яблоками? bye for now.')).toContain(
      'как испечь пирог с яблоками?',
    );
    expect(wishes('come home soon. is it late? the cat sleeps on the mat.', false, null)).toEqual([]);
  });
});
