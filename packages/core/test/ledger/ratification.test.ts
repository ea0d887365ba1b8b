// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { policySha256, readPolicy } from '../../src/ledger/policy.ts';
import {
  acceptRatification,
  anchoringProblem,
  type RatificationContext,
  type RatificationRefusal,
} from '../../src/ledger/ratification.ts';
import { parseCertificate } from '../../src/seal/certificate.ts';
import { addSignature, type DsseEnvelope, envelopePayload, signEnvelope } from '../../src/seal/dsse.ts';
import { type RatificationTerms, ratificationHash, windowRatification } from '../../src/seal/ratification-statement.ts';
import { statementBytes } from '../../src/seal/statement.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { DAY_MS, listed, QUORUM, termsAt, windowed } from './anchored.ts';
import { crypto, issue, KEYS, nonceOf, ORIGIN, POLICY_0, POLICY_1, START_MS, saltOf } from './test-log.ts';

const NOW = START_MS + 3600_000;
const certificate = issue(7, NOW);
const [a, b, c] = KEYS.council;
const context: RatificationContext = {
  policy: readPolicy(POLICY_1, crypto),
  origin: ORIGIN,
  nowMs: NOW,
  hasNonce: () => false,
  vetoes: [],
};
const outcome = (
  envelope: DsseEnvelope,
  changes: Partial<RatificationContext> = {},
): RatificationRefusal | 'accepted' => {
  const verdict = acceptRatification(envelope, { ...context, ...changes }, crypto);
  return verdict.accepted ? 'accepted' : verdict.reason;
};
const withTerms = (changes: Partial<RatificationTerms>) => listed(certificate, termsAt(NOW, changes));

describe('acceptRatification', () => {
  it('takes both forms with the quorum and the authority, in any order of signing', () => {
    expect(outcome(listed(certificate, termsAt(NOW)))).toBe('accepted');
    expect(outcome(windowed(termsAt(NOW), NOW - DAY_MS, NOW + DAY_MS))).toBe('accepted');
    const envelope = listed(certificate, termsAt(NOW), [KEYS.authority, c, a]);
    const verdict = acceptRatification(envelope, context, crypto);
    if (!verdict.accepted) throw new Error(verdict.detail);
    expect(verdict.sha256).toBe(ratificationHash(listed(certificate, termsAt(NOW), QUORUM), crypto));
    expect(verdict.signatures).toHaveLength(3);
  });

  it.each<[RatificationRefusal, DsseEnvelope]>([
    ['wrong_log', withTerms({ log_origin: 'other.example/log' })],
    ['epoch', withTerms({ epoch: 0, policy_sha256: policySha256(POLICY_0, crypto) })],
    ['epoch', withTerms({ epoch: 2 })],
    ['policy', withTerms({ policy_sha256: 'e'.repeat(64) })],
    ['expired', withTerms({ expires: timestampOf(NOW) })],
    ['threshold', listed(certificate, termsAt(NOW), [a, KEYS.authority])],
    ['threshold', listed(certificate, termsAt(NOW), [KEYS.authority])],
    ['authority_missing', listed(certificate, termsAt(NOW), [a, b, c])],
    ['duplicate_signer', listed(certificate, termsAt(NOW), [a, a, KEYS.authority])],
    ['unknown_signer', listed(certificate, termsAt(NOW), [a, b, KEYS.authority, KEYS.stranger])],
    ['signer_without_vote', listed(certificate, termsAt(NOW), [a, b, KEYS.authority, KEYS.anchor])],
    ['unsigned', listed(certificate, termsAt(NOW), [])],
    ['rejected', listed(certificate, termsAt(NOW, { decision: 'reject' }), [a, b])],
    ['vetoed', listed(certificate, termsAt(NOW, { decision: 'reject' }), [KEYS.authority])],
    ['malformed', withTerms({ nonce: 'short' })],
    ['malformed', { ...listed(certificate, termsAt(NOW)), payloadType: 'text/plain' }],
    ['malformed', { ...listed(certificate, termsAt(NOW)), payload: '' }],
  ])('refuses with %s', (reason, envelope) => {
    expect(outcome(envelope)).toBe(reason);
  });

  it('refuses a nonce that was used before', () => {
    expect(outcome(listed(certificate, termsAt(NOW)), { hasNonce: (nonce) => nonce === nonceOf(1) })).toBe('replayed');
  });

  it('refuses a window of a key that is no issuer', () => {
    const window = { from: timestampOf(NOW), until: timestampOf(NOW + DAY_MS) };
    const statement = windowRatification(termsAt(NOW), KEYS.log.keyId, window, saltOf(1));
    expect(outcome(signEnvelope(statementBytes(statement), QUORUM))).toBe('unknown_issuer');
  });

  it('refuses signatures over other bytes, and keys under swapped ids', () => {
    const envelope = listed(certificate, termsAt(NOW));
    const other = listed(certificate, termsAt(NOW, { nonce: nonceOf(2) }));
    expect(outcome({ ...envelope, signatures: other.signatures })).toBe('bad_signature');
    const [first, second, third] = envelope.signatures;
    if (!first || !second || !third) throw new Error('three signatures');
    const swapped = [{ ...first, keyid: second.keyid }, { ...second, keyid: first.keyid }, third];
    // The ids are hints: the keys behind the signatures decide, so a swap changes nothing.
    expect(outcome({ ...envelope, signatures: swapped })).toBe('accepted');
    const relabelled = [first, { ...first, keyid: second.keyid }, third];
    expect(outcome({ ...envelope, signatures: relabelled })).toBe('duplicate_signer');
    expect(outcome(addSignature(envelope, KEYS.stranger))).toBe('unknown_signer');
  });

  it('counts nothing under policy 0, which has neither council nor authority', () => {
    const terms = termsAt(NOW, { epoch: 0, policy_sha256: policySha256(POLICY_0, crypto) });
    expect(outcome(listed(certificate, terms), { policy: readPolicy(POLICY_0, crypto) })).toBe('unknown_signer');
  });

  it('counts a key that a hand-made policy puts into two roles for neither', () => {
    const policy = readPolicy(POLICY_1, crypto);
    const keys = { ...policy.keys, authority: [...policy.keys.authority, ...policy.keys.council.slice(0, 1)] };
    const envelope = listed(certificate, termsAt(NOW), [a, b]);
    expect(outcome(envelope, { policy: { ...policy, keys } })).toBe('key_in_two_roles');
  });

  it('lets the authority veto, by list and by window, and only what it named', () => {
    const rejected = (envelope: DsseEnvelope) => {
      const verdict = acceptRatification(envelope, context, crypto);
      if (verdict.accepted || !verdict.veto) throw new Error('no veto');
      return verdict.veto.ratification;
    };
    const reject = termsAt(NOW, { decision: 'reject', nonce: nonceOf(3) });
    const byList = rejected(listed(certificate, reject, [KEYS.authority]));
    expect(outcome(listed(certificate, termsAt(NOW)), { vetoes: [byList] })).toBe('vetoed');
    expect(outcome(listed(issue(8, NOW), termsAt(NOW)), { vetoes: [byList] })).toBe('accepted');
    const byWindow = rejected(windowed(reject, NOW, NOW + 1000, [KEYS.authority]));
    expect(outcome(windowed(termsAt(NOW), NOW - 1000, NOW + 1), { vetoes: [byWindow] })).toBe('vetoed');
    expect(outcome(windowed(termsAt(NOW), NOW - 1000, NOW), { vetoes: [byWindow] })).toBe('accepted');
  });
});

