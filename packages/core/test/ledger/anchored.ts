// SPDX-License-Identifier: Apache-2.0
/** The whole life of a certificate up to its anchor, on a log in memory, and the bundle that proves it. */
import { parseCheckpoint } from '../../src/ledger/checkpoint.ts';
import { cosign } from '../../src/ledger/cosignature.ts';
import { type IronBundleJson, ironBundleJson, type ProvenEntry } from '../../src/ledger/iron-bundle.ts';
import { withSignatures } from '../../src/ledger/note.ts';
import { policySha256 } from '../../src/ledger/policy.ts';
import { sigstoreBundleJson } from '../../src/ledger/sigstore-bundle.ts';
import { formatTlogProof } from '../../src/ledger/tlog-proof.ts';
import { logVerifierKey, verifierKey } from '../../src/ledger/vkey.ts';
import { parseCertificate } from '../../src/seal/certificate.ts';
import { type Signer, signerKey } from '../../src/seal/crypto.ts';
import { type DsseEnvelope, envelopePayload, signEnvelope } from '../../src/seal/dsse.ts';
import { anchorStatement } from '../../src/seal/ledger-statements.ts';
import {
  listedRatification,
  type RatificationTerms,
  ratificationHash,
  windowRatification,
} from '../../src/seal/ratification-statement.ts';
import { statementBytes } from '../../src/seal/statement.ts';
import { timestampOf } from '../../src/seal/timestamp.ts';
import { crypto, governedLog, issue, KEYS, nonceOf, ORIGIN, POLICY_1, saltOf, type TestLog } from './test-log.ts';

export const DAY_MS = 24 * 3600 * 1000;
export const WITNESS_NAME = 'witness.example/w1';

export function termsAt(nowMs: number, changes: Partial<RatificationTerms> = {}): RatificationTerms {
  return {
    decision: 'approve',
    epoch: 1,
    policy_sha256: policySha256(POLICY_1, crypto),
    expires: timestampOf(nowMs + DAY_MS),
    nonce: nonceOf(1),
    log_origin: ORIGIN,
    ...changes,
  };
}

export const QUORUM: readonly Signer[] = [KEYS.council[0], KEYS.council[2], KEYS.authority];

export function listed(certificate: DsseEnvelope, terms: RatificationTerms, signers = QUORUM): DsseEnvelope {
  const { predicate, payloadSha256 } = parseCertificate(envelopePayload(certificate), crypto);
  const statement = listedRatification(terms, [{ certId: predicate.cert_id, payloadSha256 }], saltOf(500));
  return signEnvelope(statementBytes(statement), signers);
}

export function windowed(terms: RatificationTerms, fromMs: number, untilMs: number, signers = QUORUM): DsseEnvelope {
  const window = { from: timestampOf(fromMs), until: timestampOf(untilMs) };
  return signEnvelope(statementBytes(windowRatification(terms, KEYS.issuer.keyId, window, saltOf(501))), signers);
}

export function anchorOf(certificate: DsseEnvelope, ratification: DsseEnvelope, changes: object = {}) {
  const { predicate, payloadSha256, commitment } = parseCertificate(envelopePayload(certificate), crypto);
  const facts = {
    log_origin: ORIGIN,
    cert_id: predicate.cert_id,
    commitment,
    ratification_sha256: ratificationHash(ratification, crypto),
    policy_sha256: policySha256(POLICY_1, crypto),
    ...changes,
  };
  return anchorStatement(facts, payloadSha256, saltOf(502));
}

export interface Anchored {
  readonly log: TestLog;
  readonly certificate: DsseEnvelope;
  readonly ratification: DsseEnvelope;
  readonly ratificationSeq: number;
  readonly anchorSeq: number;
  readonly note: string;
}

export interface Variant {
  readonly form?: 'listed' | 'window';
  readonly terms?: Partial<RatificationTerms>;
  readonly signers?: readonly Signer[];
  readonly anchorChanges?: object;
  readonly anchorSigner?: Signer;
  readonly issuers?: readonly Signer[];
  readonly cosigned?: boolean;
}

/** Some entries before and after, so that the proofs have something to prove. */
export function anchored(variant: Variant = {}): Anchored {
  const log = governedLog();
  for (let i = 0; i < 5; i++) log.heartbeat();
  const certificate = issue(7, log.nowMs, variant.issuers);
  const terms = termsAt(log.nowMs, variant.terms);
  const signers = variant.signers ?? QUORUM;
  const ratification =
    variant.form === 'window'
      ? windowed(terms, log.nowMs - 1000, log.nowMs + DAY_MS, signers)
      : listed(certificate, terms, signers);
  const ratificationSeq = log.appendEnvelope('ratification', 'rat_1', ratification, signers);
  const anchorSeq = log.append({
    type: 'anchor',
    subject: 'cert_7',
    statement: anchorOf(certificate, ratification, variant.anchorChanges),
    signers: [variant.anchorSigner ?? KEYS.anchor],
  });
  for (let i = 0; i < 7; i++) log.heartbeat();
  let note = log.publish();
  if (variant.cosigned) note = withSignatures(note, [cosignLine(note)]);
  return { log, certificate, ratification, ratificationSeq, anchorSeq, note };
}

export function cosignLine(note: string, signer: Signer = KEYS.witness, timeS = 1767225600): string {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  return cosign(text, WITNESS_NAME, signer, timeS, crypto);
}

export const WITNESS_VKEY = verifierKey(WITNESS_NAME, 4, KEYS.witness.publicKeyRaw, crypto).text;
export const LOG_VKEY = logVerifierKey(ORIGIN, signerKey(KEYS.log), crypto);

/** @param policySeqs genesis and the policies that the bundle proves */
export async function ironOf(
  { log, certificate, ratificationSeq, anchorSeq, note }: Anchored,
  policySeqs: readonly number[] = [0, 1, 3],
): Promise<IronBundleJson> {
  const proven = async (seq: number): Promise<ProvenEntry> => ({
    entry: log.headers[seq] as Uint8Array,
    statement: log.statements[seq] as DsseEnvelope,
    path: await log.inclusion(seq),
  });
  const bundle = {
    certificate,
    ratification: await proven(ratificationSeq),
    policyChain: await Promise.all(policySeqs.map(proven)),
    anchor: { entry: log.headers[anchorSeq] as Uint8Array, statement: log.statements[anchorSeq] as DsseEnvelope },
    witnessVkeys: [WITNESS_VKEY],
  };
  return ironBundleJson(bundle, await tlogProofOf({ log, anchorSeq, note }));
}

export async function tlogProofOf({
  log,
  anchorSeq,
  note,
}: Pick<Anchored, 'log' | 'anchorSeq' | 'note'>): Promise<string> {
  const extra = log.headers[anchorSeq] as Uint8Array;
  return formatTlogProof({ extra, index: anchorSeq, path: await log.inclusion(anchorSeq), checkpoint: note });
}

export async function sigstoreOf({ log, anchorSeq, note }: Pick<Anchored, 'log' | 'anchorSeq' | 'note'>) {
  const parts = {
    statement: log.statements[anchorSeq] as DsseEnvelope,
    entry: log.headers[anchorSeq] as Uint8Array,
    index: anchorSeq,
    path: await log.inclusion(anchorSeq),
    checkpoint: note,
  };
  return sigstoreBundleJson(parts, parseCheckpoint(note), LOG_VKEY.keyHash);
}
