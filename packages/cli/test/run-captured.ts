// SPDX-License-Identifier: Apache-2.0
import { Readable, Writable } from 'node:stream';
import { buildOnce } from '../../../test/support/build-once.ts';
import type { Io } from '../src/io.ts';
import { runCli } from '../src/run.ts';

export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command in this process with captured streams. */
export async function runCaptured(
  args: readonly string[],
  input: string | Buffer = '',
  options: { env?: Record<string, string>; terminal?: boolean } = {},
): Promise<Captured> {
  const stdout = collector(options.terminal ?? false);
  const stderr = collector(options.terminal ?? false);
  const io: Io = {
    stdin: Readable.from([Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
    build: buildOnce,
    ...(options.terminal ? { stdinBytes: Buffer.byteLength(input) } : {}),
  };
  const code = await runCli(args, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(isTTY: boolean): { stream: Writable & { isTTY: boolean }; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => Buffer.concat(chunks).toString('utf8') };
}
