// SPDX-License-Identifier: Apache-2.0

import { createPublicKey } from 'node:crypto';
import { createNodeCrypto } from '@plumbline/server/crypto.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64 } from '../../src/seal/base64.ts';
import { utf8, utf8Text } from '../../src/seal/bytes.ts';
import {
  type CertificateFacts,
  certificateStatement,
  certificateText,
  commitmentOf,
  pairDigests,
  parseCertificate,
} from '../../src/seal/certificate.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { toHex } from '../../src/seal/hex.ts';
import * as ledger from '../../src/seal/ledger-statements.ts';
import {
  listedRatification,
  MAX_WINDOW_MS,
  parseRatification,
  type RatificationTerms,
  ratificationHash,
  windowRatification,
} from '../../src/seal/ratification-statement.ts';
import { decodeSpki, encodeSpki, keyIdOf } from '../../src/seal/spki.ts';
import { parseStatement, parseStatementOf, statementBytes } from '../../src/seal/statement.ts';
import { isTimestamp, timestampMs, timestampOf } from '../../src/seal/timestamp.ts';
import { testPrivateKey, testSigner } from './test-keys.ts';

const crypto = createNodeCrypto();
const HASH = 'a'.repeat(64);
const salt = new Uint8Array(32).fill(7);
const pair = pairDigests('prompt', 'response', crypto);
const facts: CertificateFacts = {
  cert_id: `cert_${'0'.repeat(26)}`,
  log_origin: 'ledger.example/iron',
  issued_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  decision: 'allow',
  verdict: 'pass',
  model: null,
  constitution: { version: '1.8', hash: HASH },
  ruleset_hash: HASH,
  stages: [],
};
const edited = (payload: Uint8Array, from: string, to: string) => utf8(utf8Text(payload).replace(from, to));

describe('certificateText', () => {
  it('is the canonical JSON of the statement, whatever it says', () => {
    const words = fc.string({ unit: 'grapheme' });
    const hash = fc.constantFrom('a', '0', 'f').map((digit) => digit.repeat(64));
    const any = fc.record({
      cert_id: words,
      log_origin: words,
      issued_at: words,
      expires_at: fc.option(words),
      decision: words,
      verdict: words,
      model: fc.option(words),
      constitution: fc.record({ version: words, hash }),
      ruleset_hash: hash,
      stages: fc.array(fc.record({ n: fc.nat(), name: words, status: words })),
    });
    fc.assert(
      fc.property(any, (facts) => {
        const statement = certificateStatement(facts, pair, salt);
        expect(certificateText(facts, pair, toBase64(salt))).toBe(utf8Text(statementBytes(statement)));
      }),
      { seed: 21, numRuns: 300 },
    );
  });

  it('refuses half of a surrogate pair, which canonical JSON does not have', () => {
    for (const half of [
      { log_origin: '\ud800' },
      { model: '\udc00' },
      { constitution: { version: '\ud800', hash: HASH } },
    ])
      expect(() => certificateText({ ...facts, ...half }, pair, toBase64(salt))).toThrow(TypeError);
  });
});

