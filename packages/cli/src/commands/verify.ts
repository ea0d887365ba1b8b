// SPDX-License-Identifier: Apache-2.0
import type { Io } from '../io.ts';
import { verifyFileCommand } from '../verify/file.ts';
import { verifyLedgerCommand } from '../verify/ledger.ts';

/** `verify FILE` without a network, `verify ledger URL|DIR` over a whole log. 0 verified, 1 not, 2 it could not be read. */
export function verifyCommand(args: string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  return first === 'ledger' ? verifyLedgerCommand(rest, io) : verifyFileCommand(args, io);
}
