// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies a whole log in one pass over its headers, in memory that does not grow with its length: chain, tree, tiles,
 * checkpoints and policies. It needs none of the code that writes a log.
 */
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import type { DsseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { toHex } from '../seal/hex.ts';
import { checkpointKeys, type Pins } from './check-checkpoint.ts';
import { type Checkpoint, logVerifier, parseCheckpoint } from './checkpoint.ts';
import { LedgerChecks, type LedgerReport, type VerifiedPrefix, verdictOf } from './ledger-report.ts';
import { type EntryListener, LedgerWalk } from './ledger-walk.ts';
import { checkNote } from './note.ts';
import { policyAt } from './policy-chain.ts';
import type { TileSource } from './tile-reader.ts';

export interface LedgerSource {
  /** Headers in order from entry `from` on, in batches of any size. */
  entries(from: number): AsyncIterable<readonly Uint8Array[]>;
  /** The newest signed checkpoint; null when there is none. */
  newestCheckpoint(): Promise<string | null>;
  /** Older checkpoints past `size`, smallest first: those stored, and those that witnesses or backups remember. */
  checkpoints?(size: number): AsyncIterable<string>;
  /** Absent: tiles are reported as not checked. */
  readonly tiles?: TileSource;
  /** The public statement of an entry; null where it was erased or is withheld. Absent: no policy can be followed. */
  statement?(seq: number): Promise<DsseEnvelope | null>;
}

export interface LedgerVerification {
  readonly source: LedgerSource;
  readonly pins: Pins;
  /** Go on from an earlier VALID report. */
  readonly from?: VerifiedPrefix | undefined;
  /** Called after each batch. `total` is the size of the newest checkpoint. */
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
  readonly onEntry?: EntryListener | undefined;
}

/** Rejects only when the source does, or with FormatError for pins that are no keys. */
export async function verifyLedger(input: LedgerVerification, crypto: Crypto): Promise<LedgerReport> {
  const { source, pins, from, onProgress, onEntry } = input;
  const checks = new LedgerChecks();
  const newest = await source.newestCheckpoint();
  const newestSize = newest === null ? null : sizeOf(newest, checks);
  const walk = new LedgerWalk({ source, pins, from, checks, crypto, tilesUpTo: newestSize ?? 0, onEntry });
  const queue = new CheckpointQueue(source.checkpoints?.(from?.size ?? 0), newest, checks);
  let covered: VerifiedPrefix | null = null;
  const meetCheckpoints = async (): Promise<void> => {
    for (let next = queue.next; next?.checkpoint.size === walk.size; next = queue.next) {
      checkAgainst(next, walk, pins, checks, crypto);
      if (walk.size === newestSize) covered = walk.prefix();
      await queue.advance(walk.size);
    }
  };
  await queue.advance(walk.size);
  await meetCheckpoints();
  for await (const batch of source.entries(walk.size)) {
    for (const entry of batch) {
      const pending = walk.take(entry);
      if (pending) await pending;
      if (queue.next?.checkpoint.size === walk.size) await meetCheckpoints();
    }
    onProgress?.(walk.size, newestSize);
  }
  await finish(walk, queue, checks);
  return reportOf(walk, checks, newestSize, covered);
}

function sizeOf(note: string, checks: LedgerChecks): number | null {
  try {
    return parseCheckpoint(note).size;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    checks.fail('checkpoint_signatures', 0, error.message);
    return null;
  }
}

interface QueuedCheckpoint {
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

/** The next checkpoint to meet: the stored ones in order, then the newest. */
class CheckpointQueue {
  next: QueuedCheckpoint | null = null;
  readonly #checks: LedgerChecks;
  readonly #notes: AsyncGenerator<string>;

  constructor(older: AsyncIterable<string> | undefined, newest: string | null, checks: LedgerChecks) {
    this.#checks = checks;
    this.#notes = (async function* () {
      if (older) yield* older;
      if (newest !== null) yield newest;
    })();
  }

  /** @param sizeSeen checkpoints below it came out of order, and can no longer be compared */
  async advance(sizeSeen: number): Promise<void> {
    this.next = null;
    for (let step = await this.#notes.next(); !step.done; step = await this.#notes.next()) {
      try {
        const checkpoint = parseCheckpoint(step.value);
        if (checkpoint.size < sizeSeen) {
          this.#checks.fail(
            'checkpoint_roots',
            checkpoint.size,
            `a checkpoint of ${checkpoint.size} entries comes after ${sizeSeen} were verified`,
          );
          continue;
        }
        this.next = { note: step.value, checkpoint };
        return;
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        this.#checks.fail('checkpoint_signatures', sizeSeen, error.message);
      }
    }
  }
}

function checkAgainst(
  { note, checkpoint }: QueuedCheckpoint,
  walk: LedgerWalk,
  pins: Pins,
  checks: LedgerChecks,
  crypto: Crypto,
): void {
  const last = Math.max(0, checkpoint.size - 1);
  const root = walk.root();
  if (bytesEqual(root, checkpoint.root)) checks.pass('checkpoint_roots');
  else checks.fail('checkpoint_roots', last, `size ${checkpoint.size}`, toHex(checkpoint.root), toHex(root));
  // A policy chain proven from genesis says which key signs now; a pinned key may have been retired since.
  const policy = walk.chain ? policyAt(walk.chain, last) : null;
  const keys = checkpointKeys(policy ? { ...pins, vkeys: [] } : pins, policy, crypto);
  const { verified, failed } = checkNote(
    note,
    keys.log.flatMap((key) => logVerifier(key, crypto) ?? []),
  );
  const good = verified.some(({ key }) => key.publicKey?.algorithm === 'ed25519') && failed.length === 0;
  if (good && checkpoint.origin === pins.origin) checks.pass('checkpoint_signatures');
  // A pinned key may have been retired by the policy that is missing.
  else if (walk.gap !== null && failed.length === 0 && checkpoint.origin === pins.origin)
    checks.skip('checkpoint_signatures', `size ${checkpoint.size}: ${walk.gap}`);
  else checks.fail('checkpoint_signatures', last, `size ${checkpoint.size} is not signed by a log key in force`);
}

async function finish(walk: LedgerWalk, queue: CheckpointQueue, checks: LedgerChecks): Promise<void> {
  while (queue.next) {
    const { size } = queue.next.checkpoint;
    checks.fail(
      'checkpoint_roots',
      walk.size,
      `entries up to ${size} were signed for and are missing`,
      `${size}`,
      `${walk.size}`,
    );
    await queue.advance(size);
  }
  walk.end();
}

/** @param covered at the newest checkpoint: the next one can be compared from there on, and perhaps from nowhere later */
function reportOf(
  walk: LedgerWalk,
  checks: LedgerChecks,
  checkpointSize: number | null,
  covered: VerifiedPrefix | null,
): LedgerReport {
  const list = checks.list();
  const found = verdictOf(list);
  return {
    ...found,
    checks: list,
    size: walk.size,
    head: walk.size === 0 ? '' : toHex(walk.lastLeaf),
    root: walk.root(),
    checkpointSize,
    erasures: walk.erasures,
    policies: found.verdict === 'VALID' ? walk.chain : null,
    prefix: found.verdict === 'VALID' ? covered : null,
  };
}
