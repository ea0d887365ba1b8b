// SPDX-License-Identifier: Apache-2.0
/** Heads of the log as they are published: an Atom document, and a stream of events. */
import { PassThrough, type Readable } from 'node:stream';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import type { StoredCheckpoint } from '../store/ledger-store.ts';
import type { LedgerPublic } from './ledger-public.ts';
import type { Publisher } from './ledger-publisher.ts';

const FEED_ENTRIES = 20;
const MAX_STREAMS = 200;
const STREAM_LIMIT_MS = 3_600_000;

export interface FeedsOptions {
  readonly publisher: Publisher;
  readonly ledgerPublic: LedgerPublic;
  readonly origin: string;
  readonly genesis: string;
  readonly baseUrl: () => string;
}

export class LedgerFeeds {
  readonly #options: FeedsOptions;
  readonly #streams = new Set<PassThrough>();

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

  /** The newest checkpoint at once, then each as it is published. @throws PlumblineError overloaded */
  async stream(limit: number, gone: AbortSignal): Promise<Readable> {
    if (this.#streams.size >= MAX_STREAMS) throw new PlumblineError('overloaded', { retryAfterS: 30 });
    const newest = await this.#options.ledgerPublic.newest();
    const stream = new PassThrough();
    this.#streams.add(stream);
    let left = limit;
    let sent = 0;
    const send = (checkpoint: StoredCheckpoint): void => {
      if (checkpoint.size <= sent || stream.writableEnded) return;
      sent = checkpoint.size;
      stream.write(eventOf(checkpoint));
      if (--left === 0) stream.end();
    };
    const stop = this.#options.publisher.onCheckpoint(send);
    const timer = setTimeout(() => stream.end(), STREAM_LIMIT_MS).unref();
    const onGone = () => stream.end();
    gone.addEventListener('abort', onGone, { once: true });
    stream.once('close', () => {
      clearTimeout(timer);
      stop();
      this.#streams.delete(stream);
    });
    send(newest);
    return stream;
  }

  /** Ends every stream: a stopping server waits for what is open. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }
}

/** The HTML standard, section 9.2: lines `field: value`, an empty line ends the event. */
function eventOf({ size, root, note, atMs }: StoredCheckpoint): string {
  const data = JSON.stringify({ size, root: toHex(root), checkpoint: note, at: new Date(atMs).toISOString() });
  return `event: checkpoint\nid: ${size}\ndata: ${data}\n\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
