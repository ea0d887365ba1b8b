// SPDX-License-Identifier: Apache-2.0

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { leafHash } from '@plumbline/core/ledger/merkle.ts';
import { verifyConsistency, verifyInclusion } from '@plumbline/core/ledger/proof.ts';
import { rootFromTiles } from '@plumbline/core/ledger/tile-reader.ts';
import { decodeEntryBundle } from '@plumbline/core/ledger/tiles.ts';
import { fromHex, toHex } from '@plumbline/core/seal/hex.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeUrl } from '../../src/store/open.ts';
import { crypto, installCouncil, listed, submit } from '../e2e/council.ts';
import { listenOnFreePort, post, startApp, type TestApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const inject = (app: TestApp, url: string) => app.context.app.inject(url);
const data = async (app: TestApp, url: string) => (await inject(app, url)).json().data;
const certify = async (app: TestApp) => (await post(app, '/api/v1/certify', PAIR)).json().data;

describe('the public ledger', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await installCouncil(app);
    await submit(app, await listed(app, [await certify(app), await certify(app)]));
  });
  afterAll(() => app.close());

  it('pages through the strict table by signed cursors, either way [strict-table]', async () => {
    const seen: number[] = [];
    let url = '/api/ironledger/rows?limit=3&order=desc';
    for (let page = 0; page < 10; page++) {
      const { rows, cursor } = await data(app, url);
      seen.push(...rows.map(({ index }: { index: number }) => index));
      if (cursor.next === null) break;
      url = `/api/ironledger/rows?limit=3&order=desc&cursor=${cursor.next}`;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
    const { rows, cursor } = await data(app, '/api/chain/strict-table?limit=2&from=1&to=5');
    expect(rows.map(({ index }: { index: number }) => index)).toEqual([1, 2]);
    const other = await inject(app, `/api/chain/strict-table?limit=2&from=2&to=5&cursor=${cursor.next}`);
    expect([other.statusCode, other.json().error.code]).toEqual([400, 'invalid_cursor']);
    const kinds = await data(app, '/api/ironledger/strict-table?kind=anchor&fields=index,kind');
    expect(kinds.rows).toEqual([
      { index: 5, kind: 'anchor' },
      { index: 6, kind: 'anchor' },
    ]);
  });

  it.each(['/api/ironledger/strict-table', '/api/chain/strict-table', '/api/ironledger/rows'])(
    'names the next page of %s in its Link field, and none on the last [strict-table]',
    async (path) => {
      const seen: number[] = [];
      let url: string | undefined = `${path}?limit=3&order=asc&to=5&fields=index`;
      for (let page = 0; url !== undefined && page < 5; page++) {
        const answer = await inject(app, url);
        seen.push(...answer.json().data.rows.map(({ index }: { index: number }) => index));
        const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? '')) ?? [];
        expect(next === undefined).toBe(answer.json().data.cursor.next === null);
        if (next !== undefined) expect(new URL(next).pathname).toBe(path);
        url = next === undefined ? undefined : next.slice(next.indexOf('/api/'));
        if (url !== undefined) expect(url.startsWith(`${path}?limit=3&order=asc&to=5&fields=index&cursor=`)).toBe(true);
      }
      expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    },
  );

  it.each(['description', 'preimage', 'payload', 'body', 'raw', 'salt'])(
    'gives %s to nobody [preimage-403]',
    async (name) => {
      const alone = [`${name}=1`, `fields=index,${name}`, `include=${name.toUpperCase()}`, `expand=${name}`];
      // Policy speaks before the schema: a faulty parameter beside it changes nothing, nor does saying it twice.
      const faulty = [`${name}=1&limit=0`, `limit=501&order=up&fields=${name}`, `${name}=1&${name}=2`];
      const repeated = [`fields=index&fields=${name}`, `cursor=0.x&expand=hash&expand=${name}`];
      for (const query of [...alone, ...faulty, ...repeated]) {
        const answer = await inject(app, `/api/ironledger/strict-table?${query}`);
        expect([query, answer.statusCode, answer.json().error.code]).toEqual([query, 403, 'withheld_by_policy']);
      }
    },
  );

  it('proves inclusion and consistency by RFC 9162 [ledger-proofs]', async () => {
    const { root } = parseCheckpoint((await inject(app, '/log/checkpoint')).body);
    for (let index = 0; index < 7; index++) {
      const proof = await data(app, `/api/chain/proof/inclusion?index=${index}`);
      const path = proof.path.map(fromHex);
      expect(verifyInclusion(fromHex(proof.leaf), index, proof.size, path, root, crypto)).toBe(true);
      expect(verifyInclusion(fromHex(proof.leaf), (index + 1) % 7, proof.size, path, root, crypto)).toBe(false);
    }
    const { from, to, from_root, to_root, path } = await data(app, '/api/chain/proof/consistency?from=3');
    expect(verifyConsistency(from, to, path.map(fromHex), fromHex(from_root), fromHex(to_root), crypto)).toBe(true);
    expect(to_root).toBe(toHex(root));
  });

  it('says why there is no such proof [ledger-proofs]', async () => {
    const { size } = parseCheckpoint((await inject(app, '/log/checkpoint')).body);
    const cases = {
      'consistency?from=6&to=5': 'Must be from 1 to 5: the older tree is no larger than the newer one.',
      'consistency?from=0': `Must be from 1 to ${size}: a tree has one entry at least.`,
      [`consistency?from=${size + 1}`]: `Must be from 1 to ${size}: larger trees are not published yet.`,
      [`consistency?from=1&to=${size + 1}`]: `Must be from 1 to ${size}: larger trees are not published yet.`,
      'inclusion?index=5&size=5': 'Must be from 0 to 4: a tree of 5 entries ends there.',
      'inclusion?index=0&size=0': `Must be from 1 to ${size}: a tree has one entry at least.`,
      [`inclusion?index=${size}`]: `Must be from 0 to ${size - 1}: larger trees are not published yet.`,
    };
    for (const [query, detail] of Object.entries(cases)) {
      const answer = await inject(app, `/api/chain/proof/${query}`);
      const { code, errors } = answer.json().error;
      expect([query, answer.statusCode, code, errors[0].detail]).toEqual([query, 400, 'invalid_parameter', detail]);
    }
  });

  it('is a C2SP tiled log: its entries hash to its tiles, its tiles to its checkpoint [ledger-tiles]', async () => {
    const tile = async (path: string) => new Uint8Array((await inject(app, `/log/tile/${path}`)).rawPayload);
    const { size, root } = parseCheckpoint((await inject(app, '/log/checkpoint')).body);
    const leaves = await tile(`0/000.p/${size}`);
    const entries = decodeEntryBundle(await tile(`entries/000.p/${size}`));
    expect(entries.map((entry) => toHex(leafHash(entry, crypto))).join('')).toBe(toHex(leaves));
    expect(toHex(await rootFromTiles({ readTile: async () => leaves }, size, crypto))).toBe(toHex(root));
    expect((await inject(app, `/log/tile/0/000.p/${size + 1}`)).statusCode).toBe(404);
    expect((await inject(app, '/log/tile/0/0')).statusCode).toBe(404);
  });

  it('gives the statements that are public, and no other [ledger-statements]', async () => {
    const rows = (await data(app, '/api/ironledger/rows')).rows as {
      index: number;
      kind: string;
      payload_hash: string;
    }[];
    for (const { index, kind, payload_hash } of rows) {
      const answer = await inject(app, `/log/statement/${index}`);
      if (kind === 'anchor') {
        expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'withheld_by_policy']);
        continue;
      }
      const payload = Buffer.from(answer.json().payload, 'base64');
      expect(toHex(crypto.sha256(payload))).toBe(payload_hash);
    }
  });

  it('tells status, head and freshness [chain-status]', async () => {
    const status = await data(app, '/api/chain/status');
    expect(status).toMatchObject({
      height: 7,
      policy_epoch: 1,
      freshness: { fresh: true, expected_max_age_s: 12 * 3600 + 120 },
      writer: { mode: 'writing', lag: 0 },
      witness_quorum_met: true,
    });
    const { block } = await data(app, '/api/chain/latest');
    expect(block).toMatchObject({ index: 6, block_hash: status.head.hash });
  });

  it('tells heads as they come, as a feed and as events [ledger-feeds]', async () => {
    const feed = (await inject(app, '/api/chain/feed.atom')).body;
    expect(feed.match(/<entry>/g)?.length).toBeGreaterThan(1);
    const port = await listenOnFreePort(app);
    const response = await fetch(`http://127.0.0.1:${port}/api/chain/heads?limit=2`);
    const before = parseCheckpoint((await inject(app, '/log/checkpoint')).body).size;
    const waiting = response.text();
    await submit(app, await listed(app, [await certify(app)]));
    const sizes = [...(await waiting).matchAll(/^id: (\d+)$/gm)].map(([, size]) => Number(size));
    expect(sizes[0]).toBe(before);
    expect(sizes[1]).toBeGreaterThan(before);
  });
});

