// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../test/support/postgres.ts';
import { testDatabase } from '../../../../test/support/test-database.ts';
import { auditLedger } from '../../src/store/ledger/audit.ts';
import { provisional } from '../../src/store/ledger/idempotency.ts';
import { openStore } from '../../src/store/open.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { sqliteStoreOn } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type Place, SHARED_DRIVERS } from './drivers.ts';
import { withStore } from './ledger-rounds.ts';
import {
  crypto,
  genesisUnits,
  KEYS,
  newCertificate,
  noteUnit,
  ORIGIN,
  pinsOf,
  START_MS,
  signTree,
  unitOf,
} from './ledger-units.ts';
import { past } from './tampering.ts';

const OPTIONS = { nowMs: () => 0, newRowId: () => '0', recordDays: 1 };

describe('[disk-full] a full disk under the ledger', () => {
  let folder: string;
  let connection: SqliteConnection;
  let store: Store;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-full-'));
    connection = new SqliteConnection(join(folder, 'full.db'));
    store = await sqliteStoreOn(connection, OPTIONS);
  });

  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** SQLite answers SQLITE_FULL at its page limit just as it does on a full disk. */
  const allowPages = (pages: number) => connection.db.exec(`PRAGMA max_page_count = ${pages}`);

  it('is 503 ledger_unavailable with a time to come back; service resumes with room, and the chain is whole', async () => {
    const { chain } = store.ledger;
    await chain.appendAll(genesisUnits());
    allowPages(60);
    const acknowledged: number[] = [];
    const refusals: unknown[] = [];
    for (let round = 0; refusals.length === 0; round++) {
      const batch = Array.from({ length: 20 }, (_, i) => chain.append(noteUnit(`n_${round}_${i}`)));
      for (const result of await Promise.allSettled(batch)) {
        if (result.status === 'fulfilled') acknowledged.push(result.value.seq);
        else refusals.push(result.reason);
      }
    }
    expect(refusals).toHaveLength(20);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'ledger_unavailable', status: 503 });
      expect((refusal as { retryAfterS: number }).retryAfterS).toBeGreaterThan(0);
      expect((refusal as Error).message).not.toMatch(/sqlite|full\.db/i);
    }
    expect((await chain.head()).size).toBe(3 + acknowledged.length);
    allowPages(10_000);
    expect(await chain.append(noteUnit('after'))).toMatchObject({ seq: 3 + acknowledged.length });
    await chain.checkpoints.publish(signTree, START_MS);
    expect(await auditLedger(chain, { pins: await pinsOf(chain) }, crypto)).toMatchObject({ verdict: 'VALID' });
  });
});

/** Expression that changes the byte at `offset` (counted from 0) of a byte column to another base 64 digit. */
function flipped(url: string, column: string, offset: number): string {
  if (url.startsWith('postgres'))
    return `set_byte(${column}, ${offset}, CASE WHEN get_byte(${column}, ${offset}) = 65 THEN 66 ELSE 65 END)`;
  const [before, after] = [`substr(${column}, 1, ${offset})`, `substr(${column}, ${offset + 2})`];
  const middle = `CASE WHEN substr(${column}, ${offset + 1}, 1) = x'41' THEN '42' ELSE '41' END`;
  return `unhex(hex(${before}) || (${middle}) || hex(${after}))`;
}

interface Tampering {
  readonly what: string;
  readonly table: string;
  readonly change: (url: string) => string;
  /** First failing seq. */
  readonly seq: number;
}

const changing = (
  what: string,
  table: string,
  column: string,
  offset: number,
  where: string,
  seq: number,
): Tampering => ({
  what,
  table,
  change: (url) => `UPDATE ${table} SET ${column} = ${flipped(url, column, offset)} WHERE ${where}`,
  seq,
});

