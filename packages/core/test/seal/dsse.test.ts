// SPDX-License-Identifier: Apache-2.0
import { createNodeCrypto } from '@plumbline/server/crypto.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64, toBase64Url } from '../../src/seal/base64.ts';
import { utf8, utf8Text } from '../../src/seal/bytes.ts';
import { signerKey } from '../../src/seal/crypto.ts';
import {
  addSignature,
  distinctKeys,
  envelopePayload,
  envelopeText,
  MAX_SIGNATURES,
  pae,
  parseEnvelope,
  signEnvelope,
  signText,
  verifyEnvelope,
} from '../../src/seal/dsse.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { toHex } from '../../src/seal/hex.ts';
import { nobleCrypto } from './noble-crypto.ts';
import { testSigner } from './test-keys.ts';
import { vector } from './vectors.ts';

interface DsseVector {
  payload_type: string;
  payload: string;
  payload_bytes: number;
  payload_sha256: string;
  pae_prefix: string;
  public_key: string;
  sig: string;
}
const golden = vector<DsseVector>('dsse');
const mldsa = vector<{ dsse_sig: string; public_key: string; key_id: string }>('mldsa');
const payload = utf8(golden.payload);
const issuer = testSigner(2);
const quantum = testSigner(1, 'ml-dsa-44');

describe.each([
  ['node:crypto', createNodeCrypto()],
  ['noble', nobleCrypto],
] as const)('DSSE on %s', (_name, crypto) => {
  it('is kept as its JSON', () => {
    for (const signers of [[], [issuer], [issuer, quantum]]) {
      const envelope = signEnvelope(payload, signers);
      expect(envelopeText(envelope)).toBe(JSON.stringify(envelope));
    }
  });

  it('signs a text as its UTF-8 bytes, ASCII or not', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        const { envelope, payload } = signText(text, [issuer]);
        expect(payload).toEqual(utf8(text));
        expect(envelope).toEqual(signEnvelope(utf8(text), [issuer]));
      }),
      { seed: 21, numRuns: 50 },
    );
  });

  it('signs the golden payload to the golden signature', () => {
    const envelope = signEnvelope(payload, [issuer]);
    expect(payload.length).toBe(golden.payload_bytes);
    expect(toHex(crypto.sha256(payload))).toBe(golden.payload_sha256);
    expect(utf8Text(pae(golden.payload_type, payload)).startsWith(golden.pae_prefix)).toBe(true);
    expect(toHex(issuer.publicKeyRaw)).toBe(golden.public_key);
    expect(envelope.signatures[0]?.sig).toBe(golden.sig);
    expect(verifyEnvelope(envelope, [signerKey(issuer)], crypto)[0]?.status).toBe('valid');
  });

  it('accepts the ML-DSA-44 signature of the golden file beside the Ed25519 one', () => {
    expect(toHex(quantum.publicKeyRaw)).toBe(mldsa.public_key);
    expect(quantum.keyId).toBe(mldsa.key_id);
    const envelope = signEnvelope(payload, [issuer]);
    const both = { ...envelope, signatures: [...envelope.signatures, { keyid: mldsa.key_id, sig: mldsa.dsse_sig }] };
    const keys = [signerKey(issuer), signerKey(quantum)];
    expect(verifyEnvelope(both, keys, crypto).map(({ status }) => status)).toEqual(['valid', 'valid']);
    const { verifyMlDsa44: _absent, ...without } = crypto;
    expect(verifyEnvelope(both, keys, without).map(({ status }) => status)).toEqual(['valid', 'unsupported']);
  });

  it('accepts what this runtime signs with ML-DSA-44', () => {
    const envelope = signEnvelope(payload, [quantum]);
    expect(verifyEnvelope(envelope, [signerKey(quantum)], crypto)[0]?.status).toBe('valid');
  });

  it('refuses every changed byte of payload and signature, another type and another key', () => {
    const envelope = signEnvelope(payload, [issuer]);
    const status = (changed: typeof envelope, key = signerKey(issuer)) =>
      verifyEnvelope(changed, [key], crypto)[0]?.status;
    for (let at = 0; at < payload.length; at += 17) {
      const bytes = payload.slice();
      bytes[at] = (bytes[at] as number) ^ 1;
      expect(status({ ...envelope, payload: toBase64(bytes) })).toBe('invalid');
    }
    const signature = Buffer.from(golden.sig, 'base64');
    for (let at = 0; at < 64; at += 7) {
      const bytes = Uint8Array.from(signature);
      bytes[at] = (bytes[at] as number) ^ 0x80;
      const signatures = [{ keyid: issuer.keyId, sig: toBase64(bytes) }];
      expect(status({ ...envelope, signatures })).toBe('invalid');
    }
    expect(status({ ...envelope, payloadType: 'text/plain' })).toBe('invalid');
    expect(status(envelope, signerKey(testSigner(9)))).toBe('unknown');
  });

  it('finds the key when the keyid is missing or names another key, and counts a key once', () => {
    const other = testSigner(9);
    const keys = [signerKey(other), signerKey(issuer)];
    const envelope = addSignature(signEnvelope(payload, [issuer]), issuer);
    const relabelled = { ...envelope, signatures: envelope.signatures.map(({ sig }) => ({ keyid: other.keyId, sig })) };
    const results = verifyEnvelope(relabelled, keys, crypto);
    expect(results.map(({ status, keyId }) => [status, keyId])).toEqual([
      ['valid', issuer.keyId],
      ['valid', issuer.keyId],
    ]);
    expect(distinctKeys(results)).toHaveLength(1);
  });
});

describe('parseEnvelope', () => {
  it('takes either base64 alphabet, padded or not', () => {
    const bytes = Uint8Array.from([251, 255, 191, 1]);
    for (const text of [toBase64(bytes), toBase64Url(bytes), toBase64(bytes).replaceAll('=', '')]) {
      const envelope = parseEnvelope({ payload: text, payloadType: 't', signatures: [{ sig: text }] });
      expect(envelopePayload(envelope)).toEqual(bytes);
      expect(envelope.signatures[0]?.keyid).toBe('');
    }
  });

  it('refuses what is no envelope, and more signatures than anybody needs', () => {
    const many = Array.from({ length: MAX_SIGNATURES + 1 }, () => ({ keyid: '', sig: 'AA==' }));
    const wrong = [
      null,
      7,
      [],
      {},
      { payload: 1, payloadType: 't', signatures: [] },
      { payload: '@', payloadType: 't', signatures: [] },
      { payload: '', payloadType: 't', signatures: [null] },
      { payload: '', payloadType: 't', signatures: [{ keyid: 1, sig: '' }] },
      { payload: '', payloadType: 't', signatures: many },
    ];
    for (const value of wrong) expect(() => parseEnvelope(value)).toThrow(FormatError);
  });

  it('separates type and payload: no two pairs share their encoding', () => {
    const text = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, text, (typeA, bodyA, typeB, bodyB) => {
        const same = toHex(pae(typeA, utf8(bodyA))) === toHex(pae(typeB, utf8(bodyB)));
        expect(same).toBe(typeA === typeB && bodyA === bodyB);
      }),
      { seed: 60, numRuns: 200 },
    );
  });
});
