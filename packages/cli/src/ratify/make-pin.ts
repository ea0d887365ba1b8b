// SPDX-License-Identifier: Apache-2.0
/** `ratify pin`: verifies a log from its genesis hash and keeps the policies that were proven. */
import { parseArgs } from 'node:util';
import { SourceError } from '@plumbline/core/ledger/published-log.ts';
import { paintFor } from '../colour.ts';
import { replaceFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { verifyPublishedLog } from '../verify/ledger.ts';
import { renderLedgerReport } from '../verify/ledger-report.ts';
import { genesisOption } from '../verify/trust.ts';
import { pinText, policyInForce } from './pin.ts';

const OPTIONS = {
  ledger: { type: 'string' },
  genesis: { type: 'string' },
  out: { type: 'string' },
} as const;

export async function makePin(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const genesis = genesisOption(values.genesis);
  if (values.ledger === undefined || genesis === null || values.out === undefined) {
    throw new UsageError('usage: plumbline ratify pin --ledger URL|DIR --genesis HASH --out FILE');
  }
  const trust = { genesis, given: { vkeys: [], publicKeys: [] }, origin: null };
  const verified = await verifyPublishedLog(values.ledger, trust, io).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    throw new UsageError(`could not verify: ${error.message}`);
  });
  const { origin, report } = verified;
  if (report.prefix === null) {
    io.stderr.write(renderLedgerReport(verified, paintFor({ ...io, stdout: io.stderr })));
    return EXIT.fail;
  }
  const pin = { origin, genesis, chain: report.prefix.chain };
  replaceFile(values.out, pinText(pin));
  const { policy, sha256 } = policyInForce(pin);
  io.stdout.write(`pinned ${origin}: epoch ${policy.epoch}, policy ${sha256}\n`);
  return EXIT.pass;
}
