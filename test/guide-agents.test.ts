// SPDX-License-Identifier: Apache-2.0
/** What an agent does here, with the commands of the guide, against the real service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort, startApp, type TestApp, WIDE, warmUp } from '../packages/server/test/e2e/test-app.ts';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';

describe('agents.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  let app: TestApp;
  let run: (step: string) => Promise<string>;
  beforeAll(async () => {
    app = await startApp(WIDE);
    await warmUp(app);
    const port = await listenOnFreePort(app);
    const command = guideRunner(folder, null, {});
    run = (step) => command(step.replaceAll('http://127.0.0.1:8787', `http://127.0.0.1:${port}`));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(stepsOf('agents.md'))('shows commands that work: $command', async ({ command, shown }) => {
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });
});
