// SPDX-License-Identifier: Apache-2.0
import { policySha256 } from '@plumbline/core/ledger/policy.ts';
import { fromBase64 } from '@plumbline/core/seal/base64.ts';
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { type DsseEnvelope, envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { canonicalize } from 'json-canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listed, QUORUM, termsAt } from '../../packages/core/test/ledger/anchored.ts';
import { crypto, issue, KEYS, POLICY_0, POLICY_1, START_MS } from '../../packages/core/test/ledger/test-log.ts';
import { buildGoChecker, type GoChecker } from './go-checker.ts';

const NOW_MS = START_MS + 60_000;
const certificate = issue(7, START_MS);
const terms = termsAt(NOW_MS);
const good = listed(certificate, terms);

let go: GoChecker;
beforeAll(() => {
  go = buildGoChecker();
});
afterAll(() => go.close());

interface Changes {
  readonly policy?: unknown;
  readonly certificate?: DsseEnvelope;
  readonly payload?: Uint8Array;
  readonly nowMs?: number;
}

function judged(envelope: DsseEnvelope, changes: Changes = {}): string | undefined {
  const question = {
    Op: 'ratification',
    Data: changes.payload ?? envelopePayload(envelope),
    Signatures: envelope.signatures.map(({ sig }) => fromBase64(sig)),
    Policy: utf8(canonicalize(changes.policy ?? POLICY_1)),
    Certificate: envelopePayload(changes.certificate ?? certificate),
    NowMs: changes.nowMs ?? NOW_MS,
  };
  return go.ask([question])[0];
}

const [a, b] = KEYS.council;

describe('[strangers] a ratification, judged by Go: its Ed25519, X.509, SHA-256 and JSON', () => {
  it('is accepted with two of the council and the authority', () => {
    expect(judged(good)).toBe('ok');
    expect(judged(listed(certificate, terms, [a, b, KEYS.authority]))).toBe('ok');
  });

  const payload = envelopePayload(good);
  const changed = payload.map((byte, at) => (at === payload.length - 30 ? byte ^ 1 : byte));
  const refusals: [string, string | RegExp, () => string | undefined][] = [
    [
      'a duplicate council signature',
      'refused: council: 1 of 2',
      () => judged(listed(certificate, terms, [a, a, KEYS.authority])),
    ],
    ['one of the council', 'refused: council: 1 of 2', () => judged(listed(certificate, terms, [a, KEYS.authority]))],
    ['no authority', 'refused: authority: 0 of 1', () => judged(listed(certificate, terms, [a, b]))],
    [
      'the authority in place of a member',
      'refused: council: 1 of 2',
      () => judged(listed(certificate, terms, [a, KEYS.authority, KEYS.stranger])),
    ],
    [
      'an old epoch',
      'refused: under another policy',
      () => judged(listed(certificate, { ...terms, epoch: 0, policy_sha256: policySha256(POLICY_0, crypto) })),
    ],
    ['a policy with other keys', 'refused: under another policy', () => judged(good, { policy: POLICY_0 })],
    ['another certificate', 'refused: about something else', () => judged(good, { certificate: issue(8, START_MS) })],
    ['a changed payload', /^refused: /, () => judged(good, { payload: changed })],
    ['an expiry in the past', 'refused: no approval in force', () => judged(good, { nowMs: NOW_MS + 25 * 3_600_000 })],
    [
      'a rejection',
      'refused: no approval in force',
      () => judged(listed(certificate, { ...terms, decision: 'reject' }, QUORUM)),
    ],
  ];
  it.each(refusals)('is refused with %s', (_what, reason, judge) => {
    expect(judge()).toMatch(reason);
  });
});
