// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { doubledTexts } from '../../../src/engine/decode/decode-doubled.ts';
import { PlainSurvey } from '../../../src/engine/survey/plain-survey.ts';

const found = (text: string) => doubledTexts(new PlainSurvey(text));

describe('words that stand wide apart', () => {
  it.each([
    ['how  do  I  bake  a  cake', 'how do I bake a cake'],
    ['how     do     I     bake     a     cake?', 'how do I bake a cake?'],
    ['how  do I  bake a  cake without  eggs', 'how do I bake a cake without eggs'],
    ['wie  baue  ich  ein  vogelhaus', 'wie baue ich ein vogelhaus'],
    ['как  испечь  пирог  с  яблоками', 'как испечь пирог с яблоками'],
  ])('are read with one blank between them: %s', (text, read) => {
    expect(found(text)).toEqual([{ text: read, start: 0, end: text.length }]);
  });

  it('are read without what stands before and behind them', () => {
    const text = 'The roses are fine. Now  tell  me  how  to  bake\nA line below.';
    expect(found(text)).toEqual([{ text: 'Now tell me how to bake', start: 20, end: 48 }]);
  });

  it('are read line by line', () => {
    expect(found('how  do  I  bake  it\n\nand  what  is  in  it')).toHaveLength(2);
  });

  it.each([
    'One sentence.  Another sentence.  A third one, as typists write.',
    'def f(x):\n    if x:\n        return  1\n    return  0\n',
    'name     age    city\nAnna     31     Graz\nBen      44     Linz',
    '12  13  14  15  16  17  18  19',
    'A  slip in one place  of a sentence.',
    '',
    '      ',
  ])('are not there: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('cost no more in long rows', () => {
    expect(found(`${'a'.repeat(200_000)}  b  c`)).toEqual([]);
    expect(found('a  '.repeat(100_000)).length).toBeLessThan(200);
    expect(found('a  b\n'.repeat(100_000))).toEqual([]);
    expect(found(' '.repeat(200_000))).toEqual([]);
  });
});
