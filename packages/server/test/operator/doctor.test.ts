// SPDX-License-Identifier: Apache-2.0
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAiServer } from '../../../../test/support/openai-server.ts';
import { runOperator } from '../../src/operator/index.ts';
import { startApp, temporaryFolder } from '../e2e/test-app.ts';
import { capturedIo } from './captured-io.ts';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}

describe('plumbline doctor', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function doctor(env: Record<string, string>) {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PORT: '0', ...env });
    const code = await runOperator(['doctor', '--json'], io);
    const { ok, checks } = JSON.parse(io.out()) as { ok: boolean; checks: Check[] };
    return { code, ok, checks, of: (name: string) => checks.filter((check) => check.name === name) };
  }

  it('finds a sound deployment sound [doctor]', async () => {
    const app = await startApp({}, {}, folder);
    await app.close();
    chmodSync(folder, 0o700);
    const { code, ok, checks } = await doctor({});
    expect([code, ok]).toEqual([0, true]);
    expect(checks.map(({ name }) => name)).toEqual([
      'node',
      'configuration',
      'rules',
      'engine',
      'model',
      'data folder',
      'proxies',
      'store',
      'key pepper',
      'disk',
      'clock',
      'forwarding',
      'ledger',
      'certificates',
      'port',
    ]);
  });

  it('fails where the ledger lost what was signed for, which a server would refuse to sign [doctor]', async () => {
    const app = await startApp({}, {}, folder);
    await app.close();
    expect((await doctor({})).of('ledger')).toMatchObject([{ status: 'pass' }]);
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `plumbline.db${suffix}`), { force: true });
    const { code, of } = await doctor({});
    expect([code, of('ledger')]).toMatchObject([1, [{ status: 'fail' }]]);
  });

  it('fails where the policy asks for a key that is lost [doctor]', async () => {
    const app = await startApp({}, {}, folder);
    await app.close();
    rmSync(join(folder, 'ledger-keys', 'issuer-mldsa44.pem'));
    const { code, of } = await doctor({});
    expect([code, of('ledger')]).toMatchObject([
      1,
      [{ status: 'fail', detail: expect.stringContaining('put back issuer-mldsa44.pem') }],
    ]);
  });

  it('fails where keys without a ledger may have signed one that was lost [lost-folder]', async () => {
    const app = await startApp({}, {}, folder);
    await app.close();
    for (const name of readdirSync(folder)) if (name !== 'ledger-keys') rmSync(join(folder, name), { recursive: true });
    const { code, of } = await doctor({});
    expect([code, of('ledger')]).toMatchObject([
      1,
      [{ status: 'fail', detail: expect.stringContaining('may have signed') }],
    ]);
  });

  it('asks each model for a word, and says what is wrong with one [doctor]', async () => {
    const server = await startOpenAiServer();
    server.behave(({ body }) =>
      body.model === 'good' ? { kind: 'answer', text: 'yes' } : { kind: 'status', status: 401 },
    );
    const app = await startApp({}, {}, folder);
    await app.close();
    const models = { here: { url: server.url, model: 'good' }, there: { url: server.url, model: 'bad' } };
    const { ok, of } = await doctor({ PLUMBLINE_MODELS: JSON.stringify(models) });
    await server.close();
    expect(ok).toBe(true);
    expect(of('model here')[0]).toMatchObject({
      status: 'pass',
      detail: expect.stringMatching(/^good answered in \d+ ms$/),
    });
    expect(of('model there')).toMatchObject([{ status: 'warn', detail: 'bad did not answer: the key was refused' }]);
  });

  it('prints a table for people [doctor]', async () => {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PORT: '0' });
    expect(await runOperator(['doctor'], io)).toBe(0);
    expect(io.out()).toMatch(/^ok {4}node {2,}24\./m);
  });

  it('names every fault of the configuration [doctor] [config-errors]', async () => {
    const { code, of } = await doctor({ PLUMBLINE_PROT: '1', PLUMBLINE_IPV6_PREFIX: '12' });
    expect(code).toBe(1);
    expect(of('configuration')).toHaveLength(2);
  });

  it('names file and line of a faulty pack [doctor] [constitution-pack]', async () => {
    const pack = join(folder, 'constitution');
    cpSync(new URL('../../../../constitution', import.meta.url), pack, { recursive: true });
    writeFileSync(join(pack, 'categories.yaml'), 'categories: nonsense\n');
    const { code, of } = await doctor({ PLUMBLINE_CONSTITUTION_DIR: pack });
    expect(code).toBe(1);
    expect(of('rules')[0]?.detail).toMatch(/categories\.yaml:1:\d+: /);
  });

  it('reads the candidate rules, which would stop a start [doctor]', async () => {
    const pack = join(folder, 'candidate');
    cpSync('patterns', pack, { recursive: true });
    rmSync(join(pack, 'verdicts.json'));
    const { code, of } = await doctor({ PLUMBLINE_SHADOW_PATTERNS_DIR: pack });
    expect(code).not.toBe(0);
    expect(of('shadow')).toMatchObject([{ status: 'fail', detail: expect.stringContaining('--write-verdicts') }]);
    expect((await doctor({ PLUMBLINE_SHADOW_PATTERNS_DIR: 'patterns' })).of('shadow')).toMatchObject([
      { status: 'pass' },
    ]);
  });

  it('warns of open folders, proxies that trust all or none, and a port in use [doctor] [proxies]', async () => {
    mkdirSync(join(folder, 'open'));
    chmodSync(join(folder, 'open'), 0o755);
    const everybody = await doctor({
      PLUMBLINE_TRUSTED_PROXIES: '0.0.0.0/0',
      PLUMBLINE_DATA_DIR: join(folder, 'open'),
    });
    expect(everybody.of('proxies')[0]?.status).toBe('fail');
    expect(everybody.of('data folder')[0]?.status).toBe('warn');
    const behind = await doctor({ PLUMBLINE_BASE_URL: 'https://api.example' });
    expect(behind.of('proxies')[0]?.status).toBe('warn');
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const taken = await doctor({ PORT: String(port) });
    expect(taken.of('port')[0]).toMatchObject({ status: 'warn', detail: expect.stringContaining('in use') });
    await new Promise((resolve) => other.close(resolve));
  });
});
