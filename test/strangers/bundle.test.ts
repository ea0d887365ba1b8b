// SPDX-License-Identifier: Apache-2.0
/** Both signatures in a bundle that a running service hands out, by code that nobody here wrote. */
import { createPublicKey, verify } from 'node:crypto';
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installCouncil, listed, submit } from '../../packages/server/test/e2e/council.ts';
import { post, startApp, type TestApp, WIDE } from '../../packages/server/test/e2e/test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

describe('[strangers] a certificate that is taken along', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(WIDE);
    await installCouncil(app);
  });
  afterAll(() => app.close());

  it('has an ML-DSA-44 signature that @noble/post-quantum verifies by the key set, and refuses of other bytes [second-signature]', async () => {
    const { data } = (await post(app, '/api/v1/certify', PAIR)).json();
    await submit(app, await listed(app, [data]));
    const bundle = (await post(app, '/api/v1/verify?format=iron', { certificate: data.envelope })).json();
    const { payload, payloadType, signatures } = bundle.certificate as DsseEnvelope;
    const { keys } = (await app.context.app.inject('/.well-known/jwks.json')).json();
    const keyOf = (kid: string) => keys.find((key: { kid: string }) => key.kid === kid);
    // Put together by hand, as a stranger would from the DSSE specification.
    const body = Buffer.from(payload, 'base64');
    const message = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
    const [first, second] = signatures.map(({ keyid, sig }) => ({
      key: keyOf(keyid),
      sig: Buffer.from(sig, 'base64'),
    }));
    expect([first?.key, second?.key]).toMatchObject([
      { role: 'issuer', kty: 'OKP' },
      { role: 'issuer', kty: 'AKP', alg: 'ML-DSA-44' },
    ]);
    const ed25519 = createPublicKey({ key: first?.key, format: 'jwk' });
    expect(verify(null, message, ed25519, first?.sig ?? Buffer.alloc(0))).toBe(true);

    const publicKey = Buffer.from(second?.key.pub, 'base64url');
    const sig = second?.sig ?? Buffer.alloc(0);
    expect(ml_dsa44.verify(sig, message, publicKey)).toBe(true);
    expect(ml_dsa44.verify(sig, flip(message, message.length - 9), publicKey)).toBe(false);
    for (const at of [0, 1000, 2300]) expect(ml_dsa44.verify(flip(sig, at), message, publicKey)).toBe(false);
    expect(ml_dsa44.verify(sig, message, flip(publicKey, 40))).toBe(false);
  });
});
