// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryHeader, entryHeaderBytes, parseEntryHeader, strictRow } from '../../src/ledger/entry.ts';
import { MAX_HEADER_BYTES, newHeaderOffsets, scanHeader } from '../../src/ledger/header-scan.ts';
import { leafHash } from '../../src/ledger/merkle.ts';
import { toBase64 } from '../../src/seal/base64.ts';
import { utf8, utf8Text } from '../../src/seal/bytes.ts';
import { type Signer, signerKey } from '../../src/seal/crypto.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { toHex } from '../../src/seal/hex.ts';
import { canonicalJson } from '../../src/seal/jcs.ts';
import { encodeSpki } from '../../src/seal/spki.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { crypto, freshLog, KEYS } from './test-log.ts';

const signature = (byte: number) => ({ signature: new Uint8Array(64).fill(byte), publicKey: signerKey(KEYS.anchor) });
const by = (signer: Signer) => ({ signature: new Uint8Array(64).fill(7), publicKey: signerKey(signer) });
const header: EntryHeader = {
  seq: 12,
  prev: 'a'.repeat(64),
  ts: '2026-01-01T00:00:12.000Z',
  type: 'anchor',
  subject: 'cert_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  payloadDigest: new Uint8Array(32).fill(9),
  signatures: [signature(1)],
};

/** The header as an object, as the format page gives it. */
function asObject({ seq, prev, ts, type, subject, payloadDigest, signatures }: EntryHeader) {
  return {
    kind: 'dsse',
    apiVersion: '0.0.2',
    iron: { v: 1, seq, prev, ts, type, subject },
    spec: {
      dsseV002: {
        payloadHash: { algorithm: 'SHA2_256', digest: toBase64(payloadDigest) },
        signatures: signatures.map(({ signature: bytes, publicKey }) => ({
          content: toBase64(bytes),
          verifier: { keyDetails: 'PKIX_ED25519', publicKey: { rawBytes: toBase64(encodeSpki(publicKey)) } },
        })),
      },
    },
  };
}

const headers = fc.record({
  seq: fc.maxSafeInteger().map(Math.abs),
  prev: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex),
  ts: fc.integer({ min: 0, max: 253402300799999 }).map(timestampOf),
  type: fc.stringMatching(/^[a-z]{1,32}$/),
  subject: fc.stringMatching(/^[A-Za-z0-9_.:-]{1,128}$/),
  payloadDigest: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  signatures: fc.array(fc.nat(255).map(signature), { minLength: 1, maxLength: 9 }),
});

