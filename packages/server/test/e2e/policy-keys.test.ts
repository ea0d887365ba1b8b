// SPDX-License-Identifier: Apache-2.0
/** Policies that name other keys for the service: none may leave it without, and there is a way back. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Policy, policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { envelopeSigners } from '@plumbline/core/ledger/signers.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testPrivateKey, testSigner } from '../../../core/test/seal/test-keys.ts';
import { unitOf } from '../../src/services/ledger-entries.ts';
import { LEDGER_KEYS_FOLDER } from '../../src/services/ledger-keys.ts';
import {
  anchorKey,
  BRIDGE,
  COUNCIL,
  crypto,
  installCouncil,
  nextPolicy,
  QUORUM,
  rotationTo,
  sign,
  submit,
  termsOf,
} from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const NEXT_SEED = 53;
const NEXT = testSigner(NEXT_SEED);
const ENV = { ...WIDE, PLUMBLINE_LIMITS_LEDGER_PER_MINUTE: '1000000' };
type OwnRole = 'log' | 'issuer' | 'anchor';

describe('a policy that names other keys for the service', () => {
  let dataDir: string;
  let app: TestApp;
  beforeEach(async () => {
    dataDir = temporaryFolder();
    app = await startApp(ENV, {}, dataDir);
  });
  afterEach(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const keyPath = (name: string) => join(dataDir, LEDGER_KEYS_FOLDER, name);
  const hold = (name: string) =>
    writeFileSync(keyPath(name), testPrivateKey(NEXT_SEED).export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const certifies = async () => (await post(app, '/api/v1/certify', PAIR)).statusCode;
  const policyWith = async (role: OwnRole, signer: Signer) => {
    const { roles } = (await termsOf(app)).policy as Policy;
    const other = { threshold: 1, keys: [policyKeyText(signerKey(signer))] };
    return { roles: { ...roles, [role]: other } };
  };
  const refusal = async (answer: ReturnType<typeof submit>) => {
    const { statusCode, body } = await answer;
    return [statusCode, JSON.parse(body).error?.reason];
  };

  it('is refused where the service holds none of them, from policy 1 on [policy-keys]', async () => {
    const { roles } = await policyWith('anchor', NEXT);
    const council = { threshold: 2, keys: COUNCIL.map((signer) => policyKeyText(signerKey(signer))) };
    const authority = { threshold: 1, keys: [policyKeyText(signerKey(BRIDGE))] };
    const first = await nextPolicy(app, { roles: { ...roles, council, authority } });
    const signers = [anchorKey(app), COUNCIL[0], COUNCIL[1], BRIDGE];
    expect(await refusal(submit(app, sign(first, signers)))).toEqual([409, 'key_not_held']);
    await installCouncil(app);
    for (const role of ['log', 'issuer', 'anchor'] as const) {
      const later = await nextPolicy(app, await policyWith(role, NEXT));
      expect([role, ...(await refusal(submit(app, sign(later, QUORUM))))]).toEqual([role, 409, 'key_not_held']);
    }
    expect(await certifies()).toBe(200);
  });

  it('is refused where it drops a key in use that has named no other; after a key entry the next one signs [policy-keys]', async () => {
    await installCouncil(app);
    for (const role of ['issuer', 'anchor'] as const) {
      hold(`${role}.next.pem`);
      const later = await nextPolicy(app, await policyWith(role, NEXT));
      expect([role, ...(await refusal(submit(app, sign(later, QUORUM))))]).toEqual([role, 409, 'key_in_use']);
      rmSync(keyPath(`${role}.next.pem`));
    }
    hold('issuer.next.pem');
    expect((await submit(app, rotationTo(app, 'issuer', NEXT))).statusCode).toBe(201);
    const later = await nextPolicy(app, await policyWith('issuer', NEXT));
    expect((await submit(app, sign(later, QUORUM))).statusCode).toBe(201);
    expect(await certifies()).toBe(200);
    expect(app.context.ledger.ownKey('issuer')?.keyId).toBe(NEXT.keyId);
  });

  it('that came into force all the same is put right by the next one [policy-keys]', async () => {
    await installCouncil(app);
    const { roles } = (await termsOf(app)).policy as Policy;
    // As older versions took it, or with the key lost since.
    const bad = sign(await nextPolicy(app, await policyWith('issuer', NEXT)), QUORUM);
    const { ledger } = app.context;
    const signed = envelopeSigners(bad, QUORUM.map(signerKey), crypto);
    if (!signed.ok) throw new Error(signed.detail);
    const facts = { type: 'policy', subject: ledger.newId('policy_'), atMs: ledger.nowMs() };
    await ledger.append(unitOf(facts, envelopePayload(bad), signed.signatures, crypto));
    await ledger.follow();
    expect(ledger.refusal).toContain('the issuer key is not one that policy 2');
    expect(await certifies()).toBe(503);
    await app.close();
    app = await startApp(ENV, {}, dataDir);
    expect(await certifies()).toBe(503);
    const repair = await nextPolicy(app, { roles });
    expect((await submit(app, sign(repair, QUORUM))).statusCode).toBe(201);
    expect([app.context.ledger.refusal, await certifies()]).toEqual([null, 200]);
  });

  it('may drop a key that was lost for one that is there [policy-keys]', async () => {
    await installCouncil(app);
    await app.close();
    const lost = readFileSync(keyPath('issuer.pem'), 'utf8');
    rmSync(keyPath('issuer.pem'));
    hold('issuer.pem');
    app = await startApp(ENV, {}, dataDir);
    expect(await certifies()).toBe(503);
    const later = await nextPolicy(app, await policyWith('issuer', NEXT));
    expect((await submit(app, sign(later, QUORUM))).statusCode).toBe(201);
    expect([lost === readFileSync(keyPath('issuer.pem'), 'utf8'), await certifies()]).toEqual([false, 200]);
  });
});
