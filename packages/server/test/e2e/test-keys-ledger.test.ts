// SPDX-License-Identifier: Apache-2.0
/** Contract 1.4: test keys judge and certify with an issuer of their own, and never reach the live ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCouncil, listed, submit, window } from './council.ts';
import { issueKey, post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const HOUR_MS = 3_600_000;
const ENOUGH = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };

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

  it('gets a PREVIEW inside a ratified window too [test-keys-ledger]', async () => {
    const now = Date.now();
    await submit(app, await window(app, now - HOUR_MS, now + HOUR_MS));
    expect(await certify(key)).toMatchObject({ state: 'PREVIEW', chain_anchor: null });
    expect(await certify()).toMatchObject({ state: 'anchored' });
  });
});
