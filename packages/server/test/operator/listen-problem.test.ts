// SPDX-License-Identifier: Apache-2.0
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { runOperator } from '../../src/operator/index.ts';
import { listenProblem } from '../../src/operator/listen-problem.ts';
import { temporaryFolder } from '../e2e/test-app.ts';
import { capturedIo } from './captured-io.ts';

describe('plumbline serve at an address that cannot be listened on [listen-problem]', () => {
  let folder: string;
  let other: Server;
  let port: number;
  beforeEach(async () => {
    folder = temporaryFolder();
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    port = (other.address() as { port: number }).port;
  });
  afterEach(() => {
    other.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, ...env });
    expect(await runOperator(['serve', ...args], io)).toBe(1);
    expect(io.err().trim().split('\n')).toHaveLength(1);
    return io.err();
  }

  it('names a taken port by where it was set: environment, option, file', async () => {
    expect(await refusal({ PORT: String(port) })).toMatch(
      new RegExp(`^PORT: port: ${port} is taken on 127\\.0\\.0\\.1: `),
    );
    expect(await refusal({ PORT: '1' }, ['--port', String(port)])).toMatch(/^--port: port: \d+ is taken/);
    const file = join(folder, 'service.yaml');
    writeFileSync(file, `host: 127.0.0.1\nport: ${port}\n`);
    expect(await refusal({ PLUMBLINE_CONFIG: file })).toMatch(/service\.yaml:2:1: port: \d+ is taken/);
  });

  it('names a host that is none of this machine, or none at all', async () => {
    expect(await refusal({ HOST: '192.0.2.7', PORT: '0' })).toMatch(
      /^HOST: host: 192\.0\.2\.7 is no address of this machine/,
    );
    expect(await refusal({ HOST: 'nowhere.invalid', PORT: '0' })).toMatch(
      /^HOST: host: nowhere\.invalid is no address/,
    );
  });

  it('says what a port that needs rights needs, and leaves other errors alone', () => {
    const config = loadConfig({ PORT: '80' }, folder);
    const system = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
    expect(listenProblem(config, system('EACCES', 'listen'))?.message).toMatch(
      /^PORT: port: 80 may not be listened on/,
    );
    expect(listenProblem(config, system('EMFILE', 'listen'))?.message).toBe('host: listen EMFILE');
    expect(listenProblem(config, system('EACCES', 'open'))).toBeNull();
    expect(listenProblem(config, new TypeError('a fault of ours'))).toBeNull();
  });
});
