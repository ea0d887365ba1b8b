// SPDX-License-Identifier: Apache-2.0
/** `plumbline ledger …`: what an operator writes into the ledger beside a service that may be running. */
import { ArgumentError, exitCodeOf, type OperatorIo } from './keys-deployment.ts';
import { erase, listErased } from './ledger-erase.ts';
import { revoke } from './ledger-revoke.ts';

const USAGE = `Usage: plumbline ledger revoke CERTIFICATE --reason issued_in_error|key_compromise|withdrawn|lawful_order [--json]
       plumbline ledger revoke CERTIFICATE --superseded-by CERTIFICATE [--json]
       plumbline ledger erase INDEX|CERTIFICATE --reason TEXT [--by TEXT] [--json]
       plumbline ledger erased [--json]
`;

const VERBS: Readonly<Record<string, (args: string[], io: OperatorIo) => Promise<void>>> = {
  revoke,
  erase,
  erased: listErased,
};

/** @returns exit code: 0, 1 when it is refused, 2 for wrong arguments */
export function runLedger(args: string[], io: OperatorIo): Promise<number> {
  const [verb = '', ...rest] = args;
  return exitCodeOf(io, USAGE, async () => {
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!run) throw new ArgumentError(`ledger: say ${Object.keys(VERBS).join(', ')}`);
    await run(rest, io);
  });
}
