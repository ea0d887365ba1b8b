// SPDX-License-Identifier: Apache-2.0
/**
 * The guard against going on with another ledger than the one that was signed for (ledger format, section 10): one for the
 * service and for every command that writes beside it.
 */
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { compareWithRemembered } from '@plumbline/core/ledger/restore-guard.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { CheckpointMemory } from './ledger-memory.ts';

/** What puts it right, whoever has found that entries are missing or others. */
export const RECOVERY = 'restore the newest backup, then check it with plumbline restore --verify';

/** @returns why what the database or the data folder remembers forbids to sign; null when the ledger still holds it */
export async function signedForProblem(
  chain: LedgerStore,
  memory: CheckpointMemory,
  crypto: Crypto,
): Promise<string | null> {
  const { size } = await chain.head();
  const stored = await chain.checkpoints.newest();
  const notes = [
    [stored?.note ?? null, 'the database'],
    [await memory.read(), 'the data folder'],
  ] as const;
  for (const [note, who] of notes) {
    const problem = note === null ? null : await compared({ chain, size, note, who }, crypto);
    if (problem !== null) return problem;
  }
  return null;
}

interface Comparison {
  readonly chain: LedgerStore;
  readonly size: number;
  readonly note: string;
  readonly who: string;
}

async function compared({ chain, size, note, who }: Comparison, crypto: Crypto): Promise<string | null> {
  try {
    const finding = await compareWithRemembered(chain.tiles, size, parseCheckpoint(note), crypto);
    if (finding === 'holds') return null;
    const what = finding === 'behind' ? `holds ${size} entries, fewer than` : 'holds other entries than';
    return `the ledger ${what} ${who} remembers to be signed for; ${RECOVERY}`;
  } catch (error) {
    // Tiles and entries that are missing are RangeErrors of their sources.
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
    return `the ledger cannot be compared with what ${who} remembers: ${error.message}`;
  }
}
