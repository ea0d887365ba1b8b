// SPDX-License-Identifier: Apache-2.0
/** Heads as events, for clients that are cut off, slow, silent or too many. */
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { heartbeatStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedUnit } from '../../src/services/ledger-entries.ts';
import { LedgerFeeds, type StreamOptions } from '../../src/services/ledger-feeds.ts';
import { CheckpointMemory } from '../../src/services/ledger-memory.ts';
import { LedgerPublic } from '../../src/services/ledger-public.ts';
import { Publisher } from '../../src/services/ledger-publisher.ts';
import { listenOnFreePort, startApp, type TestApp } from '../e2e/test-app.ts';

const HEARTBEAT_MS = 3_600_000;
const MOST = 200;

describe('the stream of heads', () => {
  let app: TestApp;
  let publisher: Publisher;
  let feeds: LedgerFeeds;
  beforeEach(async () => {
    app = await startApp();
    publisher = publisherOf(app);
    feeds = feedsOf(app, publisher);
  });
  afterEach(async () => {
    feeds.close();
    await publisher.stop();
    await app.close();
  });

  function publisherOf({ context, dataDir }: TestApp): Publisher {
    const memory = new CheckpointMemory(join(dataDir, 'memory-of-test'));
    const onError = (error: unknown) => {
      throw error;
    };
    return new Publisher({ ledger: context.ledger, memory, heartbeatMs: HEARTBEAT_MS, onError });
  }

  function feedsOf({ context: { ledger } }: TestApp, heard: Publisher): LedgerFeeds {
    const ledgerPublic = new LedgerPublic({
      ledger,
      heartbeatMs: HEARTBEAT_MS,
      integrity: () => 'valid',
      warning: async () => null,
    });
    const { origin, hash: genesis } = ledger.governance.genesis;
    return new LedgerFeeds({ publisher: heard, ledgerPublic, origin, genesis, baseUrl: () => 'http://127.0.0.1' });
  }

  const open = (options: Partial<StreamOptions> = {}) =>
    feeds.stream({ limit: 3, seen: undefined, idleMs: 100, gone: new AbortController().signal, ...options });
  const textOf = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();
  const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

  /** One entry and a checkpoint over it. */
  async function grow(by = publisher): Promise<number> {
    const { ledger } = app.context;
    const atMs = ledger.nowMs();
    const { size, root } = (await ledger.stores.chain.checkpoints.newest()) ?? { size: 0, root: new Uint8Array(32) };
    const facts = { log_origin: ledger.origin, size, root: toHex(root) };
    const entry = { type: 'heartbeat', subject: ledger.newId('hb_'), atMs };
    const statement = heartbeatStatement(facts, ledger.salt());
    const unit = signedUnit(entry, statement, [ledger.signer('anchor')], ledger.crypto);
    const { seq } = await ledger.stores.chain.append(unit);
    await by.publish();
    return seq + 1;
  }

  const newest = async () => (await app.context.ledger.stores.chain.checkpoints.newest())?.size ?? 0;

  it('brings a client that comes back all that it missed, in order, and nothing twice [ledger-feeds-resume]', async () => {
    const [seen] = idsIn(await textOf(await open({ limit: 1 })));
    const missed = [await grow(), await grow(), await grow()];
    expect(idsIn(await textOf(await open({ limit: 3, seen: String(seen) })))).toEqual(missed);
    const stream = await open({ limit: 1, seen: String(missed.at(-1)) });
    const later = textOf(stream);
    expect(idsIn(await textOf(await open({ limit: 1 })))).toEqual([missed.at(-1)]);
    const next = await grow();
    expect(idsIn(await later)).toEqual([next]);
  });

  it.each(['', '0', '-1', '1e3', '007', 'abc', '999999999', '9'.repeat(400)])(
    'begins with the newest for the Last-Event-ID %s, which is none of ours [ledger-feeds-resume]',
    async (seen) => {
      await grow();
      expect(idsIn(await textOf(await open({ limit: 1, seen })))).toEqual([await newest()]);
    },
  );

  it('says at once that it is there, and something while nothing happens [ledger-feeds-idle]', async () => {
    const stream = await open({ seen: String(await newest()), idleMs: 5 });
    const pieces: string[] = [];
    for await (const piece of stream) if (pieces.push(String(piece)) === 3) break;
    expect(pieces).toEqual(['retry: 3000\n\n', ': nothing new\n\n', ': nothing new\n\n']);
    await expect.poll(() => feeds.streams).toBe(0);
  });

  it('tells of heads that another process has published [ledger-feeds-idle]', async () => {
    const other = publisherOf(app);
    const text = textOf(await open({ limit: 1, seen: String(await newest()), idleMs: 20 }));
    const size = await grow(other);
    expect(idsIn(await text)).toEqual([size]);
  });

  it('comes to whoever waits for an entry, though another process was first [ledger-cover-others]', async () => {
    const other = publisherOf(app);
    const size = await newest();
    const waiting = publisher.covering(size, 120_000);
    await grow(other);
    await publisher.publish();
    expect(await waiting).toMatchObject({ size: size + 1 });
  });

  it('keeps nothing for a client that does not read [ledger-feeds-bound]', async () => {
    const stream = await open({ limit: 100 });
    await once(stream, 'readable');
    for (let i = 0; i < 20; i++) await grow();
    const { length } = JSON.stringify((await app.context.ledger.stores.chain.checkpoints.newest())?.note);
    expect(length * 20).toBeGreaterThan(stream.readableHighWaterMark);
    expect(stream.readableLength).toBeLessThan(stream.readableHighWaterMark + 2 * length);
    stream.destroy();
    await expect.poll(() => feeds.streams).toBe(0);
  });

  it('has room for so many, refuses one more with 503, and has room again [ledger-feeds-bound]', async () => {
    const streams = await Promise.all(Array.from({ length: MOST }, () => open()));
    const refused = { code: 'overloaded', status: 503, retryAfterS: 30 };
    await expect(open()).rejects.toMatchObject(refused);
    streams[0]?.destroy();
    await expect.poll(() => feeds.streams).toBe(MOST - 1);
    const gone = new AbortController();
    const text = textOf(await open({ gone: gone.signal }));
    await expect(open()).rejects.toMatchObject(refused);
    gone.abort();
    expect(await text).toContain('retry: ');
    feeds.close();
    for (const stream of streams) stream.resume();
    await expect.poll(() => feeds.streams).toBe(0);
  });

  it('is resumed by its header field over the network, and kept from buffers of proxies [ledger-feeds-resume]', async () => {
    const url = `http://127.0.0.1:${await listenOnFreePort(app)}/api/chain/heads?limit=2`;
    const sizes = [await grow(), await grow(), await grow()];
    const answer = await fetch(url, { headers: { 'last-event-id': String(sizes[0]) } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(idsIn(await answer.text())).toEqual(sizes.slice(1));
  });

  it('is not left open by HEAD, nor by clients that hang up [ledger-feeds-bound]', async () => {
    const url = `http://127.0.0.1:${await listenOnFreePort(app)}/api/chain/heads`;
    for (let i = 0; i < MOST + 1; i++) expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    for (let round = 0; round < 3; round++) {
      const leave = new AbortController();
      const open = Array.from({ length: 80 }, () => fetch(url, { signal: leave.signal }));
      const statuses = (await Promise.all(open)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      leave.abort();
      await expect.poll(async () => (await fetch(`${url}?limit=1`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
});
