// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readLogged } from '../../src/ledger/logged.ts';
import { type Policy, policyKeyText, policySha256, readPolicy, roleOf } from '../../src/ledger/policy.ts';
import {
  extendPolicyChain,
  judgePolicy,
  keyHeldRole,
  openPolicyChain,
  type PolicyChain,
  policyAt,
} from '../../src/ledger/policy-chain.ts';
import type { Signer } from '../../src/seal/crypto.ts';
import { signerKey } from '../../src/seal/crypto.ts';
import type { DsseEnvelope } from '../../src/seal/dsse.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { policyStatement } from '../../src/seal/ledger-statements.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { testSigner } from '../seal/test-keys.ts';
import { WITNESS_VKEY } from './anchored.ts';
import {
  crypto,
  freshLog,
  governedLog,
  KEYS,
  ORIGIN,
  POLICY_0,
  POLICY_1,
  START_MS,
  saltOf,
  type TestLog,
} from './test-log.ts';

const logged = (log: TestLog, seq: number, type: 'genesis' | 'policy') =>
  readLogged(type, type, log.headers[seq] as Uint8Array, log.statements[seq] as DsseEnvelope, crypto);
const chainOf = (log: TestLog, ...seqs: number[]): PolicyChain =>
  seqs.reduce(
    (chain, seq) => extendPolicyChain(chain, logged(log, seq, 'policy'), ORIGIN, crypto),
    openPolicyChain(logged(log, 0, 'genesis'), logged(log, 1, 'policy'), ORIGIN, crypto),
  );

const NEW_COUNCIL = [testSigner(21), testSigner(22), testSigner(23)];
const keyed = (signers: readonly Signer[], threshold: number) => ({
  threshold,
  keys: signers.map((signer) => policyKeyText(signerKey(signer))),
});
const POLICY_2: Policy = {
  ...POLICY_1,
  epoch: 2,
  roles: { ...POLICY_1.roles, council: keyed(NEW_COUNCIL, 2) },
  prev_policy_sha256: policySha256(POLICY_1, crypto),
};

const judge = (
  chain: PolicyChain,
  policy: Policy,
  signers: readonly Signer[],
  atMs = START_MS + 9000,
  origin = ORIGIN,
) => {
  const statement = policyStatement({ log_origin: ORIGIN, policy }, saltOf(1), crypto);
  const verdict = judgePolicy(statement, signers.map(signerKey), chain, origin, atMs, crypto);
  return verdict.ok ? 'accepted' : verdict.reason;
};

describe('readPolicy', () => {
  const roles = POLICY_1.roles;
  const council = roles.council;
  it.each<[string, unknown]>([
    ['another version', { ...POLICY_1, v: 2 }],
    ['no epoch', { ...POLICY_1, epoch: -1 }],
    ['no predecessor', { ...POLICY_1, prev_policy_sha256: null }],
    ['a missing role', { ...POLICY_1, roles: { council } }],
    ['a threshold of zero', { ...POLICY_1, roles: { ...roles, council: { ...council, threshold: 0 } } }],
    ['fewer keys than the threshold', { ...POLICY_1, roles: { ...roles, council: { ...council, threshold: 4 } } }],
    ['an empty council after epoch 0', { ...POLICY_1, roles: { ...roles, council: POLICY_0.roles.council } }],
    ['a key in two roles', { ...POLICY_1, roles: { ...roles, authority: { threshold: 1, keys: [council.keys[0]] } } }],
    [
      'a key twice in one role',
      { ...POLICY_1, roles: { ...roles, council: { threshold: 2, keys: [council.keys[0], council.keys[0]] } } },
    ],
    ['a council key that is not Ed25519', { ...POLICY_1, roles: { ...roles, council: keyed([KEYS.logPq], 1) } }],
    ['a key that is none', { ...POLICY_1, roles: { ...roles, council: { threshold: 1, keys: ['AAAA'] } } }],
    ['a quorum that nobody can reach', { ...POLICY_1, witness: { quorum: 2, keys: [WITNESS_VKEY] } }],
  ])('refuses %s', (_what, value) => {
    expect(() => readPolicy(value, crypto)).toThrow(FormatError);
  });

  it('refuses a witness that is a council member too, and keeps witnesses of unknown algorithms', () => {
    const witness = { quorum: 1, keys: [WITNESS_VKEY] };
    expect(readPolicy({ ...POLICY_1, witness }, crypto).witnesses).toHaveLength(1);
    const both = { ...POLICY_1, witness, roles: { ...roles, authority: keyed([KEYS.witness], 1) } };
    expect(() => readPolicy(both, crypto)).toThrow(/two roles/);
  });

  it('tells the role of a key', () => {
    const policy = readPolicy(POLICY_1, crypto);
    expect(roleOf(policy, signerKey(KEYS.authority))).toBe('authority');
    expect(roleOf(policy, signerKey(KEYS.stranger))).toBeNull();
  });
});

