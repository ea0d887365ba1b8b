// SPDX-License-Identifier: Apache-2.0
/** What an operator does when something must be gone, with the commands of the guide, beside the running service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../packages/server/src/store/open.ts';
import { installCouncil, listed, submit } from '../packages/server/test/e2e/council.ts';
import { listenOnFreePort, post, startApp, type TestApp, WIDE } from '../packages/server/test/e2e/test-app.ts';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';
import { testDatabase } from './support/test-database.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
/** On PostgreSQL a backup is pg_dump's business. */
const FOR_SQLITE = 'plumbline backup';
/** Genesis, policy 0, constitution, policy 1, ratification and anchor come first. */
const ERASED_IN = 6;

describe.each(['SQLite', 'PostgreSQL'])('erase.md on %s', (driver) => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  let drop = async () => {};
  let app: TestApp;
  let run: (step: string) => Promise<string>;
  beforeAll(async () => {
    const env: Record<string, string> = { PLUMBLINE_DATA_DIR: join(folder, 'data') };
    if (driver === 'PostgreSQL') {
      const database = await testDatabase();
      drop = database.drop;
      env.PLUMBLINE_DATABASE_URL = database.url;
    }
    const store =
      driver === 'PostgreSQL' ? { store: await openStore({ url: env.PLUMBLINE_DATABASE_URL as string }) } : {};
    app = await startApp(WIDE, store, join(folder, 'data'));
    await installCouncil(app);
    const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
    await submit(app, await listed(app, [certificate]));
    const port = await listenOnFreePort(app);
    env.CERTIFICATE = certificate.certificate_id;
    env.GENESIS = app.context.ledger.governance.genesis.hash;
    const command = guideRunner(folder, null, env);
    run = (step) => command(step.replaceAll('http://127.0.0.1:8787', `http://127.0.0.1:${port}`));
  });
  afterAll(async () => {
    await app.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const checkpointSize = async () => parseCheckpoint((await app.context.app.inject('/log/checkpoint')).body).size;
  const steps = stepsOf('erase.md').filter(({ command }) => driver === 'SQLite' || !command.startsWith(FOR_SQLITE));

  it.each(steps)('shows commands that work: $command [ledger-erasure]', async ({ command, shown }) => {
    // What others see is what the service has published, which takes it a few seconds after a command beside it.
    if (command.includes('verify ledger'))
      await expect.poll(checkpointSize, { timeout: 15_000, interval: 200 }).toBeGreaterThan(ERASED_IN);
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });
});
