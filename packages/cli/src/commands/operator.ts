// SPDX-License-Identifier: Apache-2.0
import { type Io, UsageError } from '../io.ts';

/** Commands that work on a deployment's data folder. They belong to the server package. */
export const OPERATOR_COMMANDS: ReadonlySet<string> = new Set([
  'serve',
  'doctor',
  'keys',
  'usage',
  'ledger',
  'backup',
  'restore',
  'shadow',
]);

/**
 * Imported when it is asked for: an auditor who installs the verifier alone must not need the server and its
 * database drivers (decision 0002).
 */
export async function operatorCommand(args: readonly string[], io: Io): Promise<number> {
  const server = await import('@plumbline/server/operator/index.ts').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new UsageError(`'${args[0]}' needs the package @plumbline/server beside this one (${error.message})`);
    }
    throw error;
  });
  return server.runOperator([...args], io);
}
