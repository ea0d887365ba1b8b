// SPDX-License-Identifier: Apache-2.0
/** `plumbline ledger erase`, `erased`: deletes by law what stands beside an entry, and tells what was deleted. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { erasureOf } from '@plumbline/core/ledger/erasure.ts';
import type { Erasure } from '@plumbline/core/ledger/ledger-report.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import { ulid } from '@plumbline/core/ulid.ts';
import { createNodeCrypto } from '../crypto.ts';
import {
  type Erased,
  type ErasureParts,
  type ErasureReason,
  eraseCertificate,
  eraseEntry,
} from '../services/ledger-erasure.ts';
import { freshSalt } from '../services/ledger-salt.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import { ArgumentError, type OperatorIo } from './keys-deployment.ts';
import { currentKey, type OpenedLedger, refuseWhenBehind, withLedger } from './opened-ledger.ts';

/** Both become public, for ever: no line breaks, and no room for a story. */
const PUBLIC_TEXT = /^[\x20-\x7e]{1,200}$/;
const INDEX = /^(0|[1-9]\d{0,14})$/;
const CERTIFICATE = /^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** @throws ArgumentError, ConfigError, PlumblineError of the erasure */
export async function erase(args: string[], io: OperatorIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      by: { type: 'string', default: 'operator' },
      json: { type: 'boolean', default: false },
    },
  });
  const [what = '', ...more] = positionals;
  const isIndex = INDEX.test(what);
  if (more.length > 0 || !(isIndex || CERTIFICATE.test(what)))
    throw new ArgumentError('ledger erase: name one entry by its index, or one certificate');
  const reason = reasonOf(values);
  await withLedger(io, async (opened) => {
    const parts = partsOf(opened);
    await refuseWhenBehind(opened);
    const done = await (isIndex ? eraseEntry(parts, Number(what), reason) : eraseCertificate(parts, what, reason));
    io.stdout.write(values.json ? `${JSON.stringify(jsonOf(done, what))}\n` : told(done, what));
  });
}

function reasonOf({ reason, by }: { readonly reason?: string | undefined; readonly by: string }): ErasureReason {
  if (reason === undefined || !PUBLIC_TEXT.test(reason) || !PUBLIC_TEXT.test(by))
    throw new ArgumentError(
      'ledger erase: --reason and --by take up to 200 printable characters each; they become public for ever',
    );
  return { legalBasis: reason, decidedBy: by };
}

function partsOf(opened: OpenedLedger): ErasureParts {
  return {
    stores: opened.store.ledger,
    origin: opened.governance.genesis.origin,
    anchorKey: currentKey(opened, 'anchor'),
    crypto: createNodeCrypto(),
    nowMs: Date.now,
    newId: (prefix) => prefix + ulid(Date.now(), randomBytes(10)),
    salt: freshSalt,
  };
}

function told(done: Erased | null, what: string): string {
  if (done === null) return `${what} is erased. It was a PREVIEW: the ledger knows nothing of it.\n`;
  const { seq, type, recordedIn, isRepeated, certificateId } = done;
  const also = certificateId === null ? '' : `, and ${certificateId}`;
  const when = isRepeated ? 'said so before' : 'says so';
  return (
    `the payload of entry ${seq} (${type}) is erased${also}; entry ${recordedIn} ${when}\n` +
    'Entry, chain and proofs stand. Backups from before still hold it: make one now, and delete those.\n'
  );
}

const jsonOf = (done: Erased | null, what: string) => ({
  certificate_id: done === null ? what : done.certificateId,
  index: done?.seq ?? null,
  recorded_in: done?.recordedIn ?? null,
  repeated: done?.isRepeated ?? false,
});

export async function listErased(args: string[], io: OperatorIo): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const found = await withLedger(io, ({ store }) => erasuresIn(store.ledger.chain));
  const lines = found.length === 0 ? ['nothing was erased\n'] : found.map(lineOf);
  io.stdout.write(values.json ? `${JSON.stringify({ erased: found.map(rowOf) })}\n` : lines.join(''));
}

const lineOf = ({ seq, recordedIn, legalBasis, decidedBy, erasedAt }: Erasure) =>
  `entry ${seq}, erased ${erasedAt} by ${decidedBy}: ${legalBasis} (entry ${recordedIn})\n`;

const rowOf = ({ seq, recordedIn, legalBasis, decidedBy, erasedAt }: Erasure) => ({
  index: seq,
  recorded_in: recordedIn,
  reason: legalBasis,
  by: decidedBy,
  erased_at: erasedAt,
});

async function erasuresIn(chain: LedgerStore): Promise<readonly Erasure[]> {
  const found: Erasure[] = [];
  for await (const page of chain.entries({ from: 0, types: ['erasure'] })) {
    for (const { seq } of page) {
      const payload = await chain.payload(seq);
      if (payload?.state === 'kept') found.push(erasureOf(parseStatementOf('erasure', payload.bytes), seq));
    }
  }
  return found;
}
