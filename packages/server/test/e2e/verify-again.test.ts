// SPDX-License-Identifier: Apache-2.0
/** A proof that was checked is not checked again for each call; what may change is. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { past } from '../store/tampering.ts';
import { installCouncil, listed, submit } from './council.ts';
import { issueKey, post, startApp, type TestApp, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const MINUTE_MS = 60_000;

describe('GET /api/v1/verify, asked again', () => {
  let app: TestApp;
  let aheadMs = 0;
  beforeAll(async () => {
    app = await startApp(
      { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' },
      { nowMs: () => Date.now() + aheadMs },
    );
    await installCouncil(app);
  });
  afterAll(() => app.close());

  const tamper = (statement: string) => past(join(app.dataDir, 'plumbline.db'), statement);
  const verify = async (id: string) => (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data;

  async function anchored(): Promise<string> {
    const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
    await submit(app, await listed(app, [certificate]));
    const id = certificate.certificate_id as string;
    expect(await verify(id)).toMatchObject({ verified: true, state: 'anchored' });
    return id;
  }

  it('answers the same from memory, and notices after a minute that a statement behind it was changed [verify-again]', async () => {
    const id = await anchored();
    const first = await verify(id);
    const seq = first.chain_evidence.block_index;
    expect(await tamper(`UPDATE ledger_payload SET bytes = zeroblob(length(bytes)) WHERE seq = ${seq}`)).toBe(1);
    expect(await verify(id)).toEqual(first);
    aheadMs += MINUTE_MS + 1;
    expect(await verify(id)).toMatchObject({ verified: false, reason: 'broken_proof' });
  });

  it('takes no answer from memory for bytes that it has not proven [verify-again]', async () => {
    const id = await anchored();
    const change = `UPDATE certificate SET envelope = replace(CAST(envelope AS TEXT), '"sig":"', '"sig":"AAAA') WHERE id = '${id}'`;
    expect(await tamper(change)).toBe(1);
    expect((await verify(id)).verified).toBe(false);
  });

  it('knows of a revocation at once [verify-again]', async () => {
    const id = await anchored();
    const authorization = `Bearer ${await issueKey(app, 'standard', ['ledger:anchor'])}`;
    const body = { certificate_id: id, reason: 'issued_in_error' };
    expect((await post(app, '/api/v1/revocations', body, { authorization })).statusCode).toBe(201);
    expect(await verify(id)).toMatchObject({ verified: false, state: 'revoked' });
  });
});
