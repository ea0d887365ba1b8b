// SPDX-License-Identifier: Apache-2.0
/** `verify FILE`: a certificate's proof, checked with what the caller trusts and nothing else. Opens no connection. */
import { parseArgs } from 'node:util';
import { fileTrust } from '@plumbline/core/ledger/given-keys.ts';
import { originInBundle } from '@plumbline/core/ledger/origin-in-bundle.ts';
import { type FileTrust, verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import type { BundleReport } from '@plumbline/core/ledger/verify-iron.ts';
import { momentMs } from '@plumbline/core/seal/moment.ts';
import { paintFor } from '../colour.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { fileReportJson, renderFileReport } from './file-report.ts';
import { genesisOption, originOfKeys, readTrustedKeys } from './trust.ts';

/** A chain of a thousand policies with their proofs stays below. */
const MAX_FILE_BYTES = 64_000_000;
/** More than any text that is certified. */
const MAX_TEXT_BYTES = 16_000_000;

const OPTIONS = {
  key: { type: 'string', multiple: true },
  genesis: { type: 'string' },
  origin: { type: 'string' },
  prompt: { type: 'string' },
  response: { type: 'string' },
  at: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export async function verifyFileCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw new UsageError('usage: plumbline verify FILE [--genesis HASH] [--key KEY]');
  const text = readTextFile(path, MAX_FILE_BYTES);
  const textOf = (file: string | undefined) => (file === undefined ? undefined : readTextFile(file, MAX_TEXT_BYTES));
  const options = {
    nowMs: momentOption(values.at),
    namesMoment: values.at !== undefined,
    prompt: textOf(values.prompt),
    response: textOf(values.response),
  };
  const report = verifyFile(text, trustOf(values, text), options, nodeCrypto);
  refuseUnchecked(report.form, values);
  io.stdout.write(values.json ? `${JSON.stringify(fileReportJson(report))}\n` : renderFileReport(report, paintFor(io)));
  return report.verified ? EXIT.pass : EXIT.fail;
}

const PAIR_NEEDS = 'the form holds no certificate to compare it with: take the iron bundle';
const GENESIS_NEEDS = 'the form leads to no genesis: take the iron bundle, or leave it out';

/** What was given to check against and cannot be checked must not look checked. @throws UsageError */
function refuseUnchecked(form: BundleReport['form'], { genesis, prompt, response }: Given): void {
  if (form === 'iron' || form === 'unknown') return;
  if (genesis !== undefined) throw new UsageError(`--genesis cannot be checked: ${GENESIS_NEEDS}`);
  if (form === 'certificate') return;
  if (prompt !== undefined) throw new UsageError(`--prompt cannot be checked: ${PAIR_NEEDS}`);
  if (response !== undefined) throw new UsageError(`--response cannot be checked: ${PAIR_NEEDS}`);
}

interface Given {
  readonly genesis?: string;
  readonly prompt?: string;
  readonly response?: string;
}

/** The moment at which an expiry is judged: now, unless the caller looks back. @throws UsageError */
function momentOption(value: string | undefined): number {
  const timeMs = value === undefined ? Date.now() : momentMs(value);
  if (timeMs === null) throw new UsageError('--at must be a time such as 2026-11-21T10:00:00Z');
  return timeMs;
}

interface TrustOptions {
  readonly key?: readonly string[];
  readonly genesis?: string;
  readonly origin?: string;
}

function trustOf(values: TrustOptions, text: string): FileTrust {
  const genesis = genesisOption(values.genesis);
  const { vkeys, publicKeys } = readTrustedKeys(values.key ?? []);
  if (genesis === null && vkeys.length === 0 && publicKeys.length === 0) {
    throw new UsageError('nothing to verify against: give --genesis HASH (iron bundle), --key KEY, or both');
  }
  const origin = values.origin ?? originOfKeys(vkeys) ?? originInBundle(text) ?? '';
  return fileTrust({ origin, genesis, vkeys, publicKeys }, nodeCrypto);
}
