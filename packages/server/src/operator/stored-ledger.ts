// SPDX-License-Identifier: Apache-2.0
/** The ledger of a database, verified, and held against checkpoints that somebody remembers to be signed. */
import { checkpointKeys } from '@plumbline/core/ledger/check-checkpoint.ts';
import { logVerifier, parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { checkNote, withSignatures } from '@plumbline/core/ledger/note.ts';
import { compareWithRemembered } from '@plumbline/core/ledger/restore-guard.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import { createNodeCrypto } from '../crypto.ts';
import { auditLedger, type StoredLedgerReport } from '../store/ledger/audit.ts';
import type { LedgerStore, LedgerStores } from '../store/ledger-store.ts';

const crypto = createNodeCrypto();

export interface StoredLedger {
  readonly origin: string;
  /** Hex leaf hash of entry 0. */
  readonly genesis: string;
  readonly report: StoredLedgerReport;
  /** Newest signed note with the co-signatures that are known; null before the first. */
  readonly checkpoint: string | null;
}

/**
 * Reads and verifies every entry, and the rows beside them. Null for a ledger that was never begun.
 * @throws FormatError when entry 0 says nothing that could be verified against
 */
export async function verifyStoredLedger({ chain, ...index }: LedgerStores): Promise<StoredLedger | null> {
  const first = await chain.leafOf(0);
  if (first === null) return null;
  const payload = await chain.payload(0);
  if (payload?.state !== 'kept') throw new FormatError('ledger', 'has no genesis statement');
  const { origin } = parseStatementOf('genesis', payload.bytes).predicate;
  if (typeof origin !== 'string') throw new FormatError('genesis', 'names no origin');
  const genesis = toHex(first);
  const report = await auditLedger(chain, { pins: { origin, genesis, vkeys: [] }, index }, crypto);
  return { origin, genesis, report, checkpoint: await newestNote(chain) };
}

async function newestNote(chain: LedgerStore): Promise<string | null> {
  const newest = await chain.checkpoints.newest();
  if (newest === null) return null;
  const lines = (await chain.checkpoints.cosignatures(newest.size)).map(({ line }) => `${line}\n`);
  return lines.length === 0 ? newest.note : withSignatures(newest.note, lines);
}

/** What fails, in one line; null when every part that can be checked holds. A young ledger may lack its first checkpoint. */
export function ledgerProblem({ report, checkpoint }: StoredLedger): string | null {
  const { verdict, firstError, storeFaults, checks } = report;
  if (verdict === 'VALID') return null;
  if (firstError) return `${firstError.name} fails at entry ${firstError.firstFailingSeq}: ${firstError.detail}`;
  const [fault] = storeFaults;
  if (fault) return `${fault.table}, entry ${fault.seq}: ${fault.detail}`;
  if (checkpoint === null) return null;
  const unknown = checks.find(({ ok }) => ok === null);
  return `${unknown?.name ?? 'a part'} could not be checked: ${unknown?.detail ?? ''}`;
}

export interface Remembered {
  /** Who remembers it: a file, an address, the data folder. */
  readonly who: string;
  /** Signed note. */
  readonly note: string;
}

/** Why this ledger must not go on in place of the one that signed the checkpoint; null when it holds all of it. */
export async function rememberedProblem(
  { origin, genesis, report }: StoredLedger,
  { who, note }: Remembered,
  chain: LedgerStore,
): Promise<string | null> {
  try {
    const remembered = parseCheckpoint(note);
    if (remembered.origin !== origin) return `${who} is of another log, ${remembered.origin}`;
    if (remembered.size > report.size) {
      return `${who} says that ${remembered.size} entries were signed for, and here are ${report.size}`;
    }
    const policies = report.policies ?? [];
    const pins = { origin, genesis, vkeys: [] };
    const keys = policies.flatMap((policy) => checkpointKeys(pins, policy, crypto).log);
    const { verified, failed } = checkNote(
      note,
      keys.flatMap((key) => logVerifier(key, crypto) ?? []),
    );
    if (policies.length > 0 && (verified.length === 0 || failed.length > 0)) {
      return `${who} is not signed by a log key that the policies of this ledger name`;
    }
    const finding = await compareWithRemembered(chain.tiles, report.size, remembered, crypto);
    return finding === 'holds' ? null : `${who} signs for other entries than are here, at size ${remembered.size}`;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return `${who} is no checkpoint: ${error.message}`;
  }
}
