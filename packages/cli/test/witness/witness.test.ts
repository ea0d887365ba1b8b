// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { cosignaturesOn, cosignatureVerifier } from '@plumbline/core/ledger/cosignature.ts';
import { withSignatures } from '@plumbline/core/ledger/note.ts';
import { parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { formatAddCheckpoint, parseWitnessAnswer, SIZE_MEDIA_TYPE } from '@plumbline/core/ledger/witness-protocol.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOG_VKEY, WITNESS_VKEY } from '../../../core/test/ledger/anchored.ts';
import { crypto, freshLog, KEYS, ORIGIN, type TestLog } from '../../../core/test/ledger/test-log.ts';
import { openWitness } from '../../src/witness/folder.ts';
import { runCaptured } from '../run-captured.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const NAME = 'witness.example/w9';

describe('plumbline witness', () => {
  let root: string;
  let dir: string;
  let child: ChildProcess | null = null;
  let log: TestLog;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'witness-'));
    dir = join(root, 'w');
    log = freshLog();
    const { code } = await witness('init', '--name', NAME, '--log', LOG_VKEY.text);
    expect(code).toBe(0);
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    child = null;
    rmSync(root, { recursive: true });
  });

  const witness = (...args: string[]) => runCaptured(['witness', ...args, '--dir', dir]);

  /** Its own process, as operators run it. */
  async function start(): Promise<string> {
    const args = ['--disable-warning=ExperimentalWarning', MAIN, 'witness', 'serve', '--dir', dir, '--port', '0'];
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const url = /listens on (http:\S+)/.exec(chunk.toString())?.[1];
      if (url) return url;
    }
    throw new Error('the witness ended');
  }

  async function crash(): Promise<void> {
    const ended = once(child as ChildProcess, 'exit');
    child?.kill('SIGKILL');
    await ended;
  }

  const post = (url: string, body: string | Uint8Array) =>
    fetch(`${url}/add-checkpoint`, { method: 'POST', body: body as BodyInit });

  async function bodyFrom(old: number, note = log.publish()): Promise<string> {
    const proof = old > 0 && old < log.size ? await log.consistency(old) : [];
    return formatAddCheckpoint({ old, proof, note });
  }

  it('co-signs what extends what it saw, through a crash, and what comes out verifies [witness-process]', async () => {
    const vkey = (await witness('key')).stdout.trim();
    let url = await start();
    const note = log.publish();
    const response = await post(url, await bodyFrom(0, note));
    expect(response.status).toBe(200);
    const answer = parseWitnessAnswer(200, response.headers.get('content-type') ?? '', await response.text());
    if (answer.kind !== 'cosigned') throw new Error(answer.kind);
    const verifier = cosignatureVerifier(parseVerifierKey(vkey, crypto), crypto);
    const cosigned = withSignatures(
      note,
      answer.signatures.map(({ line }) => line),
    );
    expect(cosignaturesOn(cosigned, verifier ? [verifier] : [])).toMatchObject([{ name: NAME }]);
    await crash();
    url = await start();
    const stale = await post(url, await bodyFrom(0));
    expect([stale.status, stale.headers.get('content-type'), await stale.text()]).toEqual([
      409,
      SIZE_MEDIA_TYPE,
      '3\n',
    ]);
    log.heartbeat();
    expect((await post(url, await bodyFrom(3))).status).toBe(200);
    expect((await witness('status')).stdout).toMatch(/^ledger\.example\/iron {2}4 entries, seen \d{4}-/);
    const ended = once(child as ChildProcess, 'exit');
    child?.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('never co-signs a second history of a size it saw, nor a shorter one [witness-process]', async () => {
    const url = await start();
    for (let i = 0; i < 5; i++) log.heartbeat();
    expect((await post(url, await bodyFrom(0))).status).toBe(200);
    const other = freshLog();
    for (let i = 0; i < 4; i++) other.heartbeat();
    other.append({
      type: 'note',
      subject: 'n',
      statement: JSON.parse(Buffer.from(other.statements[2]?.payload ?? '', 'base64').toString()),
      signers: [KEYS.anchor],
    });
    expect(other.size).toBe(log.size);
    const forked = formatAddCheckpoint({ old: 8, proof: [], note: other.publish() });
    expect((await post(url, forked)).status).toBe(422);
    const shorter = signCheckpoint({ origin: ORIGIN, size: 3, root: freshLog().frontier.root() }, [KEYS.log], crypto);
    expect((await post(url, formatAddCheckpoint({ old: 8, proof: [], note: shorter }))).status).toBe(400);
    expect((await post(url, formatAddCheckpoint({ old: 3, proof: [], note: shorter }))).status).toBe(409);
    // The same checkpoint again gets a newer time.
    expect((await post(url, formatAddCheckpoint({ old: 8, proof: [], note: log.publish() }))).status).toBe(200);
  });

  it('knows only the logs it was told to, by their keys', async () => {
    const url = await start();
    const foreign = signCheckpoint({ ...log.checkpointNow(), origin: 'other.example/log' }, [KEYS.log], crypto);
    expect((await post(url, formatAddCheckpoint({ old: 0, proof: [], note: foreign }))).status).toBe(404);
    const forged = signCheckpoint(log.checkpointNow(), [KEYS.stranger], crypto);
    expect((await post(url, formatAddCheckpoint({ old: 0, proof: [], note: forged }))).status).toBe(403);
    expect((await witness('status')).stdout).toContain('nothing seen yet');
  });

  it('refuses what is no request, and what is too long', async () => {
    const url = await start();
    expect((await post(url, 'noise')).status).toBe(400);
    expect((await post(url, new Uint8Array([0xff, 0xfe]))).status).toBe(400);
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(url)).status).toBe(404);
    const long = await post(url, 'x'.repeat(70_000)).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(long);
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    half.end('POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nold');
    half.resume();
    await once(half, 'close');
    expect((await post(url, await bodyFrom(0))).status).toBe(200);
  });

  it('sets the state of a log only when it still is what was compared', () => {
    const { store } = openWitness(dir);
    const second = openWitness(dir).store;
    const row = (size: number) => ({ origin: ORIGIN, size, root: new Uint8Array(32).fill(size), note: '', atMs: 0 });
    expect(store.compareAndSet(null, row(1))).toBe(true);
    expect(second.compareAndSet(null, row(9))).toBe(false);
    expect(second.compareAndSet(row(1), row(2))).toBe(true);
    expect(store.compareAndSet(row(1), row(3))).toBe(false);
    expect(store.find(ORIGIN)?.size).toBe(2);
    store.close();
    second.close();
  });

  it('keeps its folder to itself and begins only once', async () => {
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'witness-key.pem')).mode & 0o777).toBe(0o600);
    expect((await witness('init', '--name', NAME)).stderr).toContain('is a witness already');
    chmodSync(join(dir, 'witness-key.pem'), 0o644);
    expect((await witness('key')).stderr).toContain('chmod 600');
  });

  it('does not go on without its memory', async () => {
    rmSync(join(dir, 'witness.db'));
    expect((await witness('serve')).stderr).toContain('is gone');
  });

  it('takes further logs, and no key that signs none', async () => {
    writeFileSync(join(root, 'keys.txt'), `${LOG_VKEY.text}\n`);
    expect((await witness('trust', join(root, 'keys.txt'))).stdout).toBe(`${ORIGIN}\n`);
    expect((await witness('trust', WITNESS_VKEY)).stderr).toContain('is of no log');
    expect((await witness('trust')).code).toBe(2);
    expect((await runCaptured(['witness', 'init', '--dir', join(root, 'x'), '--name', 'a b'])).code).toBe(2);
    expect((await runCaptured(['witness', 'key'])).stderr).toContain('--dir DIR is missing');
  });
});
