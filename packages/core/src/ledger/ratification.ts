// SPDX-License-Identifier: Apache-2.0
/** Whether a ratification counts: signatures, policy, epoch, time, nonce and veto, each refusal with its own reason. */
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { type DsseEnvelope, IN_TOTO_PAYLOAD_TYPE } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { type Ratification, ratificationHash, ratificationOf } from '../seal/ratification-statement.ts';
import { keyIdOf } from '../seal/spki.ts';
import type { EntrySignature } from './entry.ts';
import { countRole, meetsThreshold, type ReadPolicy, roleOf } from './policy.ts';
import { envelopeSigners, type SignerProblem } from './signers.ts';

export type RatificationRefusal =
  | SignerProblem
  | 'malformed'
  | 'wrong_log'
  | 'epoch'
  | 'policy'
  | 'expired'
  | 'replayed'
  | 'unknown_issuer'
  | 'key_in_two_roles'
  | 'signer_without_vote'
  | 'threshold'
  | 'authority_missing'
  | 'rejected'
  | 'vetoed';

export interface RatificationContext {
  /** The policy in force. */
  readonly policy: ReadPolicy;
  readonly origin: string;
  readonly nowMs: number;
  /** Whether an accepted or recorded ratification has used this nonce. */
  readonly hasNonce: (nonce: string) => boolean;
  /** Rejections signed by the authority under this policy, as they were recorded. */
  readonly vetoes: readonly Ratification[];
}

export interface AcceptedRatification {
  readonly accepted: true;
  readonly ratification: Ratification;
  /** What anchors name. */
  readonly sha256: string;
  /** In the order of the envelope: these go into the entry header. */
  readonly signatures: readonly EntrySignature[];
}

export interface RefusedRatification {
  readonly accepted: false;
  readonly reason: RatificationRefusal;
  readonly detail: string;
  /** A rejection that the authority signed: record it, since it stops later approvals of the same subjects. */
  readonly veto: { readonly ratification: Ratification; readonly signatures: readonly EntrySignature[] } | null;
}

export type RatificationVerdict = AcceptedRatification | RefusedRatification;

/** Judges a submitted envelope. Never throws for what a stranger sent. */
export function acceptRatification(
  envelope: DsseEnvelope,
  context: RatificationContext,
  crypto: Crypto,
): RatificationVerdict {
  try {
    return judge(envelope, context, crypto);
  } catch (error) {
    if (error instanceof FormatError) return refuse('malformed', error.message);
    throw error;
  }
}

function judge(envelope: DsseEnvelope, context: RatificationContext, crypto: Crypto): RatificationVerdict {
  if (envelope.payloadType !== IN_TOTO_PAYLOAD_TYPE) return refuse('malformed', 'the payload is of another type');
  const ratification = ratificationOf(envelope);
  const stale = staleness(ratification, context);
  if (stale) return stale;
  const { policy } = context;
  const known = Object.values(policy.keys).flat();
  const signers = envelopeSigners(envelope, known, crypto);
  if (!signers.ok) return refuse(signers.reason, signers.detail);
  if (context.hasNonce(ratification.predicate.nonce)) return refuse('replayed', 'the nonce was used before');
  const unfit = voteProblem(policy, signers.keys) ?? issuerProblem(ratification, policy, crypto);
  if (unfit) return unfit;
  if (ratification.predicate.decision === 'reject') {
    if (countRole(policy, 'authority', signers.keys) === 0) return refuse('rejected', 'council members reject it');
    const { signatures } = signers;
    return { ...refuse('vetoed', 'the authority rejects it'), veto: { ratification, signatures } };
  }
  if (context.vetoes.some((veto) => overlaps(veto, ratification)))
    return refuse('vetoed', 'the authority has vetoed it');
  const short = shortOf(policy, signers.keys);
  if (short) return short;
  return { accepted: true, ratification, sha256: ratificationHash(envelope, crypto), signatures: signers.signatures };
}