describe('anchoringProblem', () => {
  const { predicate, payloadSha256 } = parseCertificate(envelopePayload(certificate), crypto);
  const covered = {
    certId: predicate.cert_id,
    payloadSha256,
    issuerKeyId: KEYS.issuer.keyId,
    issuedAt: predicate.issued_at,
  };
  const read = (envelope: DsseEnvelope) => {
    const verdict = acceptRatification(envelope, context, crypto);
    if (!verdict.accepted) throw new Error(verdict.detail);
    return verdict.ratification;
  };
  const list = read(listed(certificate, termsAt(NOW)));
  const window = read(windowed(termsAt(NOW), NOW, NOW + 1000));

  it('allows what a list or a window covers', () => {
    expect(anchoringProblem(list, covered, context)).toBeNull();
    expect(anchoringProblem(window, covered, context)).toBeNull();
  });

  it('names why a certificate may not be anchored', () => {
    expect(anchoringProblem(list, { ...covered, payloadSha256: 'f'.repeat(64) }, context)).toBe('not_covered');
    expect(anchoringProblem(list, { ...covered, certId: 'cert_other' }, context)).toBe('not_covered');
    expect(anchoringProblem(window, { ...covered, issuedAt: timestampOf(NOW + 1000) }, context)).toBe('not_covered');
    expect(anchoringProblem(window, { ...covered, issuedAt: timestampOf(NOW - 1) }, context)).toBe('not_covered');
    expect(anchoringProblem(window, { ...covered, issuerKeyId: KEYS.log.keyId }, context)).toBe('not_covered');
    expect(anchoringProblem(window, covered, { ...context, nowMs: NOW + DAY_MS })).toBe('expired');
    const policy = readPolicy({ ...POLICY_1, epoch: 2 }, crypto);
    expect(anchoringProblem(window, covered, { ...context, policy })).toBe('epoch');
    const rejection = { ...list, predicate: { ...list.predicate, decision: 'reject' as const } };
    expect(anchoringProblem(window, covered, { ...context, vetoes: [rejection] })).toBe('vetoed');
    expect(anchoringProblem(rejection, covered, context)).toBe('rejected');
  });
});
