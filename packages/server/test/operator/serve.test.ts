// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as later } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programFile } from '../../../../test/support/programs.ts';
import { runOperator } from '../../src/operator/index.ts';
import { temporaryFolder } from '../e2e/test-app.ts';
import { SHARED_DRIVERS } from '../store/drivers.ts';
import { capturedIo } from './captured-io.ts';

const MAIN = programFile('server');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

describe('plumbline serve', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<Running> {
    const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
    const given = { ...(NODE_OPTIONS && { NODE_OPTIONS }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
    const env = { PATH, ...given, PORT: '0', PLUMBLINE_DATA_DIR: folder };
    const child = spawn(process.execPath, [MAIN], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const found = /listens on (http:\/\/\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => reject(new Error(output)));
    });
    return { child, url, output: () => output };
  }

  const evaluate = (url: string) =>
    fetch(`${url}/api/v1/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"The library opens at nine."}',
    });

  it('prints its address and a first curl, answers, and ends in order on SIGTERM [drain]', async () => {
    const { child, url, output } = await start();
    expect(output()).toContain(`curl -s ${url}/api/v1/evaluate`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await evaluate(url)).status).toBe(200);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(output()).toContain('"event":"stopped"');
  });

  it('finishes what is at work when the signal comes [drain]', async () => {
    const { child, url } = await start();
    const body = '{"text":"The library opens at nine."}';
    const answer = new Promise<number>((resolve, reject) => {
      const outgoing = request(`${url}/api/v1/evaluate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      });
      outgoing.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      outgoing.on('error', reject);
      // The body is still on its way when the signal arrives.
      outgoing.write(body.slice(0, 10), () => {
        setTimeout(() => {
          child.kill('SIGTERM');
          setTimeout(() => outgoing.end(body.slice(10)), 200);
        }, 100);
      });
    });
    expect(await answer).toBe(200);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('tells callers on kept connections to leave, and answers what they had sent [drain]', async () => {
    const { child, url } = await start();
    const agent = new Agent({ keepAlive: true });
    let asked = 0;
    /** Asks again and again on its own connection until an answer says that it was the last. */
    const caller = async (): Promise<string> => {
      for (;;) {
        const last = await new Promise<boolean>((resolve, reject) => {
          request(`${url}/livez`, { agent }, (response) => {
            response.resume().on('end', () => resolve(response.headers.connection === 'close'));
          })
            .on('error', reject)
            .end();
        });
        asked++;
        if (last) return 'told to leave';
        await later(15);
      }
    };
    const callers = Array.from({ length: 12 }, caller);
    while (asked < 60) await later(5);
    child.kill('SIGTERM');
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['told to leave']));
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('what was answered is counted after kill -9 [quota-survives]', async () => {
    const first = await start();
    const used = async (url: string) => ((await (await evaluate(url)).json()) as Usage).meta.usage.used;
    for (let i = 1; i <= 5; i++) expect(await used(first.url)).toBe(i);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await start();
    expect(await used(second.url)).toBe(6);
  });

  it('says what is wrong and exits with 1, or 2 for wrong arguments [config-errors] [constitution-pack]', async () => {
    const bad = capturedIo({ PLUMBLINE_DATA_DIR: folder, PLUMBLINE_PROT: '1', PLUMBLINE_LOG_LEVEL: 'loud' });
    expect(await runOperator(['serve'], bad)).toBe(1);
    expect(bad.err()).toContain('did you mean PLUMBLINE_PORT?');
    expect(bad.err()).toContain('PLUMBLINE_LOG_LEVEL');
    const rules = capturedIo({ PLUMBLINE_DATA_DIR: folder, PLUMBLINE_PATTERNS_DIR: `${folder}/none` });
    expect(await runOperator(['serve'], rules)).toBe(1);
    expect(rules.err()).toContain(`${folder}/none:1:1: there is no such folder`);
    const words = capturedIo({ PLUMBLINE_DATA_DIR: folder });
    expect(await runOperator(['serve', 'now'], words)).toBe(2);
    expect(await runOperator(['dance'], words)).toBe(2);
    expect(words.err()).toContain('commands: serve, doctor, keys, usage');
  });

  it.each(SHARED_DRIVERS)(
    'says in a line why the ledger keeps it from starting, on $name [config-errors]',
    async (driver) => {
      const place = await driver.place();
      try {
        const store = place.url.startsWith('postgres') ? { PLUMBLINE_DATABASE_URL: place.url } : {};
        const said = async (env: Record<string, string>) => {
          const io = capturedIo({
            PLUMBLINE_DATA_DIR: folder,
            PORT: '0',
            PLUMBLINE_LOG_LEVEL: 'silent',
            ...store,
            ...env,
          });
          return [await runOperator(['serve'], io), io.err().trimEnd()];
        };
        expect(await said({ PLUMBLINE_LEDGER_WITNESS_QUORUM: '1' })).toEqual([
          1,
          'ledger.witness_quorum: is 1, and ledger.witnesses has 0: nothing would ever count as anchored',
        ]);
        expect(await said({ PLUMBLINE_LEDGER_REQUIRE_ANCHORED: 'true' })).toEqual([
          1,
          expect.stringMatching(
            /^ledger\.require_anchored: no ratification in force covers .*; council and authority decide/,
          ),
        ]);
      } finally {
        await place.remove();
      }
    },
    // Two starts, which take their time on a busy machine.
    120_000,
  );
});

interface Usage {
  readonly meta: { readonly usage: { readonly used: number } };
}
