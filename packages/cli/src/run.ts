// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_COMMANDS, operatorCommand } from './commands/operator.ts';
import { helpOf } from './help.ts';
import { EXIT, type Io, UsageError } from './io.ts';

type Command = (args: string[], io: Io) => Promise<number>;

/** Each is loaded when it is asked for: a verifier need not wait for the engine, nor the engine for a database. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  govern: async () => (await import('./commands/govern.ts')).governCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  pack: async () => (await import('./commands/pack.ts')).packCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  ratify: async () => (await import('./commands/ratify.ts')).ratifyCommand,
  witness: async () => (await import('./commands/witness.ts')).witnessCommand,
};

/** Runs one command; never throws. The exit code comes back. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const [command, ...rest] = args;
  try {
    return await dispatch(command, rest, io);
  } catch (error) {
    if (!(error instanceof UsageError) && !isParseArgsError(error)) throw error;
    io.stderr.write(`plumbline: ${error.message}\n`);
    return EXIT.usage;
  }
}

async function dispatch(command: string | undefined, rest: string[], io: Io): Promise<number> {
  // What stands behind `--` is a text to be judged, whatever it looks like.
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  const asksForHelp =
    options.includes('--help') || options.includes('-h') || command === 'help' || command === '--help';
  if (command === undefined || asksForHelp || command === '-h') {
    io.stdout.write(helpOf(command === 'help' ? rest[0] : command));
    return command === undefined ? EXIT.usage : 0;
  }
  if (command === '--version') {
    io.stdout.write(`${ownVersion()}\n`);
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (load) return (await load())(rest, io);
  if (OPERATOR_COMMANDS.has(command)) return operatorCommand([command, ...rest], io);
  throw new UsageError(`unknown command '${command}'; 'plumbline help' lists them`);
}

function ownVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** node:util parseArgs marks what the user got wrong with these codes. */
function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
