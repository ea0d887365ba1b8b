// SPDX-License-Identifier: Apache-2.0
/** Heads of the log as they are published: an Atom document, and a stream of events. */
import { Readable } from 'node:stream';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { StoredCheckpoint } from '../store/ledger-store.ts';
import type { LedgerPublic } from './ledger-public.ts';
import type { Publisher } from './ledger-publisher.ts';

const FEED_ENTRIES = 20;
const MAX_STREAMS = 200;
const STREAM_LIMIT_MS = 3_600_000;
/** Proxies take a connection for dead after a minute or half of silence. Then other processes' checkpoints are looked for as well. */
const IDLE_MS = 15_000;
/** How long a client that was cut off waits before it comes back. */
const RETRY_MS = 3_000;

export interface FeedsOptions {
  readonly publisher: Publisher;
  readonly ledgerPublic: LedgerPublic;
  readonly origin: string;
  readonly genesis: string;
  readonly baseUrl: () => string;
}

export interface StreamOptions {
  /** Ends after so many events. */
  readonly limit: number;
  /** Last-Event-ID of a client that comes back. */
  readonly seen: string | undefined;
  readonly gone: AbortSignal;
  /** How long a stream is silent at most. */
  readonly idleMs?: number;
}

export class LedgerFeeds {
  readonly #options: FeedsOptions;
  readonly #streams = new Set<AbortController>();

  constructor(options: FeedsOptions) {
    this.#options = options;
  }

  /** RFC 4287. */
  async atom(): Promise<string> {
    const { origin, genesis, baseUrl, ledgerPublic } = this.#options;
    const checkpoints = await ledgerPublic.recentCheckpoints(FEED_ENTRIES);
    const base = escapeXml(baseUrl());
    const updated = new Date(checkpoints[0]?.atMs ?? 0).toISOString();
    const entries = checkpoints.map(
      ({ size, root, note, atMs }) => `<entry>
<id>urn:plumbline:checkpoint:${genesis}:${size}</id>
<title>${size} entries, root ${toHex(root)}</title>
<updated>${new Date(atMs).toISOString()}</updated>
<link rel="alternate" href="${base}/log/checkpoint"/>
<content type="text">${escapeXml(note)}</content>
</entry>`,
    );
    return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:plumbline:ledger:${genesis}</id>
<title>${escapeXml(origin)}</title>
<updated>${updated}</updated>
<author><name>${escapeXml(origin)}</name></author>
<link rel="self" href="${base}/api/chain/feed.atom"/>
${entries.join('\n')}
</feed>
`;
  }

  /** Streams that are open. */
  get streams(): number {
    return this.#streams.size;
  }

  /**
   * The newest checkpoint at once, or what a client has missed that comes back; then each as it is published. Read as fast as
   * the client takes it: one that does not read costs no memory.
   * @throws PlumblineError overloaded, ledger_unavailable
   */
  async stream({ limit, seen, gone, idleMs = IDLE_MS }: StreamOptions): Promise<Readable> {
    if (this.#streams.size >= MAX_STREAMS)
      throw new PlumblineError('overloaded', { detail: `${MAX_STREAMS} streams are open.`, retryAfterS: 30 });
    const ended = new AbortController();
    this.#streams.add(ended);
    const timer = setTimeout(() => ended.abort(), STREAM_LIMIT_MS).unref();
    const leave = () => {
      clearTimeout(timer);
      // Whoever waits inside is let go.
      ended.abort();
      this.#streams.delete(ended);
    };
    try {
      const newest = await this.#options.ledgerPublic.newest();
      const signal = AbortSignal.any([gone, ended.signal]);
      const events = this.#events(seenBefore(newest.size, seen), limit, signal, idleMs);
      return Readable.from(events, { objectMode: false }).once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  async *#events(seen: number, limit: number, signal: AbortSignal, idleMs: number): AsyncGenerator<string> {
    const published = new Waiting(this.#options.publisher);
    let size = seen;
    let left = limit;
    try {
      // At once, so that a client knows that it is connected.
      yield `retry: ${RETRY_MS}\n\n`;
      while (!signal.aborted) {
        for (const checkpoint of await this.#after(size)) {
          yield eventOf(checkpoint);
          size = checkpoint.size;
          left -= 1;
          if (left === 0) return;
        }
        if (!(await published.within(idleMs, signal)) && !signal.aborted) yield ': nothing new\n\n';
      }
    } finally {
      published.stop();
    }
  }

  /** Those larger than `size`, smallest first, of the last few hundred entries; of -1 the newest alone. */
  async #after(size: number): Promise<readonly StoredCheckpoint[]> {
    const { ledgerPublic } = this.#options;
    const newest = await ledgerPublic.newest();
    if (newest.size <= size) return [];
    if (size < 0) return [newest];
    const recent = await ledgerPublic.recentCheckpoints(Number.POSITIVE_INFINITY);
    return recent.filter((checkpoint) => checkpoint.size > size).toReversed();
  }

  /** Ends every stream: a stopping server waits for what is open. */
  close(): void {
    for (const ended of this.#streams) ended.abort();
  }
}

/** The size that a client has; -1 for one that has none, or one that this ledger never had. */
function seenBefore(newest: number, lastEventId: string | undefined): number {
  if (lastEventId === undefined || !/^[1-9]\d{0,14}$/.test(lastEventId)) return -1;
  const size = Number(lastEventId);
  return size <= newest ? size : -1;
}

/** Waits for the next checkpoint; one that came while nobody waited counts. */
class Waiting {
  readonly stop: () => void;
  #came = false;
  #wake: (() => void) | null = null;

  constructor(publisher: Publisher) {
    this.stop = publisher.onCheckpoint(() => {
      this.#came = true;
      this.#wake?.();
    });
  }

  /** False when the time is over or the signal was given first. */
  async within(waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#came && !signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const timer = setTimeout(wake, waitMs).unref();
      this.#wake = wake;
      signal.addEventListener('abort', wake, { once: true });
      await promise;
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      this.#wake = null;
    }
    const came = this.#came;
    this.#came = false;
    return came;
  }
}

/** The HTML standard, section 9.2: lines `field: value`, an empty line ends the event. */
function eventOf({ size, root, note, atMs }: StoredCheckpoint): string {
  const data = JSON.stringify({ size, root: toHex(root), checkpoint: note, at: new Date(atMs).toISOString() });
  return `event: checkpoint\nid: ${size}\ndata: ${data}\n\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