const TAMPERINGS: readonly Tampering[] = [
  changing('the form of a header', 'ledger_entry', 'header', 2, 'seq = 40', 40),
  changing('a signature in a header', 'ledger_entry', 'header', 360, 'seq = 40', 40),
  changing('the first header', 'ledger_entry', 'header', 360, 'seq = 0', 0),
  changing('the last header', 'ledger_entry', 'header', 360, 'seq = 299', 299),
  changing('a leaf hash', 'ledger_entry', 'leaf', 7, 'seq = 40', 40),
  changing('the last leaf hash', 'ledger_entry', 'leaf', 7, 'seq = 299', 299),
  changing('a payload', 'ledger_payload', 'bytes', 5, 'seq = 40', 40),
  changing('a full tile', 'ledger_tile', 'bytes', 900, 'level = 0', 28),
  changing('a growing tile', 'ledger_tile', 'bytes', 9, 'level = 1', 255),
  changing('the root of a checkpoint', 'ledger_checkpoint', 'root', 9, 'size = 300', 299),
  changing('the edge in the head', 'ledger_head', 'edge', 9, 'id = 1', 299),
  {
    what: 'a subject',
    table: 'ledger_entry',
    change: () => "UPDATE ledger_entry SET subject = 'n_X' WHERE seq = 40",
    seq: 40,
  },
  {
    what: 'a type',
    table: 'ledger_entry',
    change: () => "UPDATE ledger_entry SET type = 'revoke' WHERE seq = 40",
    seq: 40,
  },
  {
    what: 'an older note',
    table: 'ledger_checkpoint',
    change: () => "UPDATE ledger_checkpoint SET note = replace(note, '103', '104') WHERE size = 103",
    seq: 102,
  },
  {
    what: 'the size in the head',
    table: 'ledger_head',
    change: () => 'UPDATE ledger_head SET size = 299',
    seq: 299,
  },
  {
    what: 'an entry that is gone',
    table: 'ledger_entry',
    change: () => 'DELETE FROM ledger_entry WHERE seq = 40',
    seq: 40,
  },
  {
    what: 'a payload that is gone',
    table: 'ledger_payload',
    change: () => 'DELETE FROM ledger_payload WHERE seq = 40',
    seq: 40,
  },
];

describe.each(SHARED_DRIVERS)('a byte changed behind the back of $name', (driver) => {
  let place: Place;

  beforeAll(async () => {
    place = await driver.place();
    await withStore(place.url, async ({ ledger: { chain } }) => {
      const notes = (from: number, to: number) =>
        Promise.all(Array.from({ length: to - from }, (_, i) => chain.append(noteUnit(`n_${from + i}`))));
      await chain.appendAll(genesisUnits());
      await notes(3, 103);
      await chain.checkpoints.publish(signTree, START_MS);
      await notes(103, 300);
      await chain.checkpoints.publish(signTree, START_MS);
    });
  });

  afterAll(async () => {
    await place.remove();
  });

  const audit = () =>
    withStore(place.url, async ({ ledger: { chain } }) =>
      auditLedger(chain, { pins: { origin: ORIGIN, genesis, vkeys: [] } }, crypto),
    );
  let genesis = '';

  beforeAll(async () => {
    genesis = await withStore(place.url, async ({ ledger: { chain } }) => (await pinsOf(chain)).genesis ?? '');
    expect(await audit()).toMatchObject({ verdict: 'VALID', size: 300, storeFaults: [] });
  });

  it.each(TAMPERINGS)('is found with its place: $what', async ({ table, change, seq }) => {
    await past(place.url, `CREATE TABLE saved AS SELECT * FROM ${table}`);
    try {
      expect(await past(place.url, change(place.url))).toBe(1);
      const report = await audit();
      expect(report).toMatchObject({ verdict: 'BROKEN', canonicalSpineValid: false, prefix: null });
      const places = [report.firstError?.firstFailingSeq, report.storeFaults[0]?.seq].filter((at) => at != null);
      expect(Math.min(...(places as number[]))).toBe(seq);
    } finally {
      await past(place.url, `DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM saved`, 'DROP TABLE saved');
    }
  });

  it('is over when the bytes are back', async () => {
    expect(await audit()).toMatchObject({ verdict: 'VALID', storeFaults: [] });
  });
});

