// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coresOf } from '../../../src/engine/structure/wrapping.ts';

const words = (text: string) => coresOf(text).map((core) => core.words);

describe('coresOf', () => {
  it.each([
    ['Hi! Is the pool open today? Thanks!', 'Is the pool open today?'],
    ['> "Is the pool open today?"', 'Is the pool open today?'],
    ['Hello, quick question: is the pool open today? cheers', 'is the pool open today?'],
    ['### Instruction:\nIs the pool open today?\n\n### Response:', 'Is the pool open today?'],
    ['你好，游泳池 今天 几点 开门？谢谢', '游泳池 今天 几点 开门？'],
    ['```md\nIs the pool open today?\n```', 'Is the pool open today?'],
    ['Is the pool open today? :)', 'Is the pool open today?'],
    ['Is the pool open today? Keep it short.', 'Is the pool open today?'],
  ])('takes off what is around: %s', (text, core) => {
    expect(words(text)).toEqual([core]);
  });

  it.each([
    'Is the pool open today?',
    'She said "hello" and left the "old" house.',
    '"Stop," he said. "Go on."',
    'Thanks!',
    'Hi Tom!',
    'User: is the pool open?\nAssistant: Yes, until nine.\nUser: and on Sunday?',
    'function greet() { return "hi"; }',
    `Hello! ${'The pool is open today. '.repeat(40)}`,
  ])('leaves the others: %s', (text) => {
    expect(words(text)).toEqual([]);
  });

  it('reads the sentences among the values of JSON, not its names', () => {
    const text =
      '{"the name of it": "x", "a": ["Is the pool open today?", 7], "b": "Say \\"yes\\" or \\"no\\" to it."}';
    expect(words(text)).toEqual(['Is the pool open today?', 'Say "yes" or "no" to it.']);
  });

  it('names places within the text, and words that stand there', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'Hi, ',
            'Thanks! ',
            '"',
            '```',
            '\n',
            'User: ',
            '{',
            '}',
            ' 😀',
            'pool is open ',
            '- ',
            '1. ',
            '<a>',
            '</a>',
            '…',
          ),
          { maxLength: 24 },
        ),
        (pieces) => {
          const text = pieces.join('');
          for (const core of coresOf(text)) {
            expect(0 <= core.start && core.start < core.end && core.end <= text.length).toBe(true);
            if (!text.includes('\\')) expect(text.slice(core.start, core.end)).toBe(core.words);
          }
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });
});
