// SPDX-License-Identifier: Apache-2.0
/** The whole life of a certificate, through the real service: from PREVIEW to anchored to revoked. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { verifyFile } from '@plumbline/core/ledger/verify-file.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/test-database.ts';
import { openStore } from '../../src/store/open.ts';
import { past } from '../store/tampering.ts';
import {
  anchorKey,
  BRIDGE,
  COUNCIL,
  crypto,
  installCouncil,
  listed,
  nextPolicy,
  QUORUM,
  STRANGER,
  sign,
  submit,
  termsOf,
  window,
} from './council.ts';
import { issueKey, post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const NARROW = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };

const certify = async (app: TestApp) => (await post(app, '/api/v1/certify', PAIR)).json().data;
const verify = async (app: TestApp, id: string) =>
  (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;
const get = async (app: TestApp, url: string) => (await app.context.app.inject(url)).json().data;
const refusedBecause = async (answer: ReturnType<typeof submit>) => {
  const { statusCode, body } = await answer;
  return [statusCode, JSON.parse(body).error?.reason ?? JSON.parse(body).error?.code];
};

describe.each(['SQLite', 'PostgreSQL'])('a certificate on %s', (driver) => {
  let app: TestApp;
  let drop = async () => {};
  let url = '';
  beforeAll(async () => {
    if (driver === 'SQLite') {
      app = await startApp(NARROW);
      url = join(app.dataDir, 'plumbline.db');
      return;
    }
    const database = await testDatabase();
    drop = database.drop;
    url = database.url;
    app = await startApp(NARROW, { store: await openStore({ url: database.url }) });
  });
  afterAll(async () => {
    await app.close();
    await drop();
  });

  it('lives from PREVIEW to anchored to revoked, and each step can be checked [ratify-life]', async () => {
    const preview = await certify(app);
    expect(await verify(app, preview.certificate_id)).toMatchObject({ verified: false, reason: 'preview' });
    const gated = await post(app, '/api/v1/verify?format=iron', { certificate: preview.envelope });
    expect([gated.statusCode, gated.json().error.code]).toEqual([403, 'gated']);

    expect((await installCouncil(app)).json().data).toMatchObject({ kind: 'policy', status: 'accepted', index: 3 });
    expect(await termsOf(app)).toMatchObject({ policy_epoch: 1 });

    const ratified = await submit(app, await listed(app, [preview]));
    expect(ratified.statusCode).toBe(201);
    expect(ratified.json().data).toMatchObject({
      kind: 'ratification',
      status: 'accepted',
      certificates: [{ certificate_id: preview.certificate_id, anchored: true, index: 5 }],
    });

    const report = await verify(app, preview.certificate_id);
    expect(report).toMatchObject({ verified: true, state: 'anchored', reason: 'anchored', signature_valid: true });
    expect(report.chain_evidence).toMatchObject({ block_index: 5, inclusion: { index: 5 } });
    expect(report.checks.filter(({ ok }: { ok: boolean | null }) => ok === false)).toEqual([]);

    const bundle = await post(app, '/api/v1/verify?format=iron', { certificate: preview.envelope });
    const { log_origin: origin, genesis } = await termsOf(app);
    const trust = { origin, genesis, vkeys: [], issuerKeys: [], anchorKey: null };
    const offline = verifyFile(bundle.body, trust, { nowMs: Date.now(), ...PAIR }, crypto);
    expect(offline.checks.filter(({ ok }) => ok === false)).toEqual([]);
    expect(offline.verified).toBe(true);
    const tampered = verifyFile(bundle.body, { ...trust, genesis: '0'.repeat(64) }, { nowMs: null }, crypto);
    expect(tampered.verified).toBe(false);

    const key = await issueKey(app, 'standard', ['ledger:anchor']);
    const revoke = { certificate_id: preview.certificate_id, reason: 'issued_in_error' };
    const authorization = `Bearer ${key}`;
    const revoked = await post(app, '/api/v1/revocations', revoke, { authorization });
    expect(revoked.statusCode).toBe(201);
    expect(await verify(app, preview.certificate_id)).toMatchObject({
      verified: false,
      state: 'revoked',
      reason: 'revoked',
    });
    const later = await post(app, '/api/v1/verify?format=iron', { certificate: preview.envelope });
    expect([later.statusCode, later.headers['certificate-state']]).toEqual([200, 'revoked']);
    expect(bundle.headers).not.toHaveProperty('certificate-state');
    const twice = await post(app, '/api/v1/revocations', revoke, { authorization });
    expect([twice.statusCode, twice.json().error.code]).toEqual([409, 'state_conflict']);
    expect(await get(app, '/api/ironledger/verify')).toMatchObject({ canonical_spine_valid: true, verdict: 'VALID' });
  });

  it('is proven by a sigstore bundle and by a tlog-proof as well [ratify-bundles]', async () => {
    const certificate = await certify(app);
    await submit(app, await listed(app, [certificate]));
    const { log_origin: origin, genesis } = await termsOf(app);
    const vkeys = (await app.context.app.inject('/log/keys.txt')).body.trim().split('\n');
    const trust = { origin, genesis, vkeys, issuerKeys: [], anchorKey: anchorKeyOf(app) };
    for (const format of ['sigstore', 'tlog-proof']) {
      const answer = await post(app, `/api/v1/verify?format=${format}`, { certificate: certificate.envelope });
      const report = verifyFile(answer.body, trust, { nowMs: null }, crypto);
      expect([format, report.checks.filter(({ ok }) => ok === false), report.verified]).toEqual([format, [], true]);
    }
  });

  it('issued inside a ratified window is anchored at once, with its proof [ratify-window]', async () => {
    const before = await certify(app);
    const now = app.context.ledger.nowMs();
    const answer = await submit(app, await window(app, now - 60_000, now + 3_600_000));
    expect(answer.statusCode).toBe(201);
    expect(await verify(app, before.certificate_id)).toMatchObject({ verified: true, state: 'anchored' });
    const inside = await post(app, '/api/v1/certify', PAIR, { 'idempotency-key': `window ${driver}` });
    const { data } = inside.json();
    expect(data).toMatchObject({ state: 'anchored', chain_anchor: { index: expect.any(Number) } });
    expect(data.chain_proof).toMatchObject({ index: data.chain_anchor.index, leaf: data.chain_anchor.block_hash });
    expect(await verify(app, data.certificate_id)).toMatchObject({ verified: true });
    const again = await post(app, '/api/v1/certify', PAIR, { 'idempotency-key': `window ${driver}` });
    expect(again.body).toBe(inside.body);
    const { key } = await app.context.keys.issue({ tier: 'standard', label: 'test', environment: 'test' });
    const test = (await post(app, '/api/v1/certify', PAIR, { authorization: `Bearer ${key}` })).json().data;
    expect(test).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
  });

  it('is superseded by another, and says by which [revoke]', async () => {
    const [older, newer] = [await certify(app), await certify(app)];
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const body = { certificate_id: older.certificate_id, reason: 'superseded', superseded_by: newer.certificate_id };
    expect((await post(app, '/api/v1/revocations', body, { authorization })).statusCode).toBe(201);
    expect(await verify(app, older.certificate_id)).toMatchObject({ state: 'revoked', reason: 'superseded' });
    const plain = `Bearer ${await issueKey(app, 'standard')}`;
    expect((await post(app, '/api/v1/revocations', body, { authorization: plain })).statusCode).toBe(403);
  });

  it('is not superseded by one that is revoked, so that no circle can be [revoke]', async () => {
    const [first, second, third] = [await certify(app), await certify(app), await certify(app)];
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const supersede = async (older: { certificate_id: string }, newer: { certificate_id: string }) => {
      const names = { certificate_id: older.certificate_id, superseded_by: newer.certificate_id };
      const answer = await post(app, '/api/v1/revocations', { reason: 'superseded', ...names }, { authorization });
      return [answer.statusCode, answer.json().error?.code];
    };
    expect(await supersede(first, second)).toEqual([201, undefined]);
    expect(await supersede(second, first)).toEqual([409, 'state_conflict']);
    // At once, in whichever order they are taken: never both.
    const both = await Promise.all([supersede(second, third), supersede(third, second)]);
    expect(both.map(([status]) => status).sort()).toEqual([201, 409]);
  });

  it('that is revoked stays so, whatever is written into its row [revoke-entries]', async () => {
    const [revoked, newer] = [await certify(app), await certify(app)];
    await submit(app, await listed(app, [revoked]));
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const names = { certificate_id: revoked.certificate_id, superseded_by: newer.certificate_id };
    await post(app, '/api/v1/revocations', { reason: 'superseded', ...names }, { authorization });
    const reset = `UPDATE certificate SET revoked_seq = NULL, superseded_by = NULL WHERE id = '${revoked.certificate_id}'`;
    expect(await past(url, reset)).toBe(1);
    const report = await verify(app, revoked.certificate_id);
    expect(report).toMatchObject({ verified: false, state: 'revoked', reason: 'superseded' });
    expect(report.checks.find(({ name }: { name: string }) => name === 'not_revoked').detail).toContain(
      `superseded by ${newer.certificate_id} in entry`,
    );
  });
});

const anchorKeyOf = (app: TestApp) => {
  const { algorithm, publicKeyRaw } = anchorKey(app);
  return { algorithm, raw: publicKeyRaw };
};

describe('what is refused', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(NARROW);
  });
  afterAll(() => app.close());

  it('before there is a council, everything [ratify-refusals]', async () => {
    const certificate = await certify(app);
    expect(await refusedBecause(submit(app, await listed(app, [certificate])))).toEqual([409, 'unknown_signer']);
  });

  it('a first council that the data folder has not signed [ratify-first-council]', async () => {
    const usurper = sign(await nextPolicy(app), [COUNCIL[0], COUNCIL[1], BRIDGE]);
    expect(await refusedBecause(submit(app, usurper))).toEqual([409, 'anchor_missing']);
    expect((await installCouncil(app)).statusCode).toBe(201);
  });

  it('too few, strangers, doubles, bad signatures, other logs [ratify-refusals]', async () => {
    const certificate = await certify(app);
    const cases = [
      [await listed(app, [certificate], [COUNCIL[0], BRIDGE]), 'threshold'],
      [await listed(app, [certificate], [COUNCIL[0], COUNCIL[1]]), 'authority_missing'],
      [await listed(app, [certificate], [...QUORUM, STRANGER]), 'unknown_signer'],
      [await listed(app, [certificate], [COUNCIL[0], COUNCIL[0], BRIDGE]), 'duplicate_signer'],
      [await listed(app, [certificate], QUORUM, { log_origin: 'another.example/log' }), 'wrong_log'],
      [await listed(app, [certificate], QUORUM, { expires: '2026-01-01T00:00:00.000Z' }), 'expired'],
      [await listed(app, [certificate], QUORUM, { epoch: 0 }), 'epoch'],
      [await listed(app, [certificate], QUORUM, { policy_sha256: 'a'.repeat(64) }), 'policy'],
      [await listed(app, [certificate], [COUNCIL[0], COUNCIL[1]], { decision: 'reject' }), 'rejected'],
      [await listed(app, [{ ...certificate, certificate_id: `cert_${'0'.repeat(26)}` }]), 'unknown_certificate'],
    ] as const;
    for (const [envelope, reason] of cases) expect(await refusedBecause(submit(app, envelope))).toEqual([409, reason]);
    const whole = await listed(app, [certificate]);
    const broken = {
      ...whole,
      signatures: whole.signatures.map((one, i) => (i === 0 ? { ...one, sig: whole.signatures[1]?.sig ?? '' } : one)),
    };
    expect((await submit(app, broken)).statusCode).toBe(409);
    expect(await verify(app, certificate.certificate_id)).toMatchObject({ state: 'PREVIEW' });
    const junk = { payload: 'e30=', payloadType: 'application/vnd.in-toto+json', signatures: [] };
    expect(await refusedBecause(submit(app, junk))).toEqual([400, 'invalid_value']);
  });

  it('members that mean nothing to the ledger, in a policy or a ratification [ratify-members]', async () => {
    const certificate = await certify(app);
    const refused = async (envelope: Parameters<typeof submit>[1]) => (await submit(app, envelope)).json().error;
    const odd = await listed(app, [certificate], QUORUM, { scope: 'all of it' } as object);
    expect(await refused(odd)).toMatchObject({
      code: 'invalid_value',
      detail: 'ratification: has a member "scope" that is not known here',
    });
    const { policy } = await termsOf(app);
    for (const [changes, member] of [
      [{ emergency: true }, 'emergency'],
      [{ witness: { ...policy.witness, optional: true } }, 'witness.optional'],
      [{ roles: { ...policy.roles, log: { ...policy.roles.log, until: null } } }, 'roles.log.until'],
    ] as const) {
      const next = sign(await nextPolicy(app, changes as object), QUORUM);
      expect(await refused(next)).toMatchObject({ detail: `policy: has a member "${member}" that is not known here` });
    }
    expect((await termsOf(app)).policy_epoch).toBe(1);
  });

  it('a ratification that was accepted before [ratify-refusals]', async () => {
    const [first, second] = [await certify(app), await certify(app)];
    const envelope = await listed(app, [first], QUORUM, { nonce: 'a-nonce-that-is-used-twice' });
    expect((await submit(app, envelope)).statusCode).toBe(201);
    expect(await refusedBecause(submit(app, envelope))).toEqual([409, 'replayed']);
    const again = await listed(app, [second], QUORUM, { nonce: 'a-nonce-that-is-used-twice' });
    expect(await refusedBecause(submit(app, again))).toEqual([409, 'replayed']);
  });

  it('whatever the authority has vetoed [ratify-refusals]', async () => {
    const certificate = await certify(app);
    const veto = await submit(app, await listed(app, [certificate], [BRIDGE], { decision: 'reject' }));
    expect([veto.statusCode, veto.json().data.status]).toEqual([201, 'veto_recorded']);
    expect(await refusedBecause(submit(app, await listed(app, [certificate])))).toEqual([409, 'vetoed']);
    expect(await verify(app, certificate.certificate_id)).toMatchObject({ state: 'PREVIEW', reason: 'vetoed' });
  });

  it('a list with a certificate out of a window that the authority has vetoed [ratify-refusals]', async () => {
    const [inside, other] = [await certify(app), await certify(app)];
    const atMs = Date.parse(inside.issued_at);
    const isApart = Date.parse(other.issued_at) > atMs;
    expect(isApart).toBe(true);
    const veto = await submit(app, await window(app, atMs, atMs + 1, [BRIDGE], { decision: 'reject' }));
    expect(veto.json().data.status).toBe('veto_recorded');
    expect(await refusedBecause(submit(app, await listed(app, [other, inside])))).toEqual([409, 'vetoed']);
    const report = await verify(app, inside.certificate_id);
    expect(report).toMatchObject({ verified: false, state: 'PREVIEW', reason: 'vetoed' });
    const anchored = report.checks.find(({ name }: { name: string }) => name === 'anchored');
    expect(anchored.detail).toContain('the authority has vetoed it');
    expect((await submit(app, await listed(app, [other]))).statusCode).toBe(201);
  });

  it('what was signed under an older epoch [ratify-refusals]', async () => {
    const certificate = await certify(app);
    const old = await listed(app, [certificate]);
    const next = sign(await nextPolicy(app), [COUNCIL[0], COUNCIL[1], BRIDGE]);
    expect((await submit(app, next)).json().data).toMatchObject({ kind: 'policy' });
    expect(await refusedBecause(submit(app, old))).toEqual([409, 'epoch']);
    expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
  });

  it('a window of the policy before, and certify and verify say so [ratify-epoch-window]', async () => {
    const now = app.context.ledger.nowMs();
    expect((await submit(app, await window(app, now - 60_000, now + 3_600_000))).statusCode).toBe(201);
    expect(await certify(app)).toMatchObject({ state: 'anchored' });
    const { policy_epoch: epoch } = await termsOf(app);
    expect((await submit(app, sign(await nextPolicy(app), QUORUM))).statusCode).toBe(201);
    const why = `its window belongs to policy ${epoch}, and policy ${epoch + 1} has ended it`;
    for (const headers of [{}, { 'idempotency-key': 'ended-1' }]) {
      const { data, meta } = (await post(app, '/api/v1/certify', PAIR, headers)).json();
      expect(data).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
      expect(meta.warnings).toEqual([{ code: 'window_ended', detail: expect.stringContaining(why) }]);
      const report = await verify(app, data.certificate_id);
      expect(report).toMatchObject({ verified: false, reason: 'preview' });
      const { detail } = report.checks.find(({ name }: { name: string }) => name === 'anchored');
      expect(detail).toContain(why);
    }
  });

  it('a setting that would stand in for signatures [ratify-flag]', async () => {
    const dataDir = temporaryFolder();
    const flag = { ...NARROW, PLUMBLINE_LEDGER_REQUIRE_ANCHORED: 'true' };
    try {
      await expect(startApp(flag, {}, dataDir)).rejects.toThrow(/council and authority decide/);
      const open = await startApp(NARROW, {}, dataDir);
      await installCouncil(open);
      const now = open.context.ledger.nowMs();
      expect((await submit(open, await window(open, now - 1_000, now + 3_600_000))).statusCode).toBe(201);
      await open.close();
      const anchored = await startApp(flag, {}, dataDir);
      expect(await certify(anchored)).toMatchObject({ state: 'anchored' });
      await anchored.close();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
