// SPDX-License-Identifier: Apache-2.0
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAirlock, STAGES } from '../../../src/services/airlock/stages.ts';
import type { EngineReply } from '../../../src/services/nodes/engine.ts';
import { Engine, NEVER, nodeWith, tools } from './airlock-scene.ts';

const QUESTION = 'What does a check cost?';
const requestTo = (engine: Engine, signal: AbortSignal = NEVER) => ({
  question: QUESTION,
  node: nodeWith(engine),
  requestedNode: 'Ember',
  signal,
});
const never = () => new Promise<EngineReply>(() => undefined);
const hasty = { ...tools, deadlineMs: 20 };

describe('call', () => {
  it('without it a node that never answers holds its caller for ever; with it the caller is told in time [airlock-call]', async () => {
    const direct: typeof STAGES.call = (engine, prompt, gone) => engine.answer(prompt, gone);
    const held = createAirlock(hasty, { ...STAGES, call: direct }).ask(requestTo(new Engine(never)));
    expect(await Promise.race([held, after(10 * hasty.deadlineMs, 'held')])).toBe('held');

    const result = await createAirlock(hasty).ask(requestTo(new Engine(never)));
    expect(result).toEqual({ ok: false, failure: { kind: 'timeout', retryAfterS: expect.any(Number) } });
  });

  it('tells the engine to stop at the deadline', async () => {
    let signal: AbortSignal | undefined;
    const engine = new Engine((_, given) => {
      signal = given;
      return never();
    });
    await createAirlock(hasty).ask(requestTo(engine));
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason, 'so that the upstream is blamed').toMatchObject({ name: 'TimeoutError' });
  });

  it('stops when the caller has gone', async () => {
    const caller = new AbortController();
    let signal: AbortSignal | undefined;
    const engine = new Engine((_, given) => {
      signal = given;
      caller.abort();
      return never();
    });
    expect(await createAirlock(tools).ask(requestTo(engine, caller.signal))).toMatchObject({
      ok: false,
      failure: { kind: 'unavailable' },
    });
    expect(signal?.reason, 'so that the upstream is not blamed').toMatchObject({ name: 'AbortError' });
  });

  it('takes what an engine throws as unavailable, and reports its class alone', async () => {
    const faults: string[] = [];
    const airlock = createAirlock({ ...tools, onFault: (fault) => faults.push(fault) });
    const engine = new Engine(() => Promise.reject(new TypeError(`no ${QUESTION}`)));
    expect(await airlock.ask(requestTo(engine))).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(faults).toEqual(['TypeError']);
  });

  it.each([
    ['nothing', ' \n'],
    ['more than a reply may be', 'word '.repeat(20_000)],
  ])('an answer of %s is no answer', async (_, text) => {
    expect(await createAirlock(tools).ask(requestTo(new Engine(() => text)))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid' },
    });
  });

  it('passes the failures of an engine on as they are', async () => {
    const failure = { kind: 'budget_exhausted', resetsAtMs: 5 } as const;
    const engine = new Engine(async () => ({ ok: false, failure }));
    expect(await createAirlock(tools).ask(requestTo(engine))).toEqual({ ok: false, failure });
  });
});
