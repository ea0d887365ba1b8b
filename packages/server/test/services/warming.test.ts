// SPDX-License-Identifier: Apache-2.0
import { setImmediate as afterOthers, setTimeout as later } from 'node:timers/promises';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWarming } from '../../src/services/warming.ts';
import { startApp, type TestApp } from '../e2e/test-app.ts';

describe('startWarming', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.context.close());

  /** The shipped rules, writing down which texts they read. */
  function observed(samples: number): { ruleset: Ruleset; read: Set<string> } {
    const { ruleset } = app.context;
    const read = new Set<string>();
    const pack: Ruleset['pack'] = {
      ...ruleset.pack,
      samples: ruleset.pack.samples.slice(0, samples),
      match: (text, deadline, form) => {
        read.add(text);
        return ruleset.pack.match(text, deadline, form);
      },
    };
    return { ruleset: { ...ruleset, pack, articles: new Map() }, read };
  }

  it('judges every sample, and lets others run in between', async () => {
    const { ruleset, read } = observed(40);
    const done = Promise.withResolvers<void>();
    startWarming(ruleset, app.context.log, done.resolve);
    expect(read.size).toBe(0);
    let turns = 0;
    while (!ruleset.pack.samples.every((sample) => read.has(sample))) {
      await afterOthers();
      turns++;
    }
    expect(turns).toBeGreaterThan(0);
    await done.promise;
  });

  it('stops when told to', async () => {
    const { ruleset, read } = observed(40);
    let isDone = false;
    const stop = startWarming(ruleset, app.context.log, () => {
      isDone = true;
    });
    stop();
    await later(20);
    expect(read.size).toBe(0);
    expect(isDone).toBe(false);
  });
});
