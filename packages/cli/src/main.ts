#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
import { fstatSync } from 'node:fs';
import { runCli } from './run.ts';

// A reader that stops early (`| head`) is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const stdinStat = fstatSync(0, { throwIfNoEntry: false });

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  ...(stdinStat?.isFile() ? { stdinBytes: stdinStat.size } : {}),
});
