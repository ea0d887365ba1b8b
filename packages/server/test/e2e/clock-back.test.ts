// SPDX-License-Identifier: Apache-2.0
/** A clock that was set back, or that of another machine which lags: certificates belong to the policy they were made under. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installCouncil, listed, submit } from './council.ts';
import { post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const HOUR_MS = 3_600_000;

describe('certify with a clock that was set back', () => {
  let app: TestApp;
  let backMs = 0;
  beforeEach(async () => {
    backMs = 0;
    const env = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };
    app = await startApp(env, { nowMs: () => Date.now() - backMs });
    await installCouncil(app);
  });
  afterEach(() => app.close());

  it('issues nothing from before the policy whose keys sign it, and what it issues verifies [clock-back]', async () => {
    backMs = HOUR_MS;
    const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
    expect(certificate.issued_at).toBe(app.context.ledger.governance.current.ts);
    const verify = async () =>
      (await app.context.app.inject(`/api/v1/verify?cert=${certificate.certificate_id}`)).json().data;
    expect(await verify()).toMatchObject({ signature_valid: true, reason: 'preview' });
    expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
    expect(await verify()).toMatchObject({ verified: true, state: 'anchored' });
    const report = (await app.context.app.inject('/api/ironledger/verify')).json().data;
    expect(report).toMatchObject({ canonical_spine_valid: true });
  });
});
