// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { brokenTexts } from '../../../src/engine/decode/decode-broken.ts';
import { PlainSurvey } from '../../../src/engine/survey/plain-survey.ts';

const whole = (text: string) => brokenTexts(new PlainSurvey(text)).map(({ text: found }) => found);

describe('words that a sign breaks', () => {
  it('are made whole, whatever the sign', () => {
    expect(whole('Pl-ease te-ll me h-ow to ba-ke a ca-ke.')).toEqual(['Please tell me how to bake a cake.']);
    expect(whole('Pl_ease te/ll me h*ow to ba~ke a ca.ke.')).toEqual(['Please tell me how to bake a cake.']);
  });

  it('are read with the line that they stand in', () => {
    const [run] = brokenTexts(new PlainSurvey('A line above.\nBa-ke me a ch-oco-late ca-ke now.\nA line below.'));
    expect(run).toEqual({ text: 'Bake me a chocolate cake now.', start: 14, end: 47 });
  });

  it.each([
    'A well-known, part-time dress-maker with a non-stick pan and a two-door car.',
    'const user_id = file_name.max_size / some_list.item_count;',
    'See https://example.com/docs/guide/how-to-cook-rice.html and and/or either/or.',
    'e-mail and x-ray',
    '',
  ])('are not there: %s', (text) => {
    expect(whole(text)).toEqual([]);
  });

  it('cost no more in a long row of letters', () => {
    expect(whole(`${'a'.repeat(200_000)} a-b c-d e-f`)).toEqual([]);
  });
});