describe('a ledger that was changed', () => {
  it('is broken at the entry that was changed; health and every page say so [ledger-broken]', async () => {
    const app = await startApp();
    try {
      const verdict = async () => (await data(app, '/api/ironledger/verify')).verdict;
      expect(await verdict()).toBe('VALID');
      const database = new DatabaseSync(storeUrl(app.dataDir, null));
      const { header } = database.prepare('select header from ledger_entry where seq = 2').get() as {
        header: Uint8Array;
      };
      header[header.length - 60] = (header[header.length - 60] as number) ^ 1;
      database.prepare('update ledger_entry set header = ? where seq = 2').run(header);
      database.close();
      // The scan of the start is remembered for a moment.
      const before = await app.context.app.inject({ url: '/', headers: { accept: 'text/html' } });
      expect(before.body).not.toContain('role="alert"');
      await expect.poll(verdict, { timeout: 60_000 }).toBe('BROKEN');
      const report = await data(app, '/api/ironledger/verify');
      expect(report).toMatchObject({ canonical_spine_valid: false, verdict: 'BROKEN', first_error: { index: 2 } });
      const health = await inject(app, '/api/health');
      expect([health.statusCode, health.json().data.checks.ledger.status]).toEqual([503, 'fail']);
      expect(await data(app, '/api/chain/status')).toMatchObject({ integrity: 'broken' });
      for (const url of ['/', '/problems', '/problems/not_found']) {
        const page = await app.context.app.inject({ url, headers: { accept: 'text/html' } });
        expect(page.body).toMatch(/role="alert"><p><strong>The public ledger does not verify\.<\/strong> .*entry 2: /);
        expect(page.headers['cache-control']).toBe('no-store');
      }
    } finally {
      await app.close();
    }
  });

  it('put back from an old backup is not signed for [restore-guard]', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'plumbline.db');
    try {
      const first = await startApp(WIDE, {}, dataDir);
      await first.close();
      const backup = readFileSync(file);
      const second = await startApp(WIDE, {}, dataDir);
      await installCouncil(second);
      await second.close();
      for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      writeFileSync(file, backup);
      const third = await startApp(WIDE, {}, dataDir);
      const refused = await post(third, '/api/v1/certify', PAIR);
      expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'ledger_unavailable']);
      expect(refused.json().error.detail).toMatch(/holds 3 entries, fewer than .* restore the newest backup/);
      expect((await inject(third, '/api/health')).statusCode).toBe(503);
      await third.close();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('the heart of the ledger', () => {
  it('beats while nothing else is written, so that its age means something [heartbeat]', async () => {
    const late = Date.now() + 13 * 3_600_000;
    const dataDir = temporaryFolder();
    try {
      await (await startApp(WIDE, {}, dataDir)).close();
      const app = await startApp(WIDE, { nowMs: () => late }, dataDir);
      await expect
        .poll(async () => (await data(app, '/api/ironledger/rows?kind=heartbeat')).rows.length, { timeout: 15_000 })
        .toBe(1);
      await app.close();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
