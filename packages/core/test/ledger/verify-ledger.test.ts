// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { Pins } from '../../src/ledger/check-checkpoint.ts';
import { signCheckpoint } from '../../src/ledger/checkpoint.ts';
import { entryHeaderBytes, parseEntryHeader } from '../../src/ledger/entry.ts';
import type { LedgerCheckName, LedgerReport, VerifiedPrefix } from '../../src/ledger/ledger-report.ts';
import { type Policy, policyKeyText, policySha256 } from '../../src/ledger/policy.ts';
import { type LedgerSource, verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { signerKey } from '../../src/seal/crypto.ts';
import type { DsseEnvelope } from '../../src/seal/dsse.ts';
import {
  type ErasurePredicate,
  erasureStatement,
  keyStatement,
  revocationStatement,
  supersessionStatement,
} from '../../src/seal/ledger-statements.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { testSigner } from '../seal/test-keys.ts';
import { anchored, listed, QUORUM, termsAt } from './anchored.ts';
import {
  crypto,
  freshLog,
  governedLog,
  issue,
  KEYS,
  nonceOf,
  ORIGIN,
  POLICY_1,
  START_MS,
  saltOf,
  type TestLog,
} from './test-log.ts';

interface Overrides {
  readonly headers?: readonly Uint8Array[];
  readonly statements?: (seq: number) => DsseEnvelope | null;
  readonly newest?: string | null;
  readonly older?: readonly string[];
  readonly withoutTiles?: boolean;
  readonly batch?: number;
}

function sourceOf(log: TestLog, overrides: Overrides = {}): LedgerSource {
  const headers = overrides.headers ?? log.headers;
  const size = overrides.batch ?? 7;
  const source: LedgerSource = {
    async *entries(from) {
      for (let at = from; at < headers.length; at += size) yield headers.slice(at, at + size);
    },
    newestCheckpoint: async () =>
      overrides.newest === undefined ? (log.checkpoints.at(-1) ?? null) : overrides.newest,
    async *checkpoints(from) {
      const sized = (overrides.older ?? log.checkpoints.slice(0, -1)).map(
        (note) => [Number(note.split('\n')[1]), note] as const,
      );
      yield* sized.filter(([checkpointSize]) => checkpointSize >= from).map(([, note]) => note);
    },
    statement: async (seq) => (overrides.statements ? overrides.statements(seq) : (log.statements[seq] ?? null)),
  };
  return overrides.withoutTiles ? source : { ...source, tiles: log.tiles };
}

const pinsOf = (log: TestLog): Pins => ({ origin: ORIGIN, genesis: log.genesis, vkeys: [] });
const run = (log: TestLog, overrides: Overrides = {}, from?: VerifiedPrefix) =>
  verifyLedger({ source: sourceOf(log, overrides), pins: pinsOf(log), from }, crypto);
const failing = ({ checks }: LedgerReport) => checks.filter(({ ok }) => ok === false).map(({ name }) => name);
const check = ({ checks }: LedgerReport, name: LedgerCheckName) => checks.find((one) => one.name === name);

/** A life with several checkpoints, long enough for a full tile. */
function longLog(): TestLog {
  const { log } = anchored();
  while (log.size < 300) {
    log.heartbeat();
    if (log.size % 50 === 0) log.publish();
  }
  log.heartbeat();
  log.publish();
  return log;
}

const whole = longLog();

describe('verifyLedger', () => {
  it('finds a whole log valid, every part by name', async () => {
    const progress: [number, number | null][] = [];
    const report = await verifyLedger(
      { source: sourceOf(whole), pins: pinsOf(whole), onProgress: (done, total) => progress.push([done, total]) },
      crypto,
    );
    expect(failing(report)).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'VALID',
      canonicalSpineValid: true,
      size: 301,
      checkpointSize: 301,
      firstError: null,
    });
    expect(report.root).toEqual(whole.frontier.root());
    expect(check(report, 'tiles')?.detail).toBe('3 checked');
    expect(check(report, 'checkpoint_roots')?.detail).toBe(`${whole.checkpoints.length} checked`);
    expect(check(report, 'key_rotations')).toMatchObject({ ok: null, detail: 'nothing to check' });
    expect(progress.at(-1)).toEqual([301, 301]);
  });

  it('goes on from a verified prefix, at every size, to the same result', async () => {
    const { log } = anchored();
    const head = await run(log);
    const prefix = head.prefix as VerifiedPrefix;
    expect((await run(log, {}, prefix)).verdict).toBe('VALID');
    for (let i = 0; i < 3; i++) log.heartbeat();
    log.publish();
    const report = await run(log, {}, prefix);
    expect(report).toMatchObject({ verdict: 'VALID', size: log.size, root: log.frontier.root() });
  });

  it('names the entry whose byte was flipped', async () => {
    for (const seq of [0, 1, 150, 299]) {
      const headers = [...whole.headers];
      const { subject, ...rest } = parseEntryHeader(headers[seq] as Uint8Array);
      headers[seq] = entryHeaderBytes({ ...rest, subject: `${subject}x` });
      const report = await run(whole, { headers });
      expect(report).toMatchObject({ verdict: 'BROKEN', canonicalSpineValid: false });
      // The header after it names the hash that was, and so does the tile.
      expect(report.firstError).toMatchObject({ firstFailingSeq: seq });
      expect(check(report, 'prev_hashes')).toMatchObject({ ok: false, firstFailingSeq: seq });
      expect(check(report, 'tiles')).toMatchObject({ ok: false, firstFailingSeq: seq });
      expect(failing(report)).toContain('checkpoint_roots');
    }
    const headers = whole.headers.map((header, seq) =>
      seq === 17 ? header.map((byte, at) => (at === 3 ? byte ^ 1 : byte)) : header,
    );
    expect(check(await run(whole, { headers }), 'entry_form')).toMatchObject({ ok: false, firstFailingSeq: 17 });
  });

  it('names the entry that points elsewhere where the tile agrees with the one before, and both without a tile', async () => {
    const headers = [...whole.headers];
    const header = parseEntryHeader(headers[150] as Uint8Array);
    headers[150] = entryHeaderBytes({ ...header, prev: 'ab'.repeat(32) });
    const report = await run(whole, { headers });
    expect(check(report, 'prev_hashes')).toMatchObject({ firstFailingSeq: 150, observed: 'ab'.repeat(32) });
    headers[150] = whole.headers[150] as Uint8Array;
    const before = parseEntryHeader(headers[149] as Uint8Array);
    headers[149] = entryHeaderBytes({ ...before, ts: '2026-01-01T00:00:00.001Z' });
    expect(check(await run(whole, { headers }), 'prev_hashes')).toMatchObject({ firstFailingSeq: 149 });
    expect(check(await run(whole, { headers, withoutTiles: true }), 'prev_hashes')).toMatchObject({
      firstFailingSeq: 150,
    });
  });

  it('names an entry at the end of a tile, whose hash was compared before its successor was read', async () => {
    const headers = [...whole.headers];
    headers[255] = entryHeaderBytes({ ...parseEntryHeader(headers[255] as Uint8Array), subject: 'other' });
    expect((await run(whole, { headers })).firstError).toMatchObject({ name: 'prev_hashes', firstFailingSeq: 255 });
  });

  it('sees deleted, repeated and reordered entries, and a cut tail', async () => {
    const deleted = whole.headers.filter((_, seq) => seq !== 40);
    expect(check(await run(whole, { headers: deleted }), 'seq_contiguous')).toMatchObject({
      ok: false,
      firstFailingSeq: 40,
    });
    const repeated = whole.headers.flatMap((header, seq) => (seq === 40 ? [header, header] : [header]));
    expect(check(await run(whole, { headers: repeated }), 'seq_contiguous')).toMatchObject({ firstFailingSeq: 41 });
    const [a, b] = [whole.headers[40] as Uint8Array, whole.headers[41] as Uint8Array];
    const reordered = whole.headers.map((header, seq) => (seq === 40 ? b : seq === 41 ? a : header));
    expect(check(await run(whole, { headers: reordered }), 'prev_hashes')).toMatchObject({ firstFailingSeq: 40 });
    const cut = await run(whole, { headers: whole.headers.slice(0, 290) });
    expect(check(cut, 'checkpoint_roots')).toMatchObject({
      ok: false,
      firstFailingSeq: 290,
      expected: '300',
      observed: '290',
    });
  });

  it('sees a rollback against a checkpoint that somebody remembers', async () => {
    const { log } = anchored();
    const remembered = [...log.checkpoints];
    log.heartbeat();
    remembered.push(log.publish());
    const back = {
      headers: log.headers.slice(0, 18),
      newest: log.checkpoints[0] as string,
      older: remembered.slice(0, 1),
    };
    expect((await run(log, back)).verdict).toBe('VALID');
    const report = await run(log, { ...back, newest: remembered[1] as string });
    expect(failing(report)).toEqual(['checkpoint_roots']);
  });

  it('sees a forked root, a checkpoint by a stranger and one that is none', async () => {
    const fork = signCheckpoint({ origin: ORIGIN, size: 200, root: new Uint8Array(32) }, [KEYS.log], crypto);
    expect(failing(await run(whole, { older: [fork] }))).toEqual(['checkpoint_roots']);
    const stranger = signCheckpoint(whole.checkpointNow(), [KEYS.stranger], crypto);
    expect(failing(await run(whole, { newest: stranger }))).toEqual(['checkpoint_signatures']);
    expect(failing(await run(whole, { newest: 'no note' }))).toContain('checkpoint_signatures');
    const elsewhere = signCheckpoint({ ...whole.checkpointNow(), origin: 'other.example/log' }, [KEYS.log], crypto);
    expect(failing(await run(whole, { newest: elsewhere }))).toEqual(['checkpoint_signatures']);
  });

  it('names a tile with a flipped byte, and a missing one', async () => {
    const log = longLog();
    const full = log.tiles.rows.get('0/0/256') as Uint8Array;
    log.tiles.rows.set(
      '0/0/256',
      full.map((byte, at) => (at === 5000 ? byte ^ 1 : byte)),
    );
    expect((await run(log)).firstError).toMatchObject({
      name: 'tiles',
      firstFailingSeq: 156,
      detail: 'tile 0/0, 256 wide: has another hash at 156',
    });
    log.tiles.rows.delete('0/0/256');
    expect(check(await run(log), 'tiles')?.detail).toBe('tile 0/0, 256 wide: is missing');
  });

  it('never calls a log valid where a part could not be checked', async () => {
    const unknown = async (overrides: Overrides, pins: Partial<Pins> = {}) => {
      const report = await verifyLedger(
        { source: sourceOf(whole, overrides), pins: { ...pinsOf(whole), ...pins } },
        crypto,
      );
      expect(report.verdict).toBe('UNVERIFIED');
      expect(report.canonicalSpineValid).toBe(false);
      return report.checks.filter(({ ok }) => ok === null).map(({ name }) => name);
    };
    expect(await unknown({ withoutTiles: true })).toContain('tiles');
    expect(await unknown({}, { genesis: null })).toContain('genesis_pin');
    expect(await unknown({ newest: null, older: [] })).toContain('checkpoint_roots');
    const vkeys = ['ledger.example/iron+262c2fb0+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c'];
    expect(await unknown({ statements: () => null }, { vkeys })).toEqual([
      'policy_chain',
      'entry_signers',
      'key_rotations',
      'ratifications',
      'revocations',
      'erasures',
    ]);
  });

  it('refuses another genesis, and a second one', async () => {
    const report = await verifyLedger(
      { source: sourceOf(whole), pins: { ...pinsOf(whole), genesis: 'a'.repeat(64) } },
      crypto,
    );
    expect(report.firstError).toMatchObject({ name: 'genesis_pin', firstFailingSeq: 0, expected: 'a'.repeat(64) });
    const log = freshLog();
    log.appendEnvelope('genesis', 'genesis', log.statements[0] as DsseEnvelope, [KEYS.anchor]);
    log.publish();
    expect(check(await run(log), 'policy_chain')).toMatchObject({ ok: false, firstFailingSeq: 3 });
  });

  it('refuses a policy without its thresholds, and entries by another key than the anchor', async () => {
    const log = freshLog();
    log.policy(POLICY_1, [KEYS.anchor, KEYS.council[0], KEYS.authority]);
    log.publish();
    expect(check(await run(log), 'policy_chain')).toMatchObject({ ok: false, firstFailingSeq: 3 });
    const other = freshLog();
    other.appendEnvelope('heartbeat', 'hb', other.statements[2] as DsseEnvelope, [KEYS.anchor]);
    const forged = parseEntryHeader(other.headers[3] as Uint8Array);
    const signatures = [{ signature: new Uint8Array(64), publicKey: signerKey(KEYS.stranger) }];
    const log2 = freshLog();
    log2.push(entryHeaderBytes({ ...forged, signatures }));
    log2.publish();
    expect(check(await run(log2), 'entry_signers')).toMatchObject({ ok: false, firstFailingSeq: 3 });
  });
});

