// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../src/engine/govern/refusal.ts';
import { DISAPPROVALS, HEADS, REFUSALS } from '../../../src/engine/govern/refusal-table.ts';
import { Required } from '../../../src/engine/govern/required.ts';

const SOURCES = [...HEADS, ...REFUSALS, ...DISAPPROVALS];
const ORDINARY = 'The committee meets on the second Tuesday of the month — and “publishes” its minutes a week later…';

describe('what refusals require', () => {
  it('is something of every expression, and not in ordinary text', () => {
    for (const source of SOURCES) expect(new Required([source]).isIn(ORDINARY), source).toBe(false);
    expect(new Required(SOURCES).isIn(ORDINARY)).toBe(false);
  });

  it('stands in whatever an expression matches, and in no part of a text that lacks it', () => {
    // Words of the expressions in any order, so that some match: among them letters of every script that they name.
    const words = [...new Set(SOURCES.join(' ').match(/[\p{L}\p{M}']+/gu) ?? [])];
    const required = new Required(SOURCES);
    const expressions = SOURCES.map((source) => new RegExp(source));
    let matched = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ' ', ', ', '. '), { maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const isMatched = expressions.some((expression) => expression.test(text));
        if (isMatched) matched++;
        return required.isIn(text) || !isMatched;
      }),
      { seed: 249, numRuns: 5_000 },
    );
    expect(matched).toBeGreaterThan(10);
  });

  it('is found in refusals of every script', () => {
    const required = new Required(SOURCES);
    for (const refusal of REFUSED) {
      expect(isRefusal(refusal), refusal).toBe(true);
      expect(required.isIn(refusal.toLowerCase()), refusal).toBe(true);
    }
  });

  it('is anything where an expression requires nothing, or hides what it names', () => {
    for (const source of ['[a-z]+', '\\u0436\\u0437', 'a?'])
      expect(new Required([...SOURCES, source]).isIn('')).toBe(true);
  });

  it('asks for letters of the script that an expression names', () => {
    const required = new Required(['не могу (?:помочь|это)']);
    expect(required.isIn('я не могу помочь')).toBe(true);
    expect(required.isIn('çé über ñ — 图书馆')).toBe(false);
  });
});

const REFUSED = [
  "I'm sorry, but I can't help with that.",
  'Ich kann dabei leider nicht helfen.',
  'Je ne peux pas vous aider.',
  'Lo siento, no puedo ayudarte con eso.',
  'Não posso ajudar com isso.',
  'Mi dispiace, non posso aiutarti.',
  'Nie mogę w tym pomóc.',
  'Maalesef buna yardımcı olamam.',
  'Xin lỗi, tôi không thể giúp.',
  'Извините, я не могу помочь.',
  'عذرا، لا أستطيع المساعدة.',
  'माफ़ कीजिए, मैं मदद नहीं कर सकता।',
  '抱歉，我不能提供帮助。',
  '申し訳ありませんが、お手伝いできません。',
  '죄송하지만 도와드릴 수 없습니다.',
];