describe('policy chain', () => {
  it('begins with what genesis pins, signed by the anchor key', () => {
    const log = freshLog();
    expect(chainOf(log)).toHaveLength(1);
    const [genesis, policy] = [logged(log, 0, 'genesis'), logged(log, 1, 'policy')];
    expect(() => openPolicyChain(genesis, policy, 'other.example/log', crypto)).toThrow(/another log/);
    expect(() => openPolicyChain({ ...genesis, signers: [signerKey(KEYS.log)] }, policy, ORIGIN, crypto)).toThrow(
      /anchor/,
    );
    const other = freshLog();
    other.policy({ ...POLICY_0, not_before: timestampOf(START_MS + 1) }, [KEYS.anchor]);
    const swapped = logged(other, 3, 'policy');
    const moved = { ...swapped, header: { ...swapped.header, seq: 1 } };
    expect(() => openPolicyChain(genesis, moved, ORIGIN, crypto)).toThrow(/another policy/);
  });

  it('takes the first council with its own threshold, the authority and the anchor key', () => {
    const chain = chainOf(freshLog());
    const [a, b] = KEYS.council;
    expect(judge(chain, POLICY_1, [KEYS.anchor, a, b, KEYS.authority])).toBe('accepted');
    expect(judge(chain, POLICY_1, [a, b, KEYS.authority])).toBe('anchor_missing');
    expect(judge(chain, POLICY_1, [KEYS.anchor, a, KEYS.authority])).toBe('threshold_new_council');
    expect(judge(chain, POLICY_1, [KEYS.anchor, a, a, KEYS.authority])).toBe('threshold_new_council');
    expect(judge(chain, POLICY_1, [KEYS.anchor, a, b])).toBe('threshold_new_authority');
  });

  it('needs the thresholds of the old and of the new policy after that', () => {
    const chain = chainOf(governedLog(), 3);
    const [a, b] = KEYS.council;
    const [x, y] = NEW_COUNCIL as [Signer, Signer, Signer];
    expect(judge(chain, POLICY_2, [a, b, x, y, KEYS.authority])).toBe('accepted');
    expect(judge(chain, POLICY_2, [a, x, y, KEYS.authority])).toBe('threshold_old_council');
    expect(judge(chain, POLICY_2, [a, b, x, KEYS.authority])).toBe('threshold_new_council');
    expect(judge(chain, POLICY_2, [KEYS.anchor, x, y, KEYS.authority])).toBe('threshold_old_council');
    const newAuthority = testSigner(31);
    const handover = { ...POLICY_2, roles: { ...POLICY_2.roles, authority: keyed([newAuthority], 1) } };
    expect(judge(chain, handover, [a, b, x, y, newAuthority])).toBe('threshold_old_authority');
    expect(judge(chain, handover, [a, b, x, y, newAuthority, KEYS.authority])).toBe('accepted');
  });

  it('refuses a wrong epoch, predecessor, log or moment, and keys that change their role', () => {
    const chain = chainOf(governedLog(), 3);
    const all = [...KEYS.council, ...NEW_COUNCIL, KEYS.authority];
    expect(judge(chain, POLICY_1, all)).toBe('epoch');
    expect(judge(chain, { ...POLICY_2, epoch: 3 }, all)).toBe('epoch');
    expect(judge(chain, { ...POLICY_2, prev_policy_sha256: 'a'.repeat(64) }, all)).toBe('prev_policy');
    expect(judge(chain, { ...POLICY_2, not_before: timestampOf(START_MS + 60_000) }, all)).toBe('not_before');
    expect(judge(chain, POLICY_2, all, START_MS + 9000, 'other.example/log')).toBe('wrong_log');
    expect(judge(chain, { ...POLICY_2, v: 2 } as unknown as Policy, all)).toBe('malformed');
    const promoted = { ...POLICY_2, roles: { ...POLICY_2.roles, authority: keyed([KEYS.council[0]], 1) } };
    expect(judge(chain, promoted, all)).toBe('role_changed');
  });

  it('says which policy was in force, and whether a key held a role then', () => {
    const log = governedLog();
    const chain = chainOf(log, 3);
    expect([0, 1, 2, 3, 99].map((seq) => policyAt(chain, seq).policy.epoch)).toEqual([0, 0, 0, 1, 1]);
    expect(keyHeldRole(chain, 'council', signerKey(KEYS.council[0]), timestampOf(START_MS + 2000))).toBe(false);
    expect(keyHeldRole(chain, 'council', signerKey(KEYS.council[0]), timestampOf(START_MS + 3000))).toBe(true);
  });
});

describe('readLogged', () => {
  it('refuses another payload, another type, a duplicate and a wrong signature', () => {
    const log = freshLog();
    const [entry, other] = [log.headers[1] as Uint8Array, log.headers[0] as Uint8Array];
    const [statement, genesis] = [log.statements[1] as DsseEnvelope, log.statements[0] as DsseEnvelope];
    expect(() => readLogged('policy', 'policy', entry, genesis, crypto)).toThrow(/another payload/);
    expect(() => readLogged('policy', 'policy', other, genesis, crypto)).toThrow(/of type genesis/);
    expect(() => readLogged('key', 'policy', entry, statement, crypto)).toThrow(/is no key/);
    const twice = freshLog();
    twice.policy(POLICY_0, [KEYS.anchor, KEYS.anchor]);
    expect(() => logged(twice, 3, 'policy')).toThrow(/duplicate_signer/);
  });
});
