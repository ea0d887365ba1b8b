// SPDX-License-Identifier: Apache-2.0
/** What an operator does when a certificate counts no more, with the commands of the guide, beside the running service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOperator } from '../packages/server/src/operator/index.ts';
import { openStore } from '../packages/server/src/store/open.ts';
import { installCouncil, listed, submit } from '../packages/server/test/e2e/council.ts';
import { listenOnFreePort, post, startApp, type TestApp, WIDE } from '../packages/server/test/e2e/test-app.ts';
import { capturedIo } from '../packages/server/test/operator/captured-io.ts';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';
import { testDatabase } from './support/test-database.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const FOREIGN_ID = 'cert_01JZ0000000000000000000000';

describe.each(['SQLite', 'PostgreSQL'])('revoke.md on %s', (driver) => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  const env: Record<string, string> = { PLUMBLINE_DATA_DIR: join(folder, 'data') };
  let drop = async () => {};
  let app: TestApp;
  let run: (step: string) => Promise<string>;
  const certify = async (headers = {}) => (await post(app, '/api/v1/certify', PAIR, headers)).json().data;
  const verify = async (id: string) => (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;

  beforeAll(async () => {
    if (driver === 'PostgreSQL') {
      const database = await testDatabase();
      drop = database.drop;
      env.PLUMBLINE_DATABASE_URL = database.url;
    }
    const store =
      driver === 'PostgreSQL' ? { store: await openStore({ url: env.PLUMBLINE_DATABASE_URL as string }) } : {};
    app = await startApp(WIDE, store, join(folder, 'data'));
    await installCouncil(app);
    const certificate = await certify();
    await submit(app, await listed(app, [certificate]));
    const port = await listenOnFreePort(app);
    const [older, newer] = [await certify(), await certify()];
    const names = { CERTIFICATE: certificate, OLDER: older, NEWER: newer };
    for (const [name, one] of Object.entries(names)) env[name] = one.certificate_id;
    // Proven and remembered, so that what the command writes has to reach past it.
    expect(await verify(certificate.certificate_id)).toMatchObject({ verified: true });
    const command = guideRunner(folder, null, env);
    run = (step) => command(step.replaceAll('http://127.0.0.1:8787', `http://127.0.0.1:${port}`));
  });
  afterAll(async () => {
    await app.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(stepsOf('revoke.md'))('shows commands that work: $command [revoke-cli]', async ({ command, shown }) => {
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });

  const revoke = async (...args: string[]) => {
    const io = capturedIo(env);
    return { code: await runOperator(['ledger', 'revoke', ...args], io), out: io.out(), err: io.err() };
  };

  it('answers with the entry as JSON, and everybody sees the revocation at once [revoke-cli]', async () => {
    const { certificate_id } = await certify();
    const { code, out } = await revoke(certificate_id, '--reason', 'lawful_order', '--json');
    const done = { certificate_id, state: 'revoked', reason: 'lawful_order', superseded_by: null };
    expect([code, JSON.parse(out)]).toMatchObject([0, { ...done, index: expect.any(Number) }]);
    expect(await verify(certificate_id)).toMatchObject({ state: 'revoked', reason: 'revoked' });
    const { checks } = (await app.context.app.inject('/api/health')).json().data;
    expect(checks.ledger.status).not.toBe('fail');
  });

  it.each([
    ['no certificate', [], 2, 'name one certificate'],
    ['two certificates', [FOREIGN_ID, FOREIGN_ID, '--reason', 'withdrawn'], 2, 'name one certificate'],
    ['no reason', [FOREIGN_ID], 2, 'either --reason or --superseded-by'],
    ['both', [FOREIGN_ID, '--reason', 'withdrawn', '--superseded-by', FOREIGN_ID], 2, 'either --reason'],
    ['a story', [FOREIGN_ID, '--reason', 'Mrs Example asked for it'], 2, '--reason is one of issued_in_error'],
    ['itself as successor', [FOREIGN_ID, '--superseded-by', FOREIGN_ID], 2, 'names another certificate'],
    ['an unknown certificate', [FOREIGN_ID, '--reason', 'withdrawn'], 1, 'was not issued here'],
  ])('refuses %s', async (_, args, code, message) => {
    const { size } = await app.context.ledger.stores.chain.head();
    expect(await revoke(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
    expect((await app.context.ledger.stores.chain.head()).size).toBe(size);
  });

  it('refuses a certificate of a test key, of which the ledger knows nothing', async () => {
    const { key } = await app.context.keys.issue({ tier: 'standard', label: 'test', environment: 'test' });
    const { certificate_id } = await certify({ authorization: `Bearer ${key}` });
    const { code, err } = await revoke(certificate_id, '--reason', 'withdrawn');
    expect([code, err]).toEqual([1, expect.stringContaining('test key')]);
  });
});
