// SPDX-License-Identifier: Apache-2.0
/** `verify ledger URL|DIR --genesis HASH`: a whole published log, from its genesis to its newest checkpoint. */
import { parseArgs } from 'node:util';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { givenKeysCheck, givenWitnessesCheck } from '@plumbline/core/ledger/given-checks.ts';
import { logPins } from '@plumbline/core/ledger/given-keys.ts';
import { publishedLog, SourceError } from '@plumbline/core/ledger/published-log.ts';
import { verifyLedger } from '@plumbline/core/ledger/verify-ledger.ts';
import { paintFor } from '../colour.ts';
import { nodeCrypto } from '../crypto.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { ledgerReportJson, renderLedgerReport, type VerifiedLog } from './ledger-report.ts';
import { openLog } from './log-reader.ts';
import { startProgressBar } from './progress-bar.ts';
import { genesisOption, originOfKeys, readTrustedKeys, type TrustedKeys } from './trust.ts';

const OPTIONS = {
  genesis: { type: 'string' },
  origin: { type: 'string' },
  vkey: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

export async function verifyLedgerCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [place, ...more] = positionals;
  const genesis = genesisOption(values.genesis);
  if (place === undefined || more.length > 0 || genesis === null) {
    throw new UsageError(
      'usage: plumbline verify ledger URL|DIR --genesis HASH [--origin ORIGIN] [--vkey KEY] [--json]',
    );
  }
  const given = readTrustedKeys(values.vkey ?? []);
  const trust = { genesis, given, origin: values.origin ?? originOfKeys(given.vkeys) };
  let verified: VerifiedLog;
  try {
    verified = await verifyPublishedLog(place, trust, io);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new UsageError(`could not verify: ${error.message}`);
  }
  io.stdout.write(
    values.json ? `${JSON.stringify(ledgerReportJson(verified))}\n` : renderLedgerReport(verified, paintFor(io)),
  );
  const isGood = verified.report.verdict === 'VALID' && verified.given.every(({ ok }) => ok !== false);
  return isGood ? EXIT.pass : EXIT.fail;
}

export interface LedgerTrust {
  readonly genesis: string;
  readonly given: TrustedKeys;
  /** Null: taken from the checkpoint. The genesis hash binds it, since genesis names its origin. */
  readonly origin: string | null;
}

/** @throws SourceError when the log could not be read, which says nothing about it; UsageError for a wrong place */
export async function verifyPublishedLog(place: string, trust: LedgerTrust, io: Io): Promise<VerifiedLog> {
  const source = await publishedLog(await openLog(place));
  const origin = trust.origin ?? parseCheckpoint(source.checkpoint).origin;
  const bar = startProgressBar(io);
  try {
    const { vkeys, publicKeys } = trust.given;
    const log = logPins(publicKeys, origin, nodeCrypto);
    const pins = { genesis: trust.genesis, vkeys: [...vkeys, ...log.vkeys], retired: log.retired, origin };
    const report = await verifyLedger({ source, pins, onProgress: bar.show }, nodeCrypto);
    const fault = source.fault();
    if (fault) throw fault;
    const place = { form: 'ledger', origin, note: source.checkpoint } as const;
    const given = [
      givenWitnessesCheck(vkeys, source.checkpoint, nodeCrypto),
      givenKeysCheck(trust.given, place, nodeCrypto),
    ].filter((check) => check !== null);
    return { report, given, origin, bundleProblem: source.bundleProblem() };
  } finally {
    bar.end();
  }
}
