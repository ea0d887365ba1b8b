// SPDX-License-Identifier: Apache-2.0
/**
 * Signs checkpoints while the ledger grows, keeps its heart beating, and tells whoever waits for an entry to be covered.
 * Any process on the database may do it: the store lets one checkpoint through for a size.
 */
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { withSignatures } from '@plumbline/core/ledger/note.ts';
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { heartbeatStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { StoredCheckpoint } from '../store/ledger-store.ts';
import type { Ledger } from './ledger.ts';
import { signedUnit } from './ledger-entries.ts';
import type { CheckpointMemory } from './ledger-memory.ts';

const INTERVAL_MS = 1_000;
/** How often a process looks whether another one has grown the ledger or changed its policy. */
const FOLLOW_MS = 5_000;

export interface PublisherOptions {
  readonly ledger: Ledger;
  readonly memory: CheckpointMemory;
  readonly heartbeatMs: number;
  readonly onError: (error: unknown) => void;
}

export type CheckpointListener = (checkpoint: StoredCheckpoint) => void;

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #listeners = new Set<CheckpointListener>();
  #toldSize = 0;
  /** Work of other services that belongs to the same beat, such as anchoring what was left behind. */
  readonly #tasks = new Set<() => Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #dirty = true;
  #publishedAtMs = Number.NEGATIVE_INFINITY;
  #followedAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    options.ledger.onAppend(() => {
      this.#dirty = true;
      this.#schedule();
    });
  }

  /** Publishes what is there, then goes on by itself. */
  async start(): Promise<void> {
    await this.publish();
    this.#schedule();
  }

  onCheckpoint(listener: CheckpointListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addTask(task: () => Promise<void>): void {
    this.#tasks.add(task);
  }

  /** The smallest checkpoint that covers an entry, once there is one; null when there is none within the time. */
  async covering(seq: number, withinMs: number): Promise<StoredCheckpoint | null> {
    const { checkpoints } = this.#options.ledger.stores.chain;
    const arrived = Promise.withResolvers<null>();
    const stop = this.onCheckpoint(({ size }) => size > seq && arrived.resolve(null));
    const timer = setTimeout(() => arrived.resolve(null), withinMs);
    try {
      const found = await checkpoints.covering(seq);
      if (found !== null) return found;
      await arrived.promise;
      return await checkpoints.covering(seq);
    } finally {
      clearTimeout(timer);
      stop();
    }
  }

  /**
   * Signs and stores a checkpoint if the ledger has grown. Never two at once; and one that is under way may have begun before
   * the caller's entry was there, so whoever asks meanwhile shares the next one.
   */
  publish(): Promise<void> {
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        this.#running = this.#publish().finally(() => {
          this.#running = undefined;
        });
        return this.#running;
      });
    return this.#next;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await (this.#next ?? this.#running)?.catch(this.#options.onError);
  }

  #schedule(): void {
    if (this.#stopped || this.#timer !== undefined) return;
    const waited = performance.now() - this.#publishedAtMs;
    // What comes after a pause is covered at once; under load once a second.
    const delayMs = this.#dirty ? Math.max(0, INTERVAL_MS - waited) : INTERVAL_MS;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tick()
        .catch(this.#options.onError)
        .finally(() => this.#schedule());
    }, delayMs);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    const { ledger } = this.#options;
    if (performance.now() - this.#followedAtMs >= FOLLOW_MS) {
      this.#followedAtMs = performance.now();
      this.#dirty = true;
      await ledger.follow();
      if (ledger.refusal === null) {
        await this.#beat();
        for (const task of this.#tasks) await task();
      }
    }
    if (this.#dirty && ledger.logRefusal === null) await this.publish();
  }

  async #publish(): Promise<void> {
    const { ledger, memory } = this.#options;
    if (ledger.logRefusal !== null) return;
    this.#dirty = false;
    this.#publishedAtMs = performance.now();
    const { origin, crypto } = ledger;
    const signers = ledger.logSigners();
    const { checkpoints } = ledger.stores.chain;
    const done = await checkpoints.publish(
      (tree) => signCheckpoint({ origin, ...tree }, signers, crypto),
      ledger.nowMs(),
    );
    if (done === null) return;
    if ('newest' in done) {
      ledger.refuse(
        `the ledger is ${done.status === 'behind' ? 'behind' : 'not the tree of'} the checkpoint of ${done.newest.size} entries that it signed`,
      );
      return;
    }
    if (done.status === 'published') await memory.remember(done.checkpoint.note);
    // Another process on the same database may have been first: whoever waits here waits for that one as well.
    if (done.checkpoint.size <= this.#toldSize) return;
    this.#toldSize = done.checkpoint.size;
    for (const listener of this.#listeners) listener(done.checkpoint);
  }

  /** At least one entry in each interval, whoever writes it: freshness must not depend on callers. */
  async #beat(): Promise<void> {
    const { ledger, heartbeatMs } = this.#options;
    const { chain } = ledger.stores;
    const { size } = await chain.head();
    const last = await chain.entry(size - 1);
    if (last === null || ledger.nowMs() - timestampMs(parseEntryHeader(last.header).ts) < heartbeatMs) return;
    const newest = await chain.checkpoints.newest();
    if (newest === null) return;
    const facts = { log_origin: ledger.origin, size: newest.size, root: toHex(newest.root) };
    const atMs = ledger.nowMs();
    const entry = { type: 'heartbeat', subject: ledger.newId('hb_'), atMs };
    const unit = signedUnit(entry, heartbeatStatement(facts, ledger.salt()), [ledger.signer('anchor')], ledger.crypto);
    // Two processes may find the heart silent in the same moment: one entry answers both.
    const cell = String(Math.floor(atMs / heartbeatMs));
    const bodyHash = toHex(ledger.crypto.sha256(utf8(cell)));
    await ledger.append({ ...unit, idempotency: { scope: 'heartbeat', key: cell, bodyHash } });
  }
}

/** The note of a checkpoint with the co-signatures that came for it. */
export async function cosignedNote(ledger: Pick<Ledger, 'stores'>, checkpoint: StoredCheckpoint): Promise<string> {
  const lines = await ledger.stores.chain.checkpoints.cosignatures(checkpoint.size);
  return lines.length === 0
    ? checkpoint.note
    : withSignatures(
        checkpoint.note,
        lines.map(({ line }) => `${line}\n`),
      );
}