describe('verifyLedger on statements', () => {
  const newLog = testSigner(41);
  const key = (signers: readonly (typeof newLog)[]) => ({
    threshold: 1,
    keys: signers.map((one) => policyKeyText(signerKey(one))),
  });
  const POLICY_2: Policy = {
    ...POLICY_1,
    epoch: 2,
    roles: { ...POLICY_1.roles, log: key([newLog]) },
    prev_policy_sha256: policySha256(POLICY_1, crypto),
  };
  const rotate = (log: TestLog, signers: readonly (typeof newLog)[], role = 'log') => {
    const facts = {
      log_origin: ORIGIN,
      role,
      old_key_id: KEYS.log.keyId,
      new_key_id: newLog.keyId,
      overlap_until: timestampOf(START_MS + 86_400_000),
      reason: 'yearly',
    };
    return log.append({ type: 'key', subject: 'key_log', statement: keyStatement(facts, saltOf(log.size)), signers });
  };

  const erase = (log: TestLog, changes: Partial<ErasurePredicate> = {}) => {
    const facts = {
      log_origin: ORIGIN,
      seq: 3,
      legal_basis: 'order 7 of a court',
      decided_by: 'operator',
      erased_at: timestampOf(START_MS),
      ...changes,
    };
    const statement = erasureStatement(facts, 'a'.repeat(64), saltOf(log.size));
    return log.append({ type: 'erasure', subject: `era_${log.size}`, statement, signers: [KEYS.anchor] });
  };

  const CERT = 'cert_01JD00000000000000000000AA';
  const OTHER = 'cert_01JD00000000000000000000BB';
  const revoke = (log: TestLog, changes: object = {}, subject = CERT) => {
    const facts = { log_origin: ORIGIN, cert_id: CERT, revoked_at: timestampOf(START_MS), reason: 'key_compromise' };
    const statement = revocationStatement({ ...facts, ...changes }, 'a'.repeat(64), saltOf(log.size));
    return log.append({ type: 'revoke', subject, statement, signers: [KEYS.anchor] });
  };
  const supersede = (log: TestLog, superseded_by: string) => {
    const facts = { log_origin: ORIGIN, cert_id: CERT, superseded_by, superseded_at: timestampOf(START_MS) };
    const digests = { older: 'a'.repeat(64), newer: 'b'.repeat(64) };
    const statement = supersessionStatement(facts, digests, saltOf(log.size));
    return log.append({ type: 'revoke', subject: CERT, statement, signers: [KEYS.anchor] });
  };

  it('follows revocations and supersessions, and says of which the statement is not available [ledger-revocations]', async () => {
    const log = governedLog();
    revoke(log);
    const last = supersede(log, OTHER);
    log.publish();
    expect(check(await run(log), 'revocations')).toMatchObject({ ok: true, detail: '2 checked' });
    const without = sourceOf(log, { statements: (seq) => (seq === last ? null : (log.statements[seq] ?? null)) });
    const report = await verifyLedger({ source: without, pins: pinsOf(log) }, crypto);
    expect(check(report, 'revocations')).toMatchObject({
      ok: null,
      detail: `the statement of entry ${last} is not available: withheld, erased or left out`,
    });
    expect(report.verdict, 'the spine needs no payload').toBe('VALID');
  });

  it.each([
    ['another certificate than its entry', (log: TestLog) => revoke(log, {}, OTHER)],
    ['another log', (log: TestLog) => revoke(log, { log_origin: 'other.example/log' })],
    ['no time', (log: TestLog) => revoke(log, { revoked_at: 'yesterday' })],
    ['no reason', (log: TestLog) => revoke(log, { reason: 7 })],
    ['the same certificate in its place', (log: TestLog) => supersede(log, CERT)],
  ])('refuses a revocation of %s', async (_what, add) => {
    const log = governedLog();
    const seq = add(log);
    log.publish();
    expect(check(await run(log), 'revocations')).toMatchObject({ ok: false, firstFailingSeq: seq });
  });

  it('refuses a statement that is not the one of its entry', async () => {
    const log = governedLog();
    const seq = revoke(log);
    log.publish();
    const other = log.statements[0] as DsseEnvelope;
    const source = sourceOf(log, { statements: (at) => (at === seq ? other : (log.statements[at] ?? null)) });
    const report = await verifyLedger({ source, pins: pinsOf(log) }, crypto);
    expect(check(report, 'revocations')).toMatchObject({ ok: false, firstFailingSeq: seq });
  });

  it('tells which payloads were erased by law, and stays valid [ledger-erasure]', async () => {
    const log = governedLog();
    const recordedIn = erase(log);
    log.publish();
    const report = await run(log);
    expect([report.verdict, check(report, 'erasures')?.ok]).toEqual(['VALID', true]);
    expect(report.erasures).toEqual([
      {
        seq: 3,
        recordedIn,
        legalBasis: 'order 7 of a court',
        decidedBy: 'operator',
        erasedAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['an entry that comes later', { seq: 99 }],
    ['no entry', { seq: -1 }],
    ['an entry of another log', { log_origin: 'other.example/log' }],
    ['no time', { erased_at: 'yesterday' }],
  ] as const)('refuses an erasure of %s', async (_what, changes) => {
    const log = governedLog();
    const seq = erase(log, changes);
    log.publish();
    const report = await run(log);
    expect(check(report, 'erasures')).toMatchObject({ ok: false, firstFailingSeq: seq });
    expect(report.erasures).toEqual([]);
  });

  it('follows a rotation: both keys sign it, and from the new policy on only the new key counts', async () => {
    const log = governedLog();
    log.publish();
    rotate(log, [KEYS.log, newLog]);
    log.policy(POLICY_2, [KEYS.council[0], KEYS.council[1], KEYS.authority]);
    log.publish([KEYS.log, newLog]);
    const report = await run(log);
    expect(report.verdict).toBe('VALID');
    expect(check(report, 'key_rotations')?.ok).toBe(true);
    log.heartbeat();
    const late = log.publish([KEYS.log]);
    expect(failing(await run(log, { newest: late }))).toEqual(['checkpoint_signatures']);
  });

  it.each([
    ['only one key signed', [newLog], 'log', 'unsigned_old'],
    ['somebody else signed too', [KEYS.log, newLog, KEYS.stranger], 'log', 'stranger'],
    ['another role is named for', [KEYS.log, newLog], 'issuer', 'not_in_force'],
  ] as const)('refuses a rotation that %s', async (_what, signers, role, reason) => {
    const log = governedLog();
    const seq = rotate(log, signers, role);
    log.publish();
    const found = check(await run(log), 'key_rotations');
    expect(found).toMatchObject({ ok: false, firstFailingSeq: seq, detail: expect.stringContaining(reason) });
  });

  it('reports what follows a withheld policy as unknown, never as wrong', async () => {
    const log = governedLog();
    log.publish();
    rotate(log, [KEYS.log, newLog]);
    const seq = log.policy(POLICY_2, [KEYS.council[0], KEYS.council[1], KEYS.authority]);
    const certificate = issue(7, START_MS);
    const policy = { epoch: 2, policy_sha256: policySha256(POLICY_2, crypto) };
    const ratified = listed(certificate, { ...termsAt(START_MS + 60_000), ...policy });
    log.appendEnvelope('ratification', 'rat_1', ratified, QUORUM);
    log.publish([newLog]);
    log.heartbeat();
    log.publish([newLog]);
    expect(await run(log)).toMatchObject({ verdict: 'VALID' });
    for (const erased of [0, 1, 3, seq]) {
      const statements = (at: number) => (at === erased ? null : (log.statements[at] ?? null));
      const report = await run(log, { statements });
      expect([erased, report.verdict, failing(report)]).toEqual([erased, 'UNVERIFIED', []]);
      expect(report.prefix).toBeNull();
      for (const part of ['policy_chain', 'checkpoint_signatures', 'ratifications'] as const)
        expect(check(report, part)?.detail).toContain(`statement of entry ${erased} is not available`);
      // What needs no policy is still checked, and still found.
      const headers = log.headers.map((header, at) =>
        at === 5 ? header.map((byte, i) => (i === 400 ? byte ^ 1 : byte)) : header,
      );
      expect(await run(log, { statements, headers })).toMatchObject({ verdict: 'BROKEN' });
    }
  });

  it('refuses a ratification that was recorded twice, after a veto, or below the threshold', async () => {
    const attempt = async (...envelopes: DsseEnvelope[]) => {
      const log = governedLog();
      for (const envelope of envelopes) {
        log.appendEnvelope('ratification', `rat_${log.size}`, envelope, [...KEYS.council, KEYS.authority]);
      }
      log.publish();
      return check(await run(log), 'ratifications');
    };
    const certificate = issue(7, START_MS);
    const terms = termsAt(START_MS + 60_000);
    const good = listed(certificate, terms);
    const veto = listed(certificate, { ...terms, decision: 'reject', nonce: nonceOf(2) }, [KEYS.authority]);
    expect(await attempt(good, listed(certificate, { ...terms, nonce: nonceOf(3) }))).toMatchObject({ ok: true });
    expect(await attempt(good, good)).toMatchObject({ ok: false, firstFailingSeq: 5 });
    expect(await attempt(veto)).toMatchObject({ ok: true });
    expect(await attempt(veto, good)).toMatchObject({ ok: false, firstFailingSeq: 5 });
    expect(await attempt(listed(certificate, terms, QUORUM.slice(1)))).toMatchObject({ ok: false, firstFailingSeq: 4 });
  });
});
