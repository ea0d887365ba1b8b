// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../src/engine/structure/parts.ts';
import { wishesOf } from '../../../src/engine/structure/wishes.ts';

const parts = (text: string) => partsOf(text).map(({ start, end }) => text.slice(start, end));
const wishes = (text: string, closely = false) => wishesOf(text, closely).map(({ words }) => words.trim());

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
    expect(wishes("the chapter is called 'write a letter to the king' and is long")).toEqual([
      "write a letter to the king'",
    ]);
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
    expect(wishes(`${'how to write it. '.repeat(100)}`).length).toBeLessThanOrEqual(33);
    expect(wishes('how to write it all. '.repeat(1_000))).toEqual([]);
  });
});
