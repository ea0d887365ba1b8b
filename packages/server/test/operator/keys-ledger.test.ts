// SPDX-License-Identifier: Apache-2.0
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyFile, writeNewKeyFile } from '@plumbline/client/node/key-file.ts';
import { logVerifier, signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { judgeRotation, rotationOf } from '@plumbline/core/ledger/key-rotation.ts';
import { checkNote } from '@plumbline/core/ledger/note.ts';
import { type Policy, policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { logVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { type PublicKey, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload, parseEnvelope, verifyEnvelope } from '@plumbline/core/seal/dsse.ts';
import { policyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { ulid } from '@plumbline/core/ulid.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeCrypto } from '../../src/crypto.ts';
import { runKeys } from '../../src/operator/keys.ts';
import { verifyStoredLedger } from '../../src/operator/stored-ledger.ts';
import { Ledger } from '../../src/services/ledger.ts';
import { signedUnit } from '../../src/services/ledger-entries.ts';
import { CheckpointMemory } from '../../src/services/ledger-memory.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { capturedIo } from './captured-io.ts';

const crypto = createNodeCrypto();
const HOUR_MS = 3_600_000;

describe('plumbline keys ledger', () => {
  let root: string;
  let store: Store;
  let ledger: Ledger;
  let nowMs = Date.now();
  const keys = (name = '') => join(root, 'data', 'ledger-keys', name);

  beforeEach(async () => {
    nowMs = Date.now();
    root = mkdtempSync(join(tmpdir(), 'keys-ledger-'));
    store = await openStore({ url: join(root, 'data', 'plumbline.db') });
    ledger = await openLedger();
    await publish();
  });
  afterEach(async () => {
    await store.close();
    rmSync(root, { recursive: true });
  });

  const openLedger = () =>
    Ledger.open({
      stores: store.ledger,
      crypto,
      keysDir: keys(),
      memory: new CheckpointMemory(join(root, 'data', 'newest-checkpoint')),
      settings: {
        origin: 'keys.example/log',
        defaultOrigin: () => 'keys.example/log',
        postQuantum: 'none',
        witness: { quorum: 0, keys: [] },
      },
      constitution: { version: '1.8', hash: 'c'.repeat(64) },
      nowMs: () => nowMs,
      newId: (prefix) => prefix + ulid(Date.now(), crypto.sha256(Buffer.from(String(Math.random()))).subarray(0, 10)),
    });

  const logSigners = () => ledger.logSigners().map(({ keyId }) => keyId);

  const publish = () =>
    store.ledger.chain.checkpoints.publish(
      (tree) => signCheckpoint({ origin: 'keys.example/log', ...tree }, ledger.logSigners(), crypto),
      Date.now(),
    );

  async function run(...args: string[]) {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: join(root, 'data') });
    const code = await runKeys(['ledger', ...args], io);
    return { code, out: io.out(), err: io.err() };
  }

  /** The first council, which also names a further log key. */
  async function acceptPolicyWith(next: ReturnType<typeof readKeyFile>, alone = false): Promise<void> {
    const [council, authority] = [
      writeNewKeyFile(join(root, 'council.pem')),
      writeNewKeyFile(join(root, 'bridge.pem')),
    ];
    const { policy, sha256 } = ledger.governance.current;
    const roleWith = (...signers: (typeof next)[]) => ({
      threshold: 1,
      keys: signers.map((signer) => policyKeyText(signerKey(signer))),
    });
    const log = { threshold: 1, keys: [...(alone ? [] : policy.roles.log.keys), policyKeyText(signerKey(next))] };
    const roles = { ...policy.roles, council: roleWith(council), authority: roleWith(authority), log };
    const not_before = timestampOf(Date.now());
    const later: Policy = { ...policy, epoch: 1, not_before, roles, prev_policy_sha256: sha256 };
    const statement = policyStatement({ log_origin: ledger.origin, policy: later }, ledger.salt(), crypto);
    const facts = { type: 'policy', subject: 'policy_1', atMs: Date.now() };
    await ledger.append(signedUnit(facts, statement, [council, authority, ledger.signer('anchor')], crypto));
  }

  it('lists a missing key as missing, and fails where the policy asks for it', async () => {
    renameSync(keys('test-issuer.pem'), keys('aside'));
    const spare = await run('list');
    expect([spare.code, spare.out]).toEqual([0, expect.stringMatching(/^test-issuer +ed25519 +missing$/m)]);
    renameSync(keys('issuer.pem'), keys('aside'));
    const lost = await run('list', '--json');
    expect([lost.code, JSON.parse(lost.out).problems]).toEqual([1, [expect.stringContaining('issuer key is missing')]]);
  });

  it('lists every key with its role in the policy in force', async () => {
    const { code, out } = await run('list');
    expect(code).toBe(0);
    expect(out).toContain(`log              ed25519    log           ${ledger.ownKey('log')?.keyId}`);
    expect(out).toMatch(/test-issuer +ed25519 +in no policy/);
    chmodSync(keys('anchor.pem'), 0o644);
    const open = await run('list', '--json');
    expect(open.code).toBe(1);
    expect(JSON.parse(open.out).problems).toEqual([expect.stringContaining('anchor.pem is open to others')]);
  });

  it('puts a rotation on record under both keys; both sign once a policy names both [ledger-rotation]', async () => {
    const old = ledger.ownKey('log')?.keyId;
    const { code, out, err } = await run('rotate', 'log', '--reason', 'yearly');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('entry 3: log key');
    expect(statSync(keys('log.next.pem')).mode & 0o777).toBe(0o600);
    expect(readFileSync(keys('log.next.pem.pub'), 'utf8')).toContain('BEGIN PUBLIC KEY');
    expect((await run('rotate', 'log', '--reason', 'yearly')).out).toContain('entry 3: ');
    expect((await store.ledger.chain.head()).size).toBe(4);
    expect((await run('activate', 'log')).err).toContain('does not name');
    const next = readKeyFile(keys('log.next.pem'));
    await acceptPolicyWith(next);
    await ledger.follow();
    expect(logSigners()).toEqual([old, next.keyId]);
    expect((await run('list')).out).toMatch(/log \(next\) +ed25519 +log/);
    expect((await run('activate', 'log')).code).toBe(0);
    expect(existsSync(keys('log.next.pem'))).toBe(false);
    expect(statSync(keys('log.former.pem')).mode & 0o777).toBe(0o600);
    expect((await run('list')).out).toMatch(/log \(former\) +ed25519 +log/);
    ledger = await openLedger();
    expect([ledger.refusal, ledger.ownKey('log')?.keyId]).toEqual([null, next.keyId]);
    expect(next.keyId).not.toBe(old);
    expect(logSigners()).toEqual([next.keyId, old]);
    await publish();
    const note = (await store.ledger.chain.checkpoints.newest())?.note ?? '';
    const verifiers = [ledger.ownKey('log') as Signer, readKeyFile(keys('log.former.pem'))].flatMap(
      (key) => logVerifier(logVerifierKey(ledger.origin, signerKey(key), crypto), crypto) ?? [],
    );
    // Whoever has pinned either key alone can read it.
    for (const verifier of verifiers) expect(checkNote(note, [verifier]).verified).toHaveLength(1);
    expect(verifiers).toHaveLength(2);
    const report = (await verifyStoredLedger(store.ledger))?.report;
    expect(report?.verdict).toBe('VALID');
    expect(report?.checks.find(({ name }) => name === 'key_rotations')?.ok).toBe(true);
  });

  it('lets the former log key sign until the day that was announced, and not where no rotation names it', async () => {
    const old = ledger.ownKey('log')?.keyId;
    await run('rotate', 'log', '--reason', 'yearly', '--overlap-days', '2');
    const next = readKeyFile(keys('log.next.pem'));
    await acceptPolicyWith(next);
    await run('activate', 'log');
    nowMs = Date.now() + 47 * HOUR_MS;
    ledger = await openLedger();
    expect(logSigners()).toEqual([next.keyId, old]);
    nowMs += 2 * HOUR_MS;
    expect(logSigners()).toEqual([next.keyId]);
    await publish();
    expect((await verifyStoredLedger(store.ledger))?.report.verdict).toBe('VALID');
    await store.ledger.chain.write({ rows: [{ kind: 'erased', seq: 3, atMs: nowMs }] });
    nowMs = Date.now();
    expect(logSigners()).toEqual([next.keyId, old]);
    ledger = await openLedger();
    expect(logSigners()).toEqual([next.keyId]);
  });

  it('goes on with the next log key where a policy has dropped the one in place', async () => {
    await run('rotate', 'log', '--reason', 'lost trust');
    const next = readKeyFile(keys('log.next.pem'));
    await acceptPolicyWith(next, true);
    await ledger.follow();
    expect([ledger.refusal, logSigners()]).toEqual([null, [next.keyId]]);
    ledger = await openLedger();
    expect([ledger.refusal, logSigners()]).toEqual([null, [next.keyId]]);
  });

  it('writes the rotation to a file for the service to take, instead of into the ledger', async () => {
    const file = join(root, 'rotation.json');
    const { code, out } = await run('rotate', 'issuer', '--reason', 'yearly', '--out', file);
    expect(code).toBe(0);
    expect(out).toContain(`plumbline ratify submit ${file}`);
    expect((await store.ledger.chain.head()).size).toBe(3);
    const envelope = parseEnvelope(JSON.parse(readFileSync(file, 'utf8')));
    const rotation = rotationOf(parseStatementOf('key', envelopePayload(envelope)), crypto);
    const signers = [signerKey(ledger.ownKey('issuer') as Signer), rotation.newKey as PublicKey];
    expect(verifyEnvelope(envelope, signers, crypto).map(({ status }) => status)).toEqual(['valid', 'valid']);
    const { chain } = ledger.governance;
    expect(judgeRotation(rotation, signers, chain, ledger.origin, crypto)).toEqual({ ok: true });
    expect((await run('rotate', 'issuer', '--reason', 'yearly', '--out', file)).code).toBe(1);
  });

  it('records nothing on a ledger that is behind what it signed for, or with a key that is not its own', async () => {
    const memory = join(root, 'data', 'newest-checkpoint');
    const ahead = { origin: ledger.origin, size: 99, root: new Uint8Array(32) };
    writeFileSync(memory, signCheckpoint(ahead, ledger.logSigners(), crypto));
    expect((await run('rotate', 'log', '--reason', 'x')).err).toContain('the ledger holds 3 entries, fewer than');
    rmSync(memory);
    rmSync(keys('issuer.pem'));
    writeNewKeyFile(keys('issuer.pem'));
    expect((await run('rotate', 'issuer', '--reason', 'x')).err).toContain('is not one that the policy in force names');
    expect((await store.ledger.chain.head()).size).toBe(3);
    expect(existsSync(keys('log.next.pem'))).toBe(false);
  });

  it('says what is wrong in how it was called', async () => {
    expect((await run('rotate', 'king', '--reason', 'x')).code).toBe(2);
    expect((await run('rotate', 'log')).err).toContain('--reason');
    expect((await run('rotate', 'log', '--reason', 'x', '--overlap-days', '0')).code).toBe(2);
    expect((await run('activate', 'log')).err).toContain('no rotation of the log key is under way');
    expect((await run()).code).toBe(2);
  });
});
