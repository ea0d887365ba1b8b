#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { fstatSync } from 'node:fs';
import { runCli } from './run.ts';

/** What a shell reports of a program that a closed pipe ended. */
const BROKEN_PIPE = 141;

// A reader that stops early (`| head`) is no fault of ours, and changes no verdict: what was judged exits by it, and a run
// that is cut off never with 0.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  setImmediate(() => process.exit(process.exitCode ?? BROKEN_PIPE));
});

const stdinStat = fstatSync(0, { throwIfNoEntry: false });

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  ...(stdinStat?.isFile() ? { stdinBytes: stdinStat.size } : {}),
});
