// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { AirlockAnswer } from '../../../src/services/airlock/airlock.ts';
import type { project } from '../../../src/services/airlock/projection.ts';
import { ask, Engine } from './airlock-scene.ts';

const MARK = 'upstream-private-mark';
const QUESTION = 'What does a check cost?';

/** What a provider sends along with a text: it has no place in an answer. */
function provider(): Engine {
  const engine = new Engine(async () =>
    Object.assign(
      { ok: true as const, text: 'It costs one check.', grounding: [] },
      { id: MARK, usage: { account: MARK } },
    ),
  );
  return Object.assign(engine, { url: `https://${MARK}`, apiKey: MARK });
}

/** Passes on what is there. */
const open: typeof project = (request, { released }) =>
  ({ ...released, outcome: 'answered', node: request.node, engine: request.node.engine }) as unknown as AirlockAnswer;

describe('projection', () => {
  it('without it what belongs to the provider gets out; with it nothing does [airlock-projection]', async () => {
    expect(JSON.stringify(await ask(provider(), { question: QUESTION }, { project: open }))).toContain(MARK);
    expect(JSON.stringify(await ask(provider(), { question: QUESTION }))).not.toContain(MARK);
  });

  it('has the members of the contract and no others', async () => {
    const answer = await ask(provider(), { question: QUESTION });
    expect(Object.keys(answer)).toEqual([
      'node',
      'outcome',
      'answer',
      'format',
      'refusal',
      'airlock',
      'engine',
      'grounding',
      'disclosure',
      'hashes',
      'private_memory',
      'private_context',
      'stored',
      'untrusted',
    ]);
    expect(answer).toMatchObject({
      node: { requested: 'Ember', id: 'S5_LOCUS', alias: 'Ember' },
      format: 'text/plain',
      engine: { kind: 'model', name: 'obedient' },
      disclosure: { ai_generated: true },
      hashes: { question: expect.stringMatching(/^[0-9a-f]{64}$/), answer: expect.stringMatching(/^[0-9a-f]{64}$/) },
      stored: { content: false, hashes: true, days: 30 },
    });
    expect(Object.keys(answer.node)).toEqual(['requested', 'id', 'alias']);
    expect(Object.keys(answer.engine)).toEqual(['kind', 'name']);
  });
});