describe('what was erased from an SQLite file', () => {
  let folder: string;
  let file: string;
  const secret = 'words that a court had removed';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-erased-'));
    file = join(folder, 'plumbline.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const inFiles = () => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(secret)).length;

  it('is in none of its files any more [erased-bytes]', async () => {
    const store = await openStore({ url: file });
    const { chain, idempotency } = store.ledger;
    const long = utf8(`{"a":"${'x'.repeat(9_000)}","b":"${secret}"}`);
    await chain.append(unitOf('note', 'n_0', long, [KEYS.anchor]));
    const certificate = newCertificate({ envelope: long });
    await chain.write({ rows: [{ kind: 'certificate', certificate }] });
    // The row moves, and the answer is written twice: each leaves pages behind that nobody deletes from.
    await chain.append({ ...noteUnit('after'), rows: [{ kind: 'anchored', certificateId: certificate.id }] });
    const asked = { scope: 'all certify', key: 'k', bodyHash: 'b'.repeat(64) };
    const claimed = await idempotency.claim({ ...asked, nowMs: START_MS, leaseEndsAtMs: START_MS + 1_000 });
    if (claimed.status !== 'claimed') throw new Error('the key was free');
    await idempotency.complete(claimed.claim, provisional({ status: 201, body: long }));
    await idempotency.complete(claimed.claim, { status: 201, body: utf8('short') });
    expect(inFiles()).toBeGreaterThan(0);
    const erased = { kind: 'erased', seq: 0, atMs: START_MS } as const;
    await chain.write({ rows: [erased, { kind: 'certificate_erased', certificateId: certificate.id }] });
    expect(inFiles()).toBe(0);
    await store.close();
    expect(inFiles()).toBe(0);
  });

  it('is not on pages either that an older version freed and left as they were [erased-bytes]', async () => {
    await (await openStore({ url: file })).close();
    const older = new DatabaseSync(file);
    older.exec('PRAGMA secure_delete = OFF; CREATE TABLE gone (body TEXT)');
    older.prepare('INSERT INTO gone VALUES (?)').run(`${'x'.repeat(9_000)}${secret}`);
    older.exec('DROP TABLE gone');
    older.close();
    const store = await openStore({ url: file });
    expect(inFiles()).toBeGreaterThan(0);
    await store.ledger.chain.append(noteUnit('n_0'));
    await store.ledger.chain.write({ rows: [{ kind: 'erased', seq: 0, atMs: START_MS }] });
    expect(inFiles()).toBe(0);
    await store.close();
  });

  describe('where the file cannot be written anew', () => {
    /** The file of the copy, and the log into which it is written back, may be no longer than this: as on a full disk. */
    async function eraseWithin(bytes: number): Promise<string> {
      const program = fileURLToPath(new URL('./erasing-process.ts', import.meta.url));
      const blocks = Math.floor(bytes / 512);
      const script = 'ulimit -f "$1"; shift; exec "$@"';
      const args = ['--posix', '-c', script, 'bash', String(blocks), process.execPath, program, file, '3'];
      const { stdout } = await promisify(execFile)('bash', args, { encoding: 'utf8' });
      return stdout.trim();
    }

    async function fill(): Promise<number> {
      const store = await openStore({ url: file });
      const { chain } = store.ledger;
      await chain.appendAll(genesisUnits());
      const long = utf8(`{"a":"${'x'.repeat(9_000)}","b":"${secret}"}`);
      await chain.append(unitOf('note', 'n_0', long, [KEYS.anchor]));
      for (let i = 0; i < 200; i++)
        await chain.append(unitOf('note', `f_${i}`, utf8(`{"${i}":"${'y'.repeat(9_000)}"}`), [KEYS.anchor]));
      await chain.checkpoints.publish(signTree, START_MS);
      await store.close();
      return statSync(file).size;
    }

    it.each([
      ['the copy has no room', 0.5],
      ['writing the copy back has no room, near its end', 1.003],
    ])(
      'says so when %s; the ledger stays whole, and erasing once more goes on from there [vacuum-failed]',
      async (_, share) => {
        const size = await fill();
        expect(await eraseWithin(size * share)).toMatch(
          /^ledger_unavailable The rows are erased, but the file could not be written anew: .* Erase once more\.$/,
        );
        const store = await openStore({ url: file });
        const { chain } = store.ledger;
        const integrity = new DatabaseSync(file, { readOnly: true });
        expect(integrity.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
        integrity.close();
        expect(await chain.payload(3)).toMatchObject({ state: 'erased' });
        const report = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
        // That no entry says so is the one thing amiss: this erasure was made past the service.
        expect(report.checks.filter(({ ok }) => ok === false)).toEqual([]);
        expect(report.storeFaults).toMatchObject([{ seq: 3, table: 'ledger_payload' }]);
        expect(await chain.append(noteUnit('after'))).toMatchObject({ seq: 204 });
        await chain.write({ rows: [{ kind: 'erased', seq: 3, atMs: START_MS }] });
        expect(inFiles()).toBe(0);
        await store.close();
      },
    );
  });

  it('overwrites what it frees from the start [erased-bytes]', async () => {
    const store = await openStore({ url: file });
    await store.ledger.chain.append(noteUnit('n_0'));
    const connection = new SqliteConnection(file);
    expect(connection.db.prepare('PRAGMA secure_delete').get()).toEqual({ secure_delete: 1 });
    connection.close();
    await store.close();
  });
});

/** Stands between the store and the server, and cuts the connection around the next COMMIT. */
class CuttingProxy {
  cut: 'before' | 'after' | null = null;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(port: number, host: string) {
    this.#server = createServer((client) => {
      const upstream = connect(port, host);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      let isMute = false;
      client.on('data', (chunk) => {
        const mode = chunk.includes('COMMIT\0') ? this.cut : null;
        if (mode !== null) this.cut = null;
        if (mode === 'before') upstream.destroy();
        else upstream.write(chunk);
        if (mode === 'before') client.destroy();
        isMute ||= mode === 'after';
      });
      upstream.on('data', (chunk) => {
        if (isMute) client.destroy();
        else client.write(chunk);
      });
      client.on('close', () => upstream.end());
      upstream.on('close', () => client.destroy());
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

describe('a PostgreSQL whose answer to COMMIT is lost', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let store: Store;

  beforeEach(async () => {
    database = await testDatabase();
    const url = new URL(database.url);
    proxy = new CuttingProxy(Number(url.port), url.hostname);
    url.port = String(await proxy.listen());
    url.hostname = '127.0.0.1';
    store = await openStore({ url: url.href });
  });

  afterEach(async () => {
    await store.close();
    proxy.close();
    await database.drop();
  });

  it.each(['before', 'after'] as const)('is asked what it kept: cut %s the server saw it', async (cut) => {
    const { chain, certificates } = store.ledger;
    await chain.appendAll(genesisUnits());
    proxy.cut = cut;
    const batch = await Promise.all([0, 1, 2].map((i) => chain.append(noteUnit(`n_${i}`))));
    expect(batch.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect((await chain.head()).size).toBe(6);
    proxy.cut = cut;
    const certificate = newCertificate();
    await chain.write({ rows: [{ kind: 'certificate', certificate }] });
    expect(await certificates.find(certificate.id)).not.toBeNull();
    proxy.cut = cut;
    expect(await chain.checkpoints.publish(signTree, START_MS)).toMatchObject({ checkpoint: { size: 6 } });
    expect(await auditLedger(chain, { pins: await pinsOf(chain) }, crypto)).toMatchObject({ verdict: 'VALID' });
    expect(proxy.cut).toBeNull();
  });
});
