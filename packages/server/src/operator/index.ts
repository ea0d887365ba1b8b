// SPDX-License-Identifier: Apache-2.0
/** Commands that work on a deployment's data folder. */
import { runBackup } from './backup.ts';
import { runDoctor } from './doctor.ts';
import { runKeys } from './keys.ts';
import type { OperatorIo } from './keys-deployment.ts';
import { runLedger } from './ledger.ts';
import { runRestore } from './restore.ts';
import { runServe } from './serve.ts';
import { runShadow } from './shadow.ts';
import { runUsage } from './usage.ts';

export type { OperatorIo } from './keys-deployment.ts';

const COMMANDS: Readonly<Record<string, (args: string[], io: OperatorIo) => Promise<number>>> = {
  serve: runServe,
  doctor: runDoctor,
  keys: runKeys,
  usage: runUsage,
  ledger: runLedger,
  backup: runBackup,
  restore: runRestore,
  shadow: runShadow,
};

/**
 * @param argv the command and its arguments
 * @returns exit code; 2 for a command that does not exist
 */
export function runOperator(argv: readonly string[], io: OperatorIo): Promise<number> {
  const [name = '', ...args] = argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command(args, io);
  io.stderr.write(`there is no '${name}'; commands: ${Object.keys(COMMANDS).join(', ')}\n`);
  return Promise.resolve(2);
}
