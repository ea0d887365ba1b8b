// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { hasContext } from '../../../src/engine/precheck/context.ts';

const rule = (...words: string[]) => ({ words, within: 20, effect: 'require' as const, by: 0 });
const near = (text: string, ...words: string[]) =>
  hasContext(rule(...words), text, text.indexOf('#'), text.indexOf('#') + 1);

describe('words near a match', () => {
  it('are found inside other words unless an edge is asked for', () => {
    expect(near('In this context # stands', 'text')).toBe(true);
    expect(near('In this context # stands', '|text|')).toBe(false);
    expect(near('Text # to me', '|text|')).toBe(true);
    expect(near('a textile # here', '|text')).toBe(true);
    expect(near('in context # here', 'text|')).toBe(true);
  });

  it('go on to the next place when the first has no edge', () => {
    expect(near('context, text #', '|text|')).toBe(true);
  });

  it('stand no further away than the reach', () => {
    expect(near(`text${' '.repeat(17)}#`, 'text')).toBe(false);
    expect(near(`text${' '.repeat(16)}#`, 'text')).toBe(true);
  });
});
