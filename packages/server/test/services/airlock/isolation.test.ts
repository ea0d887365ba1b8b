// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { HistoryTurn } from '../../../src/services/airlock/airlock.ts';
import { type Isolated, isolate, MAX_DATA_TOKENS } from '../../../src/services/airlock/isolation.ts';
import { ask, canaryOf, Engine, gullible, nodeWith, tools } from './airlock-scene.ts';

/** Tells everything that it was given as data, without the names of its blocks: those would give it away. */
const talkative = () =>
  new Engine(({ messages }) => `You were saying: ${messages[1]?.content.replace(/<<[^>]*>>/g, '') ?? ''}`);

/** One context for all callers, as a service that keeps conversations would have it. */
function shared(): typeof isolate {
  const turns: HistoryTurn[] = [];
  let first: Isolated | undefined;
  return (admitted, node, given) => {
    turns.push({ role: 'user', content: admitted.question });
    const context = isolate({ ...admitted, history: turns.slice(0, -1) }, node, given);
    first ??= context;
    return { ...context, canary: first.canary };
  };
}

const admittedOf = (question: string, history: readonly HistoryTurn[] = []) => ({
  kind: 'admitted' as const,
  verdict: 'pass' as const,
  question,
  history,
  sessionContext: [],
  townMemories: [],
  actions: [],
  removed: { control: 0, bidi: 0, tag: 0, invisible: 0 },
});

describe('isolation', () => {
  it('without it one caller hears what another has said; with it nobody does [airlock-isolation]', async () => {
    const stages = { isolate: shared() };
    await ask(talkative(), { question: 'My project is called heronsblue.' }, stages);
    expect((await ask(talkative(), { question: 'What did the others say?' }, stages)).answer).toContain('heronsblue');

    await ask(talkative(), { question: 'My project is called heronsblue.' });
    expect((await ask(talkative(), { question: 'What did the others say?' })).answer).not.toContain('heronsblue');
  });

  it('a canary, a delimiter and nothing else is secret, and each is drawn anew', async () => {
    const engine = gullible();
    for (let i = 0; i < 20; i++) await ask(engine, { question: 'What does a check cost?' });
    const canaries = engine.prompts.map(canaryOf);
    const delimiters = engine.prompts.map(({ messages }) => /data-[0-9a-f]{16}/.exec(messages[0]?.content ?? '')?.[0]);
    expect(new Set(canaries).size).toBe(20);
    expect(new Set(delimiters).size).toBe(20);
    expect(canaries[0]).toMatch(/^mark-[0-9a-f]{24}$/);
  });

  it('carries no tools, and of the node only what is public', async () => {
    const engine = gullible();
    await ask(engine, { question: 'What does a check cost?' });
    const [prompt] = engine.prompts;
    expect(Object.keys(prompt ?? {}).sort()).toEqual(['limits', 'messages', 'node', 'question', 'retrieved']);
    expect(Object.keys(prompt?.node ?? {}).sort()).toEqual(['alias', 'id', 'persona', 'station', 'texts']);
  });

  it('never grows over its cap: the oldest turns go first, the question stays', () => {
    const long = 'a word and '.repeat(360);
    const history = Array.from({ length: 10 }, (_, i): HistoryTurn => ({ role: 'user', content: `${i} ${long}` }));
    const context = isolate(admittedOf('What now?', history), nodeWith(gullible()), tools);
    expect(context.question).toBe('What now?');
    expect(context.history.length).toBeLessThan(10);
    expect(context.history.at(-1)?.content.startsWith('9 ')).toBe(true);
    const bytes = context.history.reduce((sum, { content }) => sum + content.length, 0);
    expect(bytes / 3).toBeLessThanOrEqual(MAX_DATA_TOKENS);
  });

  it('marks words with a character that is not in the text', () => {
    const question = 'a ˆ b ¦ c ¬ d ‡ e ⁂ f ※ g ◊ h ⁘ i ⁜ j';
    const { mark } = isolate(admittedOf(question), nodeWith(gullible()), tools);
    expect(question).not.toContain(mark);
  });
});