describe('certificateStatement', () => {
  const payload = statementBytes(certificateStatement(facts, pair, salt));

  it('is read back as it was written, with salt and commitment', () => {
    const certificate = parseCertificate(payload, crypto);
    expect(certificate.predicate).toEqual({ ...facts, state: 'PREVIEW', salt: toBase64(salt) });
    expect(fromBase64Url(certificate.saltBase64Url)).toEqual(salt);
    expect(certificate.payloadSha256).toBe(toHex(crypto.sha256(payload)));
    const preimage = `{"prompt_sha256":"${pair.prompt_sha256}","response_sha256":"${pair.response_sha256}","salt":"${certificate.saltBase64Url}"}`;
    expect(certificate.commitment).toBe(toHex(crypto.sha256(utf8(preimage))));
    expect(certificate.commitment).toBe(commitmentOf(pair, certificate.saltBase64Url, crypto));
  });

  it('hashes the exact bytes of both texts', () => {
    expect(pairDigests('hello', '', crypto).prompt_sha256).toBe(
      '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    );
    expect(pairDigests('\u00e9', '', crypto)).not.toEqual(pairDigests('e\u0301', '', crypto));
  });

  it.each([
    ['a state of its own', '"state":"PREVIEW"', '"state":"anchored"'],
    ['no id', '"cert_id":"cert_', '"cert_id":"crt_'],
    ['a wrong time', '"issued_at":"2026-01-01', '"issued_at":"2026-13-01'],
    ['a short salt', `"salt":"${toBase64(salt)}"`, '"salt":"AAAA"'],
    ['another predicate', 'certificate/v1', 'certificate/v2'],
    ['one subject renamed', '"name":"response"', '"name":"reply"'],
    ['white space', '{"_type"', '{ "_type"'],
    ['a duplicate member', '"verdict":"pass"', '"verdict":"fail","verdict":"pass"'],
    ['another envelope type', 'Statement/v1"', 'Statement/v0"'],
    ['a cut digest', pair.prompt_sha256, pair.prompt_sha256.slice(1)],
  ])('refuses %s', (_what, from, to) => {
    const changed = edited(payload, from, to);
    expect(changed).not.toEqual(payload);
    expect(() => parseCertificate(changed, crypto)).toThrow(FormatError);
  });

  it('refuses bytes that are no text, no JSON or no statement', () => {
    for (const bytes of [Uint8Array.of(255), utf8('{'), utf8('null'), utf8('[]'), utf8('{"a":1}')]) {
      expect(() => parseStatement(bytes)).toThrow(FormatError);
    }
  });
});

describe('ledger statements', () => {
  const log_origin = 'ledger.example/iron';
  const all = {
    genesis: ledger.genesisStatement(
      { origin: log_origin, policy_sha256: HASH, software: 's', created_at: facts.issued_at },
      salt,
      crypto,
    ),
    policy: ledger.policyStatement({ log_origin, policy: { v: 1 } }, salt, crypto),
    key: ledger.keyStatement(
      { log_origin, role: 'log', old_key_id: HASH, new_key_id: HASH, overlap_until: facts.issued_at, reason: 'r' },
      salt,
    ),
    constitution: ledger.constitutionStatement({ log_origin, version: '1.8' }, HASH, salt),
    anchor: ledger.anchorStatement(
      { log_origin, cert_id: facts.cert_id, commitment: HASH, ratification_sha256: HASH, policy_sha256: HASH },
      HASH,
      salt,
    ),
    revocation: ledger.revocationStatement(
      { log_origin, cert_id: facts.cert_id, revoked_at: facts.issued_at, reason: 'r' },
      HASH,
      salt,
    ),
    supersession: ledger.supersessionStatement(
      { log_origin, cert_id: facts.cert_id, superseded_by: facts.cert_id, superseded_at: facts.issued_at },
      { older: HASH, newer: HASH },
      salt,
    ),
    heartbeat: ledger.heartbeatStatement({ log_origin, size: 3, root: HASH }, salt),
    erasure: ledger.erasureStatement(
      { log_origin, seq: 3, legal_basis: 'court order', decided_by: 'a judge', erased_at: facts.issued_at },
      HASH,
      salt,
    ),
  } as const;

  it.each(Object.entries(all))('%s is salted, canonical, and read back by its type only', (name, statement) => {
    const bytes = statementBytes(statement);
    const read = parseStatementOf(name as keyof typeof all, bytes);
    expect(read).toEqual(JSON.parse(JSON.stringify(statement)));
    expect(read.predicate.salt).toBe(toBase64(salt));
    expect(() => parseStatementOf('town', bytes)).toThrow(FormatError);
  });

  it('refuses salts and digests of the wrong length', () => {
    expect(() => ledger.heartbeatStatement({ log_origin, size: 3, root: HASH }, new Uint8Array(31))).toThrow(
      RangeError,
    );
    expect(() => ledger.heartbeatStatement({ log_origin, size: 3, root: 'ab' }, salt)).toThrow(TypeError);
  });
});

describe('ratification statements', () => {
  const terms: RatificationTerms = {
    decision: 'approve',
    epoch: 1,
    policy_sha256: HASH,
    expires: '2026-02-01T00:00:00.000Z',
    nonce: 'n'.repeat(22),
    log_origin: 'ledger.example/iron',
  };
  const one = [{ certId: facts.cert_id, payloadSha256: HASH }];
  const from = '2026-01-01T00:00:00.000Z';

  it('lists certificates, or names a window of one issuer', () => {
    const listed = parseRatification(statementBytes(listedRatification(terms, one, salt)));
    expect(listed.form).toBe('listed');
    expect(listed.predicate.cert_id).toBe(facts.cert_id);
    const longest = timestampOf(Date.parse(from) + MAX_WINDOW_MS);
    const window = parseRatification(statementBytes(windowRatification(terms, HASH, { from, until: longest }, salt)));
    expect(window.form).toBe('window');
    expect(window.subjects).toEqual([{ name: 'issuer', digest: { sha256: HASH } }]);
  });

  it('refuses windows over 31 days, backwards or half open', () => {
    const tooLong = timestampOf(Date.parse(from) + MAX_WINDOW_MS + 1);
    for (const until of [tooLong, from, '2025-01-01T00:00:00.000Z', 'soon']) {
      expect(() => parseRatification(statementBytes(windowRatification(terms, HASH, { from, until }, salt)))).toThrow(
        FormatError,
      );
    }
  });

  it('refuses terms that are missing or weak', () => {
    const wrong: Partial<Record<keyof RatificationTerms, unknown>>[] = [
      { decision: 'abstain' },
      { epoch: -1 },
      { epoch: 1.5 },
      { policy_sha256: 'x' },
      { expires: 'never' },
      { nonce: 'short' },
      { log_origin: null },
    ];
    for (const change of wrong) {
      const statement = listedRatification({ ...terms, ...change } as RatificationTerms, one, salt);
      expect(() => parseRatification(statementBytes(statement))).toThrow(FormatError);
    }
    expect(() => parseRatification(statementBytes(listedRatification(terms, [...one, ...one], salt)))).toThrow(
      FormatError,
    );
  });

  it('hashes an envelope the same in whatever order people signed', () => {
    const a = { keyid: 'a', sig: 'AAAA' };
    const b = { keyid: 'b', sig: 'BBBB' };
    const of = (signatures: { keyid: string; sig: string }[]) =>
      ratificationHash({ payload: '', payloadType: 't', signatures }, crypto);
    expect(of([a, b])).toBe(of([b, a]));
    expect(of([a])).not.toBe(of([a, b]));
  });
});

describe('SPKI', () => {
  it.each(['ed25519', 'ml-dsa-44'] as const)('writes %s keys as OpenSSL does, and reads them back', (algorithm) => {
    const der = createPublicKey(testPrivateKey(1, algorithm)).export({ type: 'spki', format: 'der' });
    const signer = testSigner(1, algorithm);
    const key = { algorithm, raw: signer.publicKeyRaw };
    expect(Buffer.from(encodeSpki(key)).equals(der)).toBe(true);
    expect(decodeSpki(der)).toEqual({ algorithm, raw: Uint8Array.from(signer.publicKeyRaw) });
    expect(keyIdOf(key, crypto)).toBe(signer.keyId);
    expect(() => decodeSpki(der.subarray(1))).toThrow(FormatError);
    expect(() => encodeSpki({ algorithm, raw: key.raw.subarray(1) })).toThrow(FormatError);
  });
});

describe('timestamps', () => {
  it('have one spelling', () => {
    expect(isTimestamp('2026-01-01T00:00:00.000Z')).toBe(true);
    expect(timestampOf(timestampMs('2026-01-01T00:00:00.000Z'))).toBe('2026-01-01T00:00:00.000Z');
    const wrong = [
      '2026-01-01T00:00:00Z',
      '2026-02-30T00:00:00.000Z',
      '2026-01-01T00:00:00.000+00:00',
      '2026-01-01',
      7,
      null,
    ];
    for (const text of wrong) expect(isTimestamp(text)).toBe(false);
  });
});
