// SPDX-License-Identifier: Apache-2.0
/** The ML-DSA-44 signature of a certificate, which is made when its bundle is handed out: by the key of then or of later. */
import { describe, expect, it } from 'vitest';
import { type Policy, policyKeyText, policySha256 } from '../../src/ledger/policy.ts';
import { issuerKeysOf, type PolicyChain, signsTwiceAt } from '../../src/ledger/policy-chain.ts';
import { verifyIronBundle } from '../../src/ledger/verify-iron.ts';
import { type Signer, signerKey } from '../../src/seal/crypto.ts';
import { addSignature, type DsseEnvelope } from '../../src/seal/dsse.ts';
import { keyIdOf } from '../../src/seal/spki.ts';
import { testSigner } from '../seal/test-keys.ts';
import { anchored, ironOf, QUORUM } from './anchored.ts';
import { crypto, KEYS, ORIGIN, POLICY_1 } from './test-log.ts';

const NEXT_PQ = testSigner(31, 'ml-dsa-44');
const OTHER_PQ = testSigner(32, 'ml-dsa-44');

const withIssuers = (issuers: readonly Signer[]): Policy => ({
  ...POLICY_1,
  epoch: 2,
  roles: {
    ...POLICY_1.roles,
    issuer: { threshold: 1, keys: issuers.map((signer) => policyKeyText(signerKey(signer))) },
  },
  prev_policy_sha256: policySha256(POLICY_1, crypto),
});

/** Issued and anchored under policy 1, which names `KEYS.issuerPq`; policy 2 comes after the anchor. */
function life(issuers: readonly Signer[]) {
  const before = anchored({ issuers: [KEYS.issuer] });
  const policySeq = before.log.policy(withIssuers(issuers), QUORUM);
  return { ...before, note: before.log.publish(), policySeqs: [0, 1, 3, policySeq] };
}

async function checkOf(one: ReturnType<typeof life>, sign: (envelope: DsseEnvelope) => DsseEnvelope, without?: string) {
  const bundle = await ironOf({ ...one, certificate: sign(one.certificate) }, one.policySeqs);
  const pins = { origin: ORIGIN, genesis: one.log.genesis, vkeys: [] };
  const report = verifyIronBundle(bundle, pins, { nowMs: null, secondMayLack: without }, crypto);
  const second = report.checks.find(({ name }) => name === 'issuer_signature_mldsa44');
  return [report.verified, second?.ok, second?.detail];
}

describe('the second signature in an iron bundle', () => {
  const rotated = life([KEYS.issuer, NEXT_PQ]);

  it('counts by the key in force at issue, and by one that a later policy names [second-signature]', async () => {
    for (const signer of [KEYS.issuerPq, NEXT_PQ]) {
      const found = await checkOf(rotated, (certificate) => addSignature(certificate, signer));
      expect(found).toEqual([true, true, `ML-DSA-44, key ${signer.keyId}`]);
    }
  });

  it('counts by nobody else, and cannot be left out where the policy at issue asks for it [second-signature]', async () => {
    const missing = [false, false, 'the issuer has an ML-DSA-44 key, which did not sign'];
    expect(await checkOf(rotated, (certificate) => certificate)).toEqual(missing);
    expect(await checkOf(rotated, (certificate) => addSignature(certificate, OTHER_PQ))).toEqual(missing);
    // A council that drops the key later takes nothing back from what was issued under it.
    expect(await checkOf(life([KEYS.issuer]), (certificate) => certificate)).toEqual(missing);
  });

  it('by a later key needs the policy that names it', async () => {
    const early = { ...anchored({ issuers: [KEYS.issuer] }), policySeqs: [0, 1, 3] };
    expect((await checkOf(early, (certificate) => addSignature(certificate, NEXT_PQ)))[0]).toBe(false);
    expect((await checkOf(early, (certificate) => addSignature(certificate, KEYS.issuerPq)))[0]).toBe(true);
  });

  it('that is wrong is refused beside a good one', async () => {
    const twice = (certificate: DsseEnvelope) => {
      const [, second] = addSignature(certificate, KEYS.issuerPq).signatures;
      const bytes = Buffer.from(second?.sig ?? '', 'base64').map((byte, i) => (i === 1000 ? byte ^ 1 : byte));
      const wrong = { keyid: NEXT_PQ.keyId, sig: Buffer.from(bytes).toString('base64') };
      return addSignature({ ...certificate, signatures: [...certificate.signatures, wrong] }, KEYS.issuerPq);
    };
    const [verified, ok] = await checkOf(rotated, twice);
    expect([verified, ok]).toEqual([false, false]);
  });

  it('may be missing only for the issuer who makes it, and the report says why', async () => {
    expect(await checkOf(rotated, (certificate) => certificate, 'made later')).toEqual([true, null, 'made later']);
  });
});

describe('issuerKeysOf', () => {
  const epoch = (ts: string, ...issuer: Signer[]) => ({ ts, keys: { issuer: issuer.map(signerKey) } });
  const chain = [
    epoch('2026-01-01T00:00:00.000Z', KEYS.issuer),
    epoch('2026-02-01T00:00:00.000Z', KEYS.issuer, KEYS.issuerPq),
    epoch('2026-03-01T00:00:00.000Z', KEYS.stranger, KEYS.issuerPq, NEXT_PQ),
  ] as unknown as PolicyChain;
  const idsAt = (at: string) => issuerKeysOf(chain, at).map((key) => keyIdOf(key, crypto));
  const ids = (...signers: Signer[]) => signers.map(({ keyId }) => keyId);

  it('is the keys of the policy in force then, and the ML-DSA-44 keys of later ones, each once', () => {
    expect(idsAt('2025-12-31T00:00:00.000Z')).toEqual([]);
    expect(idsAt('2026-01-05T00:00:00.000Z')).toEqual(ids(KEYS.issuer, KEYS.issuerPq, NEXT_PQ));
    expect(idsAt('2026-02-01T00:00:00.000Z')).toEqual(ids(KEYS.issuer, KEYS.issuerPq, NEXT_PQ));
    expect(idsAt('2026-03-05T00:00:00.000Z')).toEqual(ids(KEYS.stranger, KEYS.issuerPq, NEXT_PQ));
  });

  it('asks for two signatures from the policy on that names a second key', () => {
    const asked = ['2025-12-31', '2026-01-05', '2026-02-01', '2026-03-05'].map((day) =>
      signsTwiceAt(chain, `${day}T00:00:00.000Z`),
    );
    expect(asked).toEqual([false, false, true, true]);
  });
});
