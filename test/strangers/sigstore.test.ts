// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, type KeyObject } from 'node:crypto';
import { fromHex } from '@plumbline/core/seal/hex.ts';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe, expect, it } from 'vitest';
import { anchored, LOG_VKEY, sigstoreOf } from '../../packages/core/test/ledger/anchored.ts';
import { ORIGIN } from '../../packages/core/test/ledger/test-log.ts';
import { testPrivateKey } from '../../packages/core/test/seal/test-keys.ts';

const life = anchored();
const form = await sigstoreOf(life);
const text = JSON.stringify(form);

const PKIX_ED25519 = 7;
const publicKey = (byte: number): KeyObject => createPublicKey(testPrivateKey(byte));

/** Trust in a log key and an anchor key, by the numbers of their test seeds. */
function trust(logSeed: number, anchorSeed: number) {
  const keyId = { keyId: Buffer.from(fromHex(LOG_VKEY.keyHash)) };
  const rawBytes = publicKey(logSeed).export({ type: 'spki', format: 'der' });
  const log = {
    baseUrl: `https://${ORIGIN}`,
    hashAlgorithm: 1,
    publicKey: { rawBytes, keyDetails: PKIX_ED25519 },
    logId: keyId,
    checkpointKeyId: keyId,
    operator: '',
  };
  const root = { mediaType: '', tlogs: [log], certificateAuthorities: [], timestampAuthorities: [], ctlogs: [] };
  const pem = publicKey(anchorSeed).export({ type: 'spki', format: 'pem' }) as string;
  return toTrustMaterial(root, { anchor: { rawBytes: pem, keyDetails: PKIX_ED25519 } } as never);
}

const OPTIONS = { ctlogThreshold: 0, timestampThreshold: 0, tlogThreshold: 1 };
function verify(json: string, logSeed = 1, anchorSeed = 4): void {
  new Verifier(trust(logSeed, anchorSeed), OPTIONS).verify(toSignedEntity(bundleFromJSON(JSON.parse(json))));
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes.toString('base64');
}

describe('[strangers] @sigstore/verify on the Sigstore form of an anchor entry', () => {
  it('accepts it', () => {
    expect(() => verify(text)).not.toThrow();
  });

  const [item] = form.verificationMaterial.tlogEntries;
  const [signature] = form.dsseEnvelope.signatures;
  const changes: [string, string, string][] = [
    ['payload', form.dsseEnvelope.payload, flipped(form.dsseEnvelope.payload)],
    ['signature', signature?.sig ?? '', flipped(signature?.sig ?? '')],
    ['leaf', item.canonicalizedBody, flipped(item.canonicalizedBody)],
    ['proof hash', item.inclusionProof.hashes[1] as string, flipped(item.inclusionProof.hashes[1] as string)],
    ['root', item.inclusionProof.rootHash, flipped(item.inclusionProof.rootHash)],
    ['index', `"logIndex":"${life.anchorSeq}"`, `"logIndex":"${life.anchorSeq - 1}"`],
    // It reads the size from the signed checkpoint alone; our verifier compares the member treeSize with it as well.
    ['size', `\\n${life.log.size}\\n`, `\\n${life.log.size - 1}\\n`],
  ];
  it.each(changes)('refuses another %s', (_what, from, to) => {
    const changed = text.replaceAll(from, to);
    expect(changed).not.toBe(text);
    expect(() => verify(changed)).toThrow();
  });

  it('refuses swapped keys', () => {
    expect(() => verify(text, 4, 4)).toThrow();
    expect(() => verify(text, 1, 1)).toThrow();
  });
});
