// SPDX-License-Identifier: Apache-2.0
/** A council of three, and THE_BRIDGE, signing offline for a running service. Their keys are out of fixed seeds. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Policy, policyKeyText } from '@plumbline/core/ledger/policy.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, signEnvelope } from '@plumbline/core/seal/dsse.ts';
import { keyStatement, policyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import {
  listedRatification,
  type RatificationTerms,
  windowRatification,
} from '@plumbline/core/seal/ratification-statement.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { type Statement, statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { testSigner } from '../../../core/test/seal/test-keys.ts';
import { createNodeCrypto, createNodeSigner } from '../../src/crypto.ts';
import { keyFile, LEDGER_KEYS_FOLDER } from '../../src/services/ledger-keys.ts';
import { post, type TestApp } from './test-app.ts';

export const crypto = createNodeCrypto();
export const COUNCIL = [testSigner(41), testSigner(42), testSigner(43)] as const;
export const BRIDGE = testSigner(44);
export const STRANGER = testSigner(45);
/** Two of the council, and the authority. */
export const QUORUM: readonly Signer[] = [COUNCIL[0], COUNCIL[2], BRIDGE];

const DAY_MS = 86_400_000;
let drawn = 0;
const fresh = () => crypto.sha256(Uint8Array.of(7, drawn++ & 255, drawn >> 8));
export const freshNonce = () => Buffer.from(fresh()).toString('base64url').slice(0, 24);

export const sign = (statement: Statement<object>, signers: readonly Signer[]): DsseEnvelope =>
  signEnvelope(statementBytes(statement), signers);

export const anchorKey = (app: TestApp): Signer =>
  createNodeSigner(createPrivateKey(readFileSync(keyFile(join(app.dataDir, LEDGER_KEYS_FOLDER), 'anchor'))));

export async function termsOf(app: TestApp) {
  return (await app.context.app.inject('/api/v1/ratifications')).json().data;
}

const role = (signers: readonly Signer[], threshold: number) => ({
  threshold,
  keys: signers.map((signer) => policyKeyText(signerKey(signer))),
});

/** The policy that follows the one in force, with this council. */
export async function nextPolicy(app: TestApp, changes: Partial<Policy> = {}): Promise<Statement<object>> {
  const { log_origin, policy, policy_sha256 } = await termsOf(app);
  const next = {
    ...policy,
    epoch: policy.epoch + 1,
    roles: { ...policy.roles, council: role(COUNCIL, 2), authority: role([BRIDGE], 1) },
    prev_policy_sha256: policy_sha256,
    ...changes,
  };
  return policyStatement({ log_origin, policy: next }, fresh(), crypto);
}

export const submit = (app: TestApp, envelope: DsseEnvelope) => post(app, '/api/v1/ratifications', { envelope });

/** Policy 1: signed by its council and authority, and by the key of the data folder. */
export async function installCouncil(app: TestApp) {
  return submit(app, sign(await nextPolicy(app), [anchorKey(app), COUNCIL[0], COUNCIL[1], BRIDGE]));
}

export async function terms(app: TestApp, changes: Partial<RatificationTerms> = {}): Promise<RatificationTerms> {
  const { log_origin, policy_epoch, policy_sha256 } = await termsOf(app);
  return {
    decision: 'approve',
    epoch: policy_epoch,
    policy_sha256,
    expires: timestampOf(app.context.ledger.nowMs() + DAY_MS),
    nonce: freshNonce(),
    log_origin,
    ...changes,
  };
}

interface Certified {
  readonly certificate_id: string;
  readonly envelope: DsseEnvelope;
}

export async function listed(
  app: TestApp,
  certificates: readonly Certified[],
  signers = QUORUM,
  changes: Partial<RatificationTerms> = {},
): Promise<DsseEnvelope> {
  const items = certificates.map(({ certificate_id, envelope }) => ({
    certId: certificate_id,
    payloadSha256: Buffer.from(crypto.sha256(Buffer.from(envelope.payload, 'base64'))).toString('hex'),
  }));
  return sign(listedRatification(await terms(app, changes), items, fresh()), signers);
}

export async function window(
  app: TestApp,
  fromMs: number,
  untilMs: number,
  signers = QUORUM,
  changes: Partial<RatificationTerms> = {},
): Promise<DsseEnvelope> {
  const { issuer_key_id } = await termsOf(app);
  const span = { from: timestampOf(fromMs), until: timestampOf(untilMs) };
  return sign(windowRatification(await terms(app, changes), issuer_key_id, span, fresh()), signers);
}

/** What `plumbline keys ledger rotate` writes: a key of the data folder names the next one, and both sign. */
export function rotationTo(app: TestApp, role: 'log' | 'issuer' | 'anchor', next: Signer): DsseEnvelope {
  const file = keyFile(join(app.dataDir, LEDGER_KEYS_FOLDER), role);
  const old = createNodeSigner(createPrivateKey(readFileSync(file)));
  const facts = {
    log_origin: app.context.ledger.origin,
    role,
    old_key_id: old.keyId,
    new_key_id: next.keyId,
    new_key: toBase64(encodeSpki(signerKey(next))),
    overlap_until: timestampOf(app.context.ledger.nowMs() + 30 * DAY_MS),
    reason: 'yearly',
  };
  return sign(keyStatement(facts, fresh()), [old, next]);
}
