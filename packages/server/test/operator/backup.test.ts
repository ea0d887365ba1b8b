// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBackup } from '../../src/operator/backup.ts';
import { runOperator } from '../../src/operator/index.ts';
import { runRestore } from '../../src/operator/restore.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { crypto, genesisUnits, KEYS, noteUnit, ORIGIN, signTree } from '../store/ledger-units.ts';
import { capturedIo } from './captured-io.ts';

describe('backup and restore', () => {
  let root: string;
  let data: string;
  let store: Store | null;
  let serial = 0;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'backup-'));
    data = join(root, 'data');
    store = await openStore({ url: join(data, 'plumbline.db') });
    await store.ledger.chain.appendAll(genesisUnits(), { requireSize: 0 });
    await grow(5);
  });
  afterEach(async () => {
    await store?.close();
    rmSync(root, { recursive: true });
  });

  const open = () => store as Store;
  const chain = () => open().ledger.chain;

  /** Appends and publishes, as a service does. */
  async function grow(count: number): Promise<string> {
    for (let i = 0; i < count; i++) await chain().append(noteUnit(`note_${serial++}`));
    const published = await chain().checkpoints.publish(signTree, Date.now());
    if (published?.status !== 'published') throw new Error('not published');
    return published.checkpoint.note;
  }

  async function close(): Promise<void> {
    await store?.close();
    store = null;
  }

  async function run(command: typeof runBackup, folder: string, ...args: string[]) {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder });
    const code = await command(args, io);
    return { code, out: io.out(), err: io.err() };
  }
  const backup = (dest = join(root, 'copy')) => run(runBackup, data, dest);
  const restore = (folder: string, ...args: string[]) => run(runRestore, folder, join(root, 'copy'), ...args);

  async function headOf(folder: string): Promise<string> {
    const other = await openStore({ url: join(folder, 'plumbline.db') });
    const head = await other.ledger.chain.head();
    await other.close();
    return `${head.size} ${toHex(head.lastLeaf)}`;
  }

  it('copies one moment beside a service that writes, and proves it when it is put back [backup] [restore]', async () => {
    let stopped = false;
    const writing = (async () => {
      while (!stopped) await grow(1);
    })();
    const { code, out } = await backup();
    stopped = true;
    await writing;
    expect(out).toMatch(new RegExp(`ledger ${ORIGIN}: \\d+ entries, verified; checkpoint of \\d+ entries`));
    expect(code).toBe(0);
    expect(statSync(join(root, 'copy')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(root, 'copy')).sort()).toEqual(['checkpoint', 'manifest.json', 'plumbline.db']);
    const manifest = JSON.parse(readFileSync(join(root, 'copy', 'manifest.json'), 'utf8'));
    const back = await restore(join(root, 'new'), '--verify', '--genesis', manifest.ledger.genesis);
    expect(back.err).toBe('');
    expect(back.out).toContain(`restored: ${ORIGIN}, ${manifest.ledger.size} entries, every one verified`);
    expect(await headOf(join(root, 'new'))).toBe(`${manifest.ledger.size} ${manifest.ledger.head}`);
    expect(statSync(join(root, 'new', 'plumbline.db')).mode & 0o777).toBe(0o600);
  });

  it('never writes over an older backup [backup]', async () => {
    await backup();
    const again = await backup();
    expect(again.code).toBe(2);
    expect(again.err).toContain('is not empty');
  });

  it('refuses a backup that is behind what the data folder remembers to have signed [restore]', async () => {
    await backup();
    writeFileSync(join(data, 'newest-checkpoint'), await grow(3));
    await close();
    rmSync(join(data, 'plumbline.db'));
    const { code, err } = await restore(data);
    expect(err).toBe('refused: the data folder says that 11 entries were signed for, and here are 8\n');
    expect(code).toBe(1);
    expect(existsSync(join(data, 'plumbline.db'))).toBe(false);
    expect(readdirSync(data)).toEqual(['newest-checkpoint']);
  });

  it('refuses one that is behind the database in place, or a checkpoint from elsewhere', async () => {
    await backup();
    const newer = await grow(1);
    await close();
    const { err } = await restore(data, '--replace');
    expect(err).toContain('the database in place says that 9 entries were signed for');
    writeFileSync(join(root, 'mirror'), newer);
    const elsewhere = await restore(join(root, 'new'), '--checkpoint', join(root, 'mirror'));
    expect(elsewhere.err).toContain(`${join(root, 'mirror')} says that 9 entries`);
    expect((await restore(join(root, 'new'), '--checkpoint', 'http://127.0.0.1:1/c')).code).toBe(2);
  });

  it('refuses another history, another log, and checkpoints that nobody signed [restore]', async () => {
    await backup();
    const head = await chain().head();
    const sign = (changes: object, key = KEYS.log) =>
      signCheckpoint({ origin: ORIGIN, size: head.size, root: head.root, ...changes }, [key], crypto);
    const tellings: [string, string][] = [
      [sign({ root: crypto.sha256(head.root) }), 'signs for other entries than are here, at size 8'],
      [sign({ origin: 'other.example/log' }), 'is of another log, other.example/log'],
      [sign({}, KEYS.stranger), 'is not signed by a log key'],
      ['no note', 'is no checkpoint'],
    ];
    for (const [note, reason] of tellings) {
      writeFileSync(join(root, 'told'), note);
      const { code, err } = await restore(join(root, 'new'), '--checkpoint', join(root, 'told'));
      expect(err).toContain(reason);
      expect(code).toBe(1);
    }
    expect((await restore(join(root, 'new'), '--genesis', 'a'.repeat(64))).err).toContain('its genesis is');
    writeFileSync(join(root, 'told'), sign({}));
    expect((await restore(join(root, 'new'), '--checkpoint', join(root, 'told'))).code).toBe(0);
  });

  it('refuses a copy that has changed, by its digest, and by its entries where the digest was changed too', async () => {
    await backup();
    const file = join(root, 'copy', 'plumbline.db');
    const db = new DatabaseSync(file);
    db.exec(
      "UPDATE ledger_entry SET header = CAST(replace(CAST(header AS TEXT), 'note_', 'n0te_') AS BLOB) WHERE seq = 5",
    );
    db.close();
    const byDigest = await restore(join(root, 'new'));
    expect(byDigest.err).toContain('is not as it was written');
    expect(byDigest.code).toBe(2);
    const manifest = JSON.parse(readFileSync(join(root, 'copy', 'manifest.json'), 'utf8'));
    const database_sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    writeFileSync(join(root, 'copy', 'manifest.json'), JSON.stringify({ ...manifest, database_sha256 }));
    const byEntries = await restore(join(root, 'new'));
    expect(byEntries.err).toMatch(/refused: \w+(, entry 5| fails at entry [56])/);
    expect(byEntries.code).toBe(1);
    expect(existsSync(join(root, 'new', 'plumbline.db'))).toBe(false);
  });

  it('sets aside what is in place only when asked, and never under a running service', async () => {
    await backup();
    expect((await restore(data)).err).toContain('--replace keeps it under another name');
    expect((await restore(data, '--replace')).err).toContain('stop the service first');
    await close();
    expect((await restore(data, '--replace', '--dry-run')).out).toContain('would restore');
    const { out, code } = await restore(data, '--replace');
    expect(code).toBe(0);
    const kept = /the former database is (\S+)/.exec(out)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
    expect(await headOf(data)).toMatch(/^8 /);
    rmSync(join(data, 'plumbline.db'));
    writeFileSync(join(data, 'plumbline.db-wal'), 'left');
    expect((await restore(data)).err).toContain('left over from a database that is gone');
  });

  it('checks the database in place with --verify alone', async () => {
    const note = await grow(1);
    expect((await run(runRestore, data, '--verify')).out).toContain('in place: ');
    writeFileSync(join(data, 'newest-checkpoint'), note);
    expect((await run(runRestore, data, '--verify')).code).toBe(0);
    const ahead = signCheckpoint({ origin: ORIGIN, size: 99, root: new Uint8Array(32) }, [KEYS.log], crypto);
    writeFileSync(join(data, 'newest-checkpoint'), ahead);
    expect((await run(runRestore, data, '--verify')).code).toBe(1);
    expect((await run(runRestore, data)).code).toBe(2);
    mkdirSync(join(root, 'damaged'));
    writeFileSync(join(root, 'damaged', 'plumbline.db'), 'this is no database, but long enough to be taken for one');
    const damaged = await run(runRestore, join(root, 'damaged'), '--verify');
    expect(damaged.err).toMatch(/^refused: /);
    expect(damaged.code).toBe(1);
  });

  it('backs up a deployment whose ledger was never begun', async () => {
    const empty = join(root, 'empty');
    await (await openStore({ url: join(empty, 'plumbline.db') })).close();
    expect((await run(runBackup, empty, join(root, 'copy'))).out).toContain('has not been begun');
    expect((await restore(join(root, 'new'))).out).toContain('has not been begun');
    writeFileSync(join(root, 'told'), await grow(1));
    expect((await restore(join(root, 'new2'), '--checkpoint', join(root, 'told'))).err).toContain('it has no ledger');
  });

  it('points to the tools of PostgreSQL where it is used', async () => {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: data, PLUMBLINE_DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
    expect(await runOperator(['backup', join(root, 'x')], io)).toBe(1);
    expect(io.err()).toContain('pg_dump');
    expect(await runOperator(['restore', join(root, 'x')], io)).toBe(1);
    expect(io.err()).toContain('pg_restore');
  });
});
