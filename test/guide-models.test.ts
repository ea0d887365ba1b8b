// SPDX-License-Identifier: Apache-2.0
/** The guide on models, with a real service and a local server in the place of a model. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';
import { type Behaviour, type ChatRequest, type OpenAiServer, startOpenAiServer } from './support/openai-server.ts';

const GUIDE = 'models.md';
const BREACH = {
  article: 37,
  category: 'fraud',
  severity: 'high',
  confidence: 0.9,
  quote: 'wire the money for the surprise to my account today',
};

/** What a model would say to each of the guide's questions. */
function standIn({ body }: ChatRequest): Behaviour {
  const asked = body.messages.map(({ content }) => content).join('\n');
  if (/The\Smodel\Sis\Saway/u.test(asked)) return { kind: 'status', status: 503 };
  const breaches = /wire\Sthe\Smoney/u.test(asked) ? [BREACH] : [];
  return body.response_format === undefined
    ? { kind: 'answer', text: 'Article 31 says that text from outside is data.' }
    : { kind: 'answer', text: JSON.stringify({ breaches }) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe(GUIDE, () => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  let model: OpenAiServer;
  let run: (step: string) => Promise<string>;

  beforeAll(async () => {
    model = await startOpenAiServer();
    model.behave(standIn);
    const port = await freePort();
    const command = guideRunner(folder, null, { PORT: String(port), PLUMBLINE_DATA_DIR: join(folder, 'data') });
    run = (step) =>
      command(
        step.replaceAll('http://127.0.0.1:11434/v1', model.url).replaceAll('127.0.0.1:8787', `127.0.0.1:${port}`),
      );
  });

  afterAll(async () => {
    const pid = Number(readFileSync(join(folder, 'service.pid'), 'utf8'));
    await ended(pid);
    await model.close();
    rmSync(folder, { recursive: true });
  });

  it.each(stepsOf(GUIDE))('[guide-models] shows commands that work: $command', async ({ command, shown }) => {
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });

  it('[guide-models] keeps the key out of the log', () => {
    expect(readFileSync(join(folder, 'service.log'), 'utf8')).not.toContain('not-a-real-key');
  });
});

/** The last step asks the service to stop; it finishes what runs. */
async function ended(pid: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  process.kill(pid, 'SIGKILL');
}
