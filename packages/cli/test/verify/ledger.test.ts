// SPDX-License-Identifier: Apache-2.0
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPem } from '@plumbline/client/node/key-file.ts';
import { cosign } from '@plumbline/core/ledger/cosignature.ts';
import { parseNote, withSignatures } from '@plumbline/core/ledger/note.ts';
import { logVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { signerKey } from '@plumbline/core/seal/crypto.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anchored, LOG_VKEY, WITNESS_NAME, WITNESS_VKEY } from '../../../core/test/ledger/anchored.ts';
import { crypto, KEYS, ORIGIN, type TestLog } from '../../../core/test/ledger/test-log.ts';
import { runCaptured } from '../run-captured.ts';
import { publishTo, type Served, serve } from './published.ts';

const SIZE = 300;

function longLog(): TestLog {
  const { log } = anchored();
  while (log.size < SIZE) log.heartbeat();
  log.publish();
  return log;
}

describe('plumbline verify ledger', () => {
  const log = longLog();
  const genesis = log.genesis;
  const root = mkdtempSync(join(tmpdir(), 'published-'));
  const good = join(root, 'good');
  let folder: string;
  let served: Served | null = null;

  beforeAll(() => publishTo(good, log));
  afterAll(() => rmSync(root, { recursive: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'copy-'));
    cpSync(good, folder, { recursive: true });
  });
  afterEach(() => {
    served?.server.closeAllConnections();
    served?.server.close();
    served = null;
  });

  const verify = (place: string, ...more: string[]) =>
    runCaptured(['verify', 'ledger', place, '--genesis', genesis, ...more]);

  /** Flips the lowest bit of one byte. */
  function flip(path: string, at: number): void {
    const file = join(folder, path);
    const bytes = readFileSync(file);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(file, bytes);
  }

  it('finds a folder valid, and every part by name [verify-ledger-cli]', async () => {
    const { code, stdout, stderr } = await verify(folder);
    expect(stdout).toMatch(/^VALID {2}ledger\.example\/iron, 300 entries read, checkpoint of 300 entries\n/);
    expect(stdout).toMatch(/ok {11}genesis_pin/);
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
    expect(stderr).toBe('');
  });

  it('finds the same over http, below /log too, and draws a bar on a terminal', async () => {
    served = await serve(root);
    cpSync(good, join(root, 'site', 'log'), { recursive: true });
    const run = await runCaptured(['verify', 'ledger', `${served.url}/site/`, '--genesis', genesis], '', {
      terminal: true,
    });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('100% 300 entries');
    expect(run.stdout).toContain('\x1b[32mVALID');
  });

  it('tries again what passes by itself, and takes a full tile for a partial one', async () => {
    served = await serve(folder, (path, nth) => (path.startsWith('tile/entries') && nth === 1 ? 503 : null));
    expect((await verify(served.url)).code).toBe(0);
    expect(served.requests.filter((path) => path === 'tile/entries/000')).toHaveLength(2);
  });

  it('answers one JSON object on request', async () => {
    const { stdout, code } = await verify(folder, '--json', '--vkey', LOG_VKEY.text);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'VALID', canonical_spine_valid: true, blocks_checked: SIZE });
  });

  it.each([
    ['an entry', 'tile/entries/000', 3000, 'BROKEN'],
    ['a length of an entry', 'tile/entries/000', 0, 'BROKEN'],
    ['a tile', 'tile/0/000', 77, 'BROKEN'],
    ['a partial tile', 'tile/1/000.p/1', 5, 'BROKEN'],
    ['a signature of the checkpoint', 'checkpoint', 150, 'BROKEN'],
  ])('names the first failing entry when a byte of %s is flipped', async (_what, path, at, verdict) => {
    flip(path, at);
    const { code, stdout } = await verify(folder);
    expect(stdout).toContain(verdict);
    expect(stdout).toMatch(/first failing entry: \d+ \(/);
    expect(code).toBe(1);
  });

  it('says which entries are missing when a bundle is cut or gone', async () => {
    truncateSync(join(folder, 'tile/entries/001.p/44'), 900);
    const cut = await verify(folder, '--json');
    expect(cut.code).toBe(1);
    expect(JSON.parse(cut.stdout)).toMatchObject({ verdict: 'BROKEN', first_error: { index: 256 } });
    rmSync(join(folder, 'tile/entries/001.p/44'));
    expect((await verify(folder)).stdout).toContain('The entries end early: log: tile/entries/001.p/44 is missing');
  });

  it('does not call a log valid whose policies cannot be followed', async () => {
    rmSync(join(folder, 'statement/3'));
    const { code, stdout } = await verify(folder);
    expect(stdout).toMatch(/not checked {2}policy_chain +the statement of entry 3 is not available/);
    expect(code).toBe(1);
    writeFileSync(join(folder, 'statement/3'), 'no envelope');
    expect((await verify(folder)).code).toBe(1);
  });

  it('keeps the spine valid where the payload of a ratification was erased', async () => {
    const seq = log.statements.findIndex(({ signatures }) => signatures.length === 3);
    const erased = { ...log.statements[seq], payload: 'erased', signatures: [] };
    writeFileSync(join(folder, `statement/${seq}`), JSON.stringify(erased));
    const { code, stdout } = await verify(folder);
    expect(stdout).toMatch(/not checked {2}ratifications +the statement of entry \d+ is not available/);
    expect(code).toBe(0);
  });

  it('refuses another genesis, another origin, and entries that end before the checkpoint', async () => {
    const other = await runCaptured(['verify', 'ledger', folder, '--genesis', 'a'.repeat(64)]);
    expect(other.stdout).toContain('FAIL         genesis_pin');
    expect(other.code).toBe(1);
    expect((await verify(folder, '--origin', 'other.example/log')).code).toBe(1);
    const short = anchored().log;
    const older = mkdtempSync(join(root, 'older-'));
    await publishTo(older, short);
    copyFileSync(join(good, 'checkpoint'), join(older, 'checkpoint'));
    expect((await verify(older)).stdout).toMatch(/^BROKEN/);
  });

  it('says what became of the keys that were given [verify-given]', async () => {
    writeFileSync(join(folder, 'issuer.pem'), publicPem(encodeSpki(signerKey(KEYS.issuer))));
    const given = await verify(folder, '--vkey', LOG_VKEY.text, '--vkey', join(folder, 'issuer.pem'));
    expect(given.stdout).toMatch(/not checked {2}given_keys +1 of 2 took part; key [0-9a-f]{16} is not asked/);
    expect(given.code).toBe(0);
    const other = logVerifierKey(ORIGIN, signerKey(KEYS.stranger), crypto).text;
    const strange = await verify(folder, '--vkey', other);
    expect(strange.stdout).toMatch(/not checked {2}given_keys +0 of 1 took part; .* did not sign this checkpoint/);
  });

  it('checks the co-signatures of witnesses that were given [verify-given]', async () => {
    const none = await verify(folder, '--vkey', WITNESS_VKEY);
    expect(none.stdout).toMatch(/not checked {2}witness_cosignatures +none of the witnesses given/);
    const note = readFileSync(join(folder, 'checkpoint'), 'utf8');
    const line = cosign(parseNote(note).text, WITNESS_NAME, KEYS.witness, 1_780_000_000, crypto);
    writeFileSync(join(folder, 'checkpoint'), withSignatures(note, [line]));
    const good = await verify(folder, '--vkey', WITNESS_VKEY);
    expect(good.stdout).toMatch(/ok +witness_cosignatures +1 of 1: witness\.example\/w1 at 1780000000/);
    expect(good.code).toBe(0);
    const wrong = cosign(`${parseNote(note).text}x`, WITNESS_NAME, KEYS.witness, 1_780_000_000, crypto);
    writeFileSync(join(folder, 'checkpoint'), withSignatures(note, [wrong]));
    const bad = await verify(folder, '--vkey', WITNESS_VKEY);
    expect(bad.stdout).toMatch(/FAIL +witness_cosignatures/);
    expect(bad.code).toBe(1);
  });

  it('says that a source failed, and does not blame the log for it', async () => {
    served = await serve(folder, (path) => (path.startsWith('tile/0') ? 418 : null));
    const { code, stdout, stderr } = await verify(served.url);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('could not verify');
    expect((await verify('http://127.0.0.1:1')).stderr).toContain('could not verify');
    expect((await verify(join(root, 'nowhere'))).stderr).toContain('neither a folder nor');
    expect((await verify(join(good, 'tile'))).stderr).toContain("has neither 'checkpoint' nor 'log/checkpoint'");
  });

  it('reads no more of an answer than a tile may have', async () => {
    writeFileSync(join(folder, 'tile/0/000'), Buffer.alloc(300_000));
    served = await serve(folder);
    expect((await verify(served.url)).stderr).toContain('longer than 8192 bytes');
  });

  it('wants a genesis hash', async () => {
    expect((await runCaptured(['verify', 'ledger', folder])).code).toBe(2);
    expect((await runCaptured(['verify', 'ledger', folder, '--genesis', 'AB'])).stderr).toContain('64 lower-case');
  });
});