describe('entryHeaderBytes', () => {
  it('writes canonical JSON, and reads back what it wrote', () => {
    fc.assert(
      fc.property(headers, (one) => {
        const bytes = entryHeaderBytes(one);
        expect(utf8Text(bytes)).toBe(canonicalJson(asObject(one)));
        const { signatures, ...rest } = parseEntryHeader(bytes);
        const { signatures: written, ...expected } = one;
        expect(rest).toEqual(expected);
        expect(signatures.map(({ signature: read }) => toHex(read))).toEqual(
          written.map((each) => toHex(each.signature)),
        );
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('writes the same whatever was written before it: lengths, types and keys that change from one to the next', () => {
    const few = {
      seq: fc.constantFrom(0, 9, 10, 99, 100, 12_345),
      prev: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
      ts: fc.constantFrom('2026-01-01T00:00:12.000Z', '2026-12-31T23:59:59.999Z'),
      type: fc.constantFrom('note', 'anchor'),
      subject: fc.constantFrom('n_1', 'n_2', 'cert_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
      payloadDigest: fc.nat(255).map((byte) => new Uint8Array(32).fill(byte)),
      signatures: fc.array(fc.constantFrom(signature(1), signature(2), by(KEYS.issuer)), {
        minLength: 1,
        maxLength: 2,
      }),
    };
    fc.assert(
      fc.property(fc.array(fc.record(few), { minLength: 2, maxLength: 12 }), (row) => {
        for (const one of row) expect(utf8Text(entryHeaderBytes(one))).toBe(canonicalJson(asObject(one)));
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it.each<[string, Partial<EntryHeader>]>([
    ['a readable subject', { subject: 'Jane Doe' }],
    ['a subject that is too long', { subject: 'x'.repeat(129) }],
    ['a type in capitals', { type: 'Anchor' }],
    ['a fraction as seq', { seq: 1.5 }],
    ['a seq past 2^53', { seq: 2 ** 53 }],
    ['a prev that is no hash', { prev: 'A'.repeat(64) }],
    ['a time without milliseconds', { ts: '2026-01-01T00:00:12Z' }],
    ['a short digest', { payloadDigest: new Uint8Array(31) }],
    ['no signature', { signatures: [] }],
    ['an ML-DSA-44 signature', { signatures: [{ signature: new Uint8Array(64), publicKey: signerKey(KEYS.logPq) }] }],
    ['more than 4096 bytes', { signatures: Array.from({ length: 20 }, () => signature(1)) }],
  ])('refuses %s', (_what, change) => {
    expect(() => entryHeaderBytes({ ...header, ...change })).toThrow();
  });
});

describe('parseEntryHeader', () => {
  it('refuses every other spelling of the same object', () => {
    const bytes = entryHeaderBytes(header);
    const text = utf8Text(bytes);
    const object = JSON.parse(text);
    const spellings = [
      JSON.stringify(asObject(header)),
      JSON.stringify(object, null, 1),
      `${text} `,
      text.replace('"seq":12', '"seq":012'),
      text.replace('"seq":12', '"seq":1.2e1'),
      text.replace('"v":1', '"v":2'),
      text.replace('"v":1', '"v":1,"x":1'),
      text.replace('cert_', '\\u0063ert_'),
      text.replace('"kind":"dsse"', '"kind":"dsse","kind":"dsse"'),
      text.replace('PKIX_ED25519', 'PKIX_ED25519_PH'),
      text.replace(/,"signatures":\[.*\]/, ',"signatures":[]'),
    ];
    for (const spelling of spellings) {
      expect(spelling).not.toBe(text);
      expect(() => parseEntryHeader(utf8(spelling))).toThrow(FormatError);
    }
  });

  it('takes a changed byte as a wrong form or as another header, never as the same', () => {
    const bytes = entryHeaderBytes(header);
    const leaf = toHex(leafHash(bytes, crypto));
    const offsets = newHeaderOffsets();
    for (let at = 0; at < bytes.length; at++) {
      for (const bit of [1, 32, 128]) {
        const changed = bytes.map((byte, i) => (i === at ? byte ^ bit : byte));
        expect(toHex(leafHash(changed, crypto))).not.toBe(leaf);
        if (!scanHeader(changed, offsets)) continue;
        expect(canonicalJson(JSON.parse(utf8Text(changed)))).toBe(utf8Text(changed));
      }
    }
  });

  it('refuses bytes cut anywhere, and too many of them', () => {
    const bytes = entryHeaderBytes(header);
    const offsets = newHeaderOffsets();
    for (let length = 0; length < bytes.length; length++)
      expect(scanHeader(bytes.subarray(0, length), offsets)).toBe(false);
    expect(scanHeader(new Uint8Array(MAX_HEADER_BYTES + 1), offsets)).toBe(false);
  });
});

describe('strictRow', () => {
  it('shows hashes and ids, and nothing that could be a preimage', () => {
    const log = freshLog();
    const row = strictRow(log.headers[2] as Uint8Array, crypto);
    expect(row).toEqual({
      index: 2,
      timestamp: '2026-01-01T00:00:02.000Z',
      kind: 'constitution',
      block_hash: toHex(log.leaves[2] as Uint8Array),
      prev_hash: toHex(log.leaves[1] as Uint8Array),
      payload_hash: toHex(crypto.sha256(Buffer.from(log.statements[2]?.payload ?? '', 'base64'))),
      signer_key_id: KEYS.anchor.keyId,
      bytes: (log.headers[2] as Uint8Array).length,
    });
  });
});
