// SPDX-License-Identifier: Apache-2.0
/** A disk that is really full: a small tmpfs under the ledger. Mounting one takes root. */
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { auditLedger } from '../packages/server/src/store/ledger/audit.ts';
import type { Store } from '../packages/server/src/store/store.ts';
import { missingOf, withStore } from '../packages/server/test/store/ledger-rounds.ts';
import {
  crypto,
  genesisUnits,
  noteUnit,
  pinsOf,
  START_MS,
  signTree,
} from '../packages/server/test/store/ledger-units.ts';

const SIZE = '6m';
const AT_ONCE = 20;
const AFTERWARDS = 200;
const LEFT_BYTES = 1_048_576;
const BLOCK = new Uint8Array(4_096);

export interface FullDiskResult {
  readonly acknowledged: number;
  /** 503 `ledger_unavailable` with a time to come back. */
  readonly refused: number;
  /** Anything else that came instead. */
  readonly others: number;
  readonly missing: number;
  /** Acknowledged once there was room. */
  readonly afterwards: number;
  readonly verdict: string;
}

/** Null where no tmpfs can be mounted. */
export async function fullDisk(): Promise<FullDiskResult | null> {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  try {
    return await withStore(join(folder, 'plumbline.db'), (store) => fillAndFree(store, join(folder, 'ballast')));
  } finally {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillAndFree(store: Store, ballast: string): Promise<FullDiskResult> {
  const { chain } = store.ledger;
  await chain.appendAll(genesisUnits());
  const acknowledged = new Map<string, number>();
  const refusals: unknown[] = [];
  fill(ballast);
  for (let round = 0; refusals.length === 0; round++) await appendRound(store, `full${round}`, acknowledged, refusals);
  await appendRound(store, 'still', acknowledged, refusals);
  const before = acknowledged.size;
  rmSync(ballast);
  const later: unknown[] = [];
  for (let round = 0; acknowledged.size < before + AFTERWARDS && later.length === 0; round++)
    await appendRound(store, `room${round}`, acknowledged, later);
  await chain.checkpoints.publish(signTree, START_MS);
  const { verdict } = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
  const asPromised = refusals.filter(isUnavailable).length;
  return {
    acknowledged: acknowledged.size,
    refused: asPromised,
    others: refusals.length - asPromised + later.length,
    missing: (await missingOf(store, acknowledged, 0)).length,
    afterwards: acknowledged.size - before,
    verdict,
  };
}

async function appendRound(
  { ledger: { chain } }: Store,
  name: string,
  acknowledged: Map<string, number>,
  refusals: unknown[],
): Promise<void> {
  const subjects = Array.from({ length: AT_ONCE }, (_, i) => `${name}_${i}`);
  const results = await Promise.allSettled(subjects.map((subject) => chain.append(noteUnit(subject))));
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') acknowledged.set(subjects[i] as string, result.value.seq);
    else refusals.push(result.reason);
  }
}

/** Writes until the disk takes no further byte, then leaves a little for entries. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    ftruncateSync(handle, fstatSync(handle).size - LEFT_BYTES);
  } finally {
    closeSync(handle);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof PlumblineError && error.code === 'ledger_unavailable' && (error.retryAfterS ?? 0) > 0;
}
