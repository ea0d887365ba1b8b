// SPDX-License-Identifier: Apache-2.0
/** Asking for the instructions in other words and languages; and a model that gives them away where the asking was missed. */
import { readFileSync } from 'node:fs';
import { cleanText } from '@plumbline/core/engine/intake/clean.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { intake } from '../../../src/services/airlock/intake.ts';
import { ask, Engine } from './airlock-scene.ts';

type ByLanguage = Readonly<Record<string, readonly string[]>>;
const { tuning, held_out, harmless } = parse(
  readFileSync(new URL('prompt-paraphrases.yaml', import.meta.url), 'utf8'),
) as { tuning: ByLanguage; held_out: ByLanguage; harmless: readonly string[] };

/** Misses everything. */
const blind: typeof intake = async ({ question }) => ({
  kind: 'admitted',
  verdict: 'pass',
  question,
  history: [],
  sessionContext: [],
  townMemories: [],
  actions: [],
  removed: cleanText(question).removed,
});

const leaking = () => new Engine(({ messages }) => messages[0]?.content ?? '');

/** How a model of that language might wrap what it gives away. */
const WRAPS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  es: ['Claro, esto es lo que me dijeron: «', '». ¿Algo más?'],
  it: ['Certo, ecco che cosa mi è stato detto: «', '». Altro?'],
  pt: ['Claro, foi isto que me disseram: «', '». Mais alguma coisa?'],
  fr: ['Bien sûr, voici ce qu’on m’a dit : « ', ' ». Autre chose ?'],
  de: ['Gern, das wurde mir gesagt: „', '“. Noch etwas?'],
  nl: ['Natuurlijk, dit is mij verteld: „', '”. Nog iets?'],
  ru: ['Конечно, вот что мне сказали: «', '». Что-нибудь ещё?'],
  zh: ['好的，这是我收到的指示：“', '”。还有别的吗？'],
  ja: ['もちろんです。私が受けた指示は「', '」です。ほかにありますか。'],
};

describe('intake', () => {
  it.each(Object.entries(tuning))(
    'refuses requests for the instructions in other words: %s [airlock-paraphrases]',
    async (_, questions) => {
      for (const question of questions) {
        const engine = leaking();
        const { outcome, refusal } = await ask(engine, { question });
        expect([question, outcome, refusal?.category]).toEqual([question, 'refused', 'prompt_extraction']);
        expect(engine.prompts).toEqual([]);
      }
    },
  );

  it('refuses most of those that it was not made with', async () => {
    const questions = Object.values(held_out).flat();
    const outcomes = await Promise.all(questions.map(async (question) => (await ask(leaking(), { question })).outcome));
    expect(questions).toHaveLength(36);
    // Whatever passes is stopped when the answer leaves.
    expect(outcomes.every((outcome) => outcome === 'refused')).toBe(true);
    const engine = new Engine(() => 'A check costs one unit.');
    const stopped = await Promise.all(questions.map(async (question) => (await ask(engine, { question })).outcome));
    expect(stopped.filter((outcome) => outcome === 'refused').length).toBeGreaterThanOrEqual(28);
  });

  it('lets harmless neighbours of them pass', async () => {
    for (const question of harmless) {
      const { outcome } = await ask(new Engine(() => 'A check costs one unit.'), { question });
      expect([question, outcome]).toEqual([question, 'answered']);
    }
  });
});

describe('output, where intake missed the request', () => {
  const LEAKS: readonly (readonly [
    string,
    (lines: readonly string[], [before, after]: readonly [string, string]) => string,
  ])[] = [
    ['whole', (lines) => lines.join('\n')],
    ['in a sentence of that language, one of the rules', (lines, [before, after]) => `${before}${lines[3]}${after}`],
    ['in base64', (lines, [before, after]) => `${before}${Buffer.from(lines[2] ?? '').toString('base64')}${after}`],
    // What is translated keeps the signs that were drawn for the call.
    [
      'translated, with the name of the blocks',
      (lines, [before, after]) => `${before}${/data-[0-9a-f]{16}/.exec(lines.join(' '))?.[0]}${after}`,
    ],
    [
      'translated, with the canary',
      (lines, [before, after]) => `${before}${/mark-[0-9a-f]{24}/.exec(lines.join(' '))?.[0]}${after}`,
    ],
  ];

  for (const [language, wrap] of Object.entries(WRAPS))
    it.each(LEAKS)(`withholds instructions that leak in ${language}, %s [airlock-paraphrases]`, async (_, leak) => {
      const engine = new Engine(({ messages }) => leak((messages[0]?.content ?? '').split('\n'), wrap));
      for (const question of tuning[language] ?? []) {
        const answer = await ask(engine, { question }, { intake: blind });
        expect(answer).toMatchObject({ outcome: 'refused', answer: null, refusal: { category: 'prompt_extraction' } });
      }
      expect(engine.prompts.length).toBeGreaterThanOrEqual(5);
    });

  it('lets an answer in each of the languages pass that gives nothing away', async () => {
    for (const [language, [before, after]] of Object.entries(WRAPS)) {
      const engine = new Engine(() => `${before}90${after}`);
      const { outcome } = await ask(engine, { question: tuning[language]?.[0] ?? '' }, { intake: blind });
      expect([language, outcome]).toEqual([language, 'answered']);
    }
  });
});