function staleness({ predicate }: Ratification, context: RatificationContext): RefusedRatification | null {
  const { policy, origin, nowMs } = context;
  if (predicate.log_origin !== origin) return refuse('wrong_log', `it is for ${predicate.log_origin}`);
  if (predicate.epoch !== policy.policy.epoch) return refuse('epoch', `the epoch is ${policy.policy.epoch}`);
  if (predicate.policy_sha256 !== policy.sha256) return refuse('policy', 'it names another policy');
  if (Date.parse(predicate.expires) <= nowMs) return refuse('expired', `it expired at ${predicate.expires}`);
  return null;
}

function voteProblem(policy: ReadPolicy, signers: readonly PublicKey[]): RefusedRatification | null {
  for (const key of signers) {
    const role = roleOf(policy, key);
    if (role !== 'council' && role !== 'authority') return refuse('signer_without_vote', `a key of ${role} has signed`);
  }
  const votes = countRole(policy, 'council', signers) + countRole(policy, 'authority', signers);
  // A policy that was read has no such key; a count that differs means that it was put together by hand.
  return votes === signers.length ? null : refuse('key_in_two_roles', 'a key counts twice');
}

function issuerProblem(
  { form, subjects }: Ratification,
  policy: ReadPolicy,
  crypto: Crypto,
): RefusedRatification | null {
  if (form === 'listed') return null;
  const issuer = subjects[0]?.digest.sha256;
  if (policy.keys.issuer.some((key) => keyIdOf(key, crypto) === issuer)) return null;
  return refuse('unknown_issuer', 'the window is for a key that issues nothing here');
}

function shortOf(policy: ReadPolicy, signers: readonly PublicKey[]): RefusedRatification | null {
  const { council, authority } = policy.policy.roles;
  if (!meetsThreshold(policy, 'council', signers)) {
    return refuse('threshold', `${countRole(policy, 'council', signers)} of ${council.threshold} council members`);
  }
  if (!meetsThreshold(policy, 'authority', signers)) {
    return refuse('authority_missing', `${countRole(policy, 'authority', signers)} of ${authority.threshold} signed`);
  }
  return null;
}

function overlaps(veto: Ratification, other: Ratification): boolean {
  const shared = veto.subjects.some((a) => other.subjects.some((b) => a.digest.sha256 === b.digest.sha256));
  if (!shared || veto.form !== other.form) return false;
  if (veto.form === 'listed') return true;
  const [a, b] = [veto.predicate, other.predicate];
  return (a.from as string) < (b.until as string) && (b.from as string) < (a.until as string);
}

export interface CoveredCertificate {
  readonly certId: string;
  readonly payloadSha256: string;
  /** Of the Ed25519 issuer key that signed it. */
  readonly issuerKeyId: string;
  readonly issuedAt: string;
}

/** Whether a ratification (or a veto) speaks of this certificate. */
export function coversCertificate(
  { form, subjects, predicate }: Ratification,
  certificate: CoveredCertificate,
): boolean {
  if (form === 'listed') {
    const { certId, payloadSha256 } = certificate;
    return subjects.some(({ name, digest }) => name === certId && digest.sha256 === payloadSha256);
  }
  const { issuerKeyId, issuedAt } = certificate;
  const inWindow = (predicate.from as string) <= issuedAt && issuedAt < (predicate.until as string);
  return inWindow && subjects[0]?.digest.sha256 === issuerKeyId;
}

/** Why a certificate may not be anchored under an accepted ratification at this moment; null when it may. */
export function anchoringProblem(
  ratification: Ratification,
  certificate: CoveredCertificate,
  context: Pick<RatificationContext, 'policy' | 'nowMs' | 'vetoes'>,
): 'not_covered' | 'rejected' | 'expired' | 'epoch' | 'policy' | 'vetoed' | null {
  const { predicate } = ratification;
  const { policy, nowMs, vetoes } = context;
  if (predicate.decision !== 'approve') return 'rejected';
  if (!coversCertificate(ratification, certificate)) return 'not_covered';
  if (predicate.epoch !== policy.policy.epoch) return 'epoch';
  if (predicate.policy_sha256 !== policy.sha256) return 'policy';
  if (Date.parse(predicate.expires) <= nowMs) return 'expired';
  return vetoes.some((veto) => coversCertificate(veto, certificate)) ? 'vetoed' : null;
}

function refuse(reason: RatificationRefusal, detail: string): RefusedRatification {
  return { accepted: false, reason, detail, veto: null };
}
