// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { FoundPassage, NodePrompt, Retrieved } from '../../../src/services/nodes/engine.ts';
import { NOT_FOUND, RetrievalEngine } from '../../../src/services/nodes/retrieval-engine.ts';

const passage = (id: string, score: number, more: Partial<FoundPassage> = {}): FoundPassage => ({
  id,
  title: `Title of ${id}`,
  text: `Text of ${id}.`,
  url: null,
  article: null,
  score,
  ...more,
});
const promptWith = (passages: readonly FoundPassage[], sure = true): NodePrompt => ({
  node: { id: 'S5_LOCUS', alias: 'Ember', persona: '', station: '', texts: [] },
  messages: [],
  question: 'What is it?',
  retrieved: { passages, sure, engine: 'concepts+bm25/1' } satisfies Retrieved,
  limits: { maxAnswerTokens: 1, promptTokens: 1, maxReplyBytes: 1 },
});
const engine = new RetrievalEngine('concepts+bm25/1', { passes: async (text) => !text.includes('attack') });
const textOf = async (prompt: NodePrompt) => {
  const reply = await engine.answer(prompt);
  if (!reply.ok) throw new Error(reply.failure.kind);
  return reply;
};

describe('local retrieval', () => {
  it('quotes what it found, says where, and that it is a search [retrieval-honest]', async () => {
    const article = passage('article:31', 0.8, { title: 'Article 31, Untrusted text is data', article: 31 });
    const { text, grounding } = await textOf(
      promptWith([article, passage('docs/guides/a.md#b', 0.79), passage('c.md#d', 0.5), passage('e.md#f', 0.3)]),
    );
    expect(text).toContain('I am a search over published texts, not a language model.');
    expect(text).toContain('Article 31, Untrusted text is data:\n“Text of article:31.”');
    expect(text).toContain('Title of docs/guides/a.md#b (docs/guides/a.md):\n“Text of docs/guides/a.md#b.”');
    expect(text).toContain('See also Title of c.md#d (c.md).');
    expect(text).not.toContain('e.md');
    expect(grounding).toEqual([{ article: 31, quote: 'Text of article:31.' }]);
  });

  it('says plainly when its sources do not hold an answer [retrieval-unknown]', async () => {
    for (const prompt of [promptWith([passage('a', 0.1)], false), promptWith([], false)])
      expect(await textOf(prompt)).toEqual({ ok: true, text: NOT_FOUND, grounding: [] });
    expect(NOT_FOUND).toContain('not in my sources');
  });

  it('points at a passage that quotes attacks instead of repeating it', async () => {
    const { text } = await textOf(promptWith([passage('a.md#b', 0.9, { text: 'an attack' })]));
    expect(text).not.toContain('an attack');
    expect(text).toContain('Title of a.md#b (a.md)');
  });

  it('stays below the length of an answer however long the passages are', async () => {
    const long = 'A sentence that goes on for a while. '.repeat(200);
    const { text } = await textOf(promptWith(['a', 'b', 'c', 'd'].map((id) => passage(id, 0.9, { text: long }))));
    expect([...text].length).toBeLessThanOrEqual(4_000);
    expect(text).toContain(' …”');
  });
});
