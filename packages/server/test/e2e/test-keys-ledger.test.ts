// SPDX-License-Identifier: Apache-2.0
/** Contract 1.4: test keys judge and certify with an issuer of their own, and never reach the live ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCouncil, listed, submit, window } from './council.ts';
import { issueKey, post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const HOUR_MS = 3_600_000;
const ENOUGH = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };

describe('an Authorization at the POSTs of the ledger', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(ENOUGH);
  });
  afterAll(() => app.close());

  it.each([
    ['/api/v1/verify', { certificate: {} }, 400],
    ['/api/v1/ratifications', { envelope: {} }, 400],
    ['/api/v1/revocations', { certificate_id: 'cert_1' }, 401],
  ])(
    '[ledger-credentials] %s refuses one that is no live key, before its body is looked at',
    async (path, body, without) => {
      const revoked = await app.context.keys.issue({ tier: 'standard', label: 'gone', environment: 'live' });
      await app.context.keys.revoke(revoked.record.id);
      for (const [authorization, code] of [
        ['Bearer nonsense', 'credential_malformed'],
        ['Basic abc', 'scheme_unsupported'],
        [`Bearer ${revoked.key}`, 'credential_revoked'],
      ] as const) {
        const refused = await post(app, path, body, { authorization });
        expect([refused.statusCode, refused.json().error.code], authorization).toEqual([401, code]);
        expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
      }
      expect((await post(app, path, body)).statusCode).toBe(without);
    },
  );

  it.each(['/api/v1/verify', '/api/v1/ratifications'])(
    '[ledger-credentials] %s lets a live key change nothing',
    async (path) => {
      const key = await issueKey(app, 'standard', ['verify:evaluate']);
      const answer = await post(app, path, {}, { authorization: `Bearer ${key}` });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'missing_member']);
    },
  );
});

describe('a test key', () => {
  let app: TestApp;
  let key = '';
  beforeAll(async () => {
    app = await startApp(ENOUGH);
    await installCouncil(app);
    const scopes = ['verify:certify', 'ledger:anchor'];
    ({ key } = await app.context.keys.issue({ tier: 'standard', label: 'test', environment: 'test', scopes }));
  });
  afterAll(() => app.close());

  const certify = async (with_?: string) =>
    (await post(app, '/api/v1/certify', PAIR, with_ === undefined ? {} : { authorization: `Bearer ${with_}` })).json()
      .data;
  const height = async () => (await app.context.store.ledger.chain.head()).size;

  it('gets certificates that no list of the council anchors [test-keys-ledger]', async () => {
    const certificate = await certify(key);
    const before = await height();
    const answer = await submit(app, await listed(app, [certificate]));
    expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'unknown_issuer']);
    expect(await height()).toBe(before);
  });

  it('revokes nothing, and what was issued to it is not revoked in the ledger either [test-keys-ledger]', async () => {
    const [live, own] = [await certify(), await certify(key)];
    const before = await height();
    const revoke = async (id: string, with_: string) => {
      const body = { certificate_id: id, reason: 'withdrawn' };
      const answer = await post(app, '/api/v1/revocations', body, { authorization: `Bearer ${with_}` });
      return [answer.statusCode, answer.json().error?.code];
    };
    expect(await revoke(live.certificate_id, key)).toEqual([403, 'scope_insufficient']);
    const operator = await issueKey(app, 'standard', ['ledger:anchor']);
    expect(await revoke(own.certificate_id, operator)).toEqual([409, 'state_conflict']);
    expect(await height()).toBe(before);
  });

  it('hands in nothing that the council signed: it is no key of the ledger [test-keys-ledger]', async () => {
    const before = await height();
    const refused = await post(app, '/api/v1/ratifications', {}, { authorization: `Bearer ${key}` });
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'scope_insufficient']);
    expect(await height()).toBe(before);
  });

  it('[ledger-credentials] checks certificates like anybody else', async () => {
    const { envelope } = await certify(key);
    const answer = await post(app, '/api/v1/verify', { certificate: envelope }, { authorization: `Bearer ${key}` });
    expect([answer.statusCode, answer.json().data?.signature_valid]).toEqual([200, true]);
  });

  it('gets a PREVIEW inside a ratified window too [test-keys-ledger]', async () => {
    const now = Date.now();
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    expect(await certify(key)).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
    expect(await certify()).toMatchObject({ state: 'anchored' });
  });
});
