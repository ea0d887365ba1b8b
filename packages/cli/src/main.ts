#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { fstatSync } from 'node:fs';
import { EXIT } from './io.ts';
import { runCli } from './run.ts';

/** What a shell reports of a program that a closed pipe ended. */
const BROKEN_PIPE = 141;

// A reader that stops early (`| head`) is no fault of ours, and changes no verdict: what was judged exits by it, and a run
// that is cut off never with 0.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A service goes on: only its greeting goes there.
  if (process.argv[2] === 'serve') return;
  if (error.code === 'EPIPE') {
    setImmediate(() => process.exit(process.exitCode ?? BROKEN_PIPE));
    return;
  }
  // A full disk: whoever reads the file must not take the part that is there for the whole, nor this for a verdict.
  process.stderr.write(`plumbline: the answer cannot be written to standard output: ${error.message}\n`);
  process.exit(EXIT.usage);
});
// There is nowhere left to say it; what is judged stands in the answer.
process.stderr.on('error', () => {});

const stdinStat = fstatSync(0, { throwIfNoEntry: false });

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  ...(stdinStat?.isFile() ? { stdinBytes: stdinStat.size } : {}),
});
