// SPDX-License-Identifier: Apache-2.0
/** The statements beside ledger entries, one builder each. Every one is salted; subjects carry digests, never texts. */
import { utf8 } from './bytes.ts';
import type { Crypto } from './crypto.ts';
import { toHex } from './hex.ts';
import { canonicalJson } from './jcs.ts';
import { buildStatement, type Statement, subject } from './statement.ts';

type Salted<P> = Statement<P & { readonly salt: string }>;
type Hash = Pick<Crypto, 'sha256'>;

const digest = (text: string, crypto: Hash) => toHex(crypto.sha256(utf8(text)));

export interface GenesisPredicate {
  readonly origin: string;
  /** Hex SHA-256 of the canonical JSON of policy 0: the genesis hash pins it. */
  readonly policy_sha256: string;
  readonly software: string;
  readonly created_at: string;
}

/** Entry 0. Whoever pins its leaf hash pins the origin and the first policy. */
export function genesisStatement(facts: GenesisPredicate, salt: Uint8Array, crypto: Hash): Salted<GenesisPredicate> {
  return buildStatement('genesis', [subject('origin', digest(facts.origin, crypto))], facts, salt);
}

export interface PolicyPredicate<P extends object> {
  readonly log_origin: string;
  readonly policy: P;
}

/** A policy as JSON; `policy_sha256` is the digest of its subject. */
export function policyStatement<P extends object>(
  facts: PolicyPredicate<P>,
  salt: Uint8Array,
  crypto: Hash,
): Salted<PolicyPredicate<P>> {
  return buildStatement('policy', [subject('policy', digest(canonicalJson(facts.policy), crypto))], facts, salt);
}

export interface KeyPredicate {
  readonly log_origin: string;
  readonly role: string;
  readonly old_key_id: string;
  readonly new_key_id: string;
  /** Standard base 64 of the SPKI DER: what is submitted carries key ids, and nobody knows the new key yet. */
  readonly new_key?: string;
  /** Until then both log keys sign checkpoints. */
  readonly overlap_until: string;
  readonly reason: string;
}

/** Rotation of a key: the entry is signed by the old and the new key. */
export function keyStatement(facts: KeyPredicate, salt: Uint8Array): Salted<KeyPredicate> {
  return buildStatement('key', [subject('old', facts.old_key_id), subject('new', facts.new_key_id)], facts, salt);
}

export interface ConstitutionPredicate {
  readonly log_origin: string;
  readonly version: string;
}

export function constitutionStatement(
  facts: ConstitutionPredicate,
  constitutionHash: string,
  salt: Uint8Array,
): Salted<ConstitutionPredicate> {
  return buildStatement('constitution', [subject('constitution', constitutionHash)], facts, salt);
}

export interface AnchorPredicate {
  readonly log_origin: string;
  readonly cert_id: string;
  readonly commitment: string;
  /** Hex SHA-256 of the canonical JSON of the ratification envelope, its signatures sorted by keyid. */
  readonly ratification_sha256: string;
  readonly policy_sha256: string;
  readonly state: 'anchored';
}

export function anchorStatement(
  facts: Omit<AnchorPredicate, 'state'>,
  certificatePayloadSha256: string,
  salt: Uint8Array,
): Salted<AnchorPredicate> {
  const predicate = { ...facts, state: 'anchored' as const };
  return buildStatement('anchor', [subject(facts.cert_id, certificatePayloadSha256)], predicate, salt);
}

export interface RevocationPredicate {
  readonly log_origin: string;
  readonly cert_id: string;
  readonly revoked_at: string;
  readonly reason: string;
}

/** Entry type `revoke`. The subject is the certificate payload. */
export function revocationStatement(
  facts: RevocationPredicate,
  certificatePayloadSha256: string,
  salt: Uint8Array,
): Salted<RevocationPredicate> {
  return buildStatement('revocation', [subject(facts.cert_id, certificatePayloadSha256)], facts, salt);
}

export interface SupersessionPredicate {
  readonly log_origin: string;
  readonly cert_id: string;
  readonly superseded_by: string;
  readonly superseded_at: string;
}

/** Entry type `revoke` too: the older certificate no longer verifies, and says which one took its place. */
export function supersessionStatement(
  facts: SupersessionPredicate,
  payloadSha256: { readonly older: string; readonly newer: string },
  salt: Uint8Array,
): Salted<SupersessionPredicate> {
  const subjects = [subject(facts.cert_id, payloadSha256.older), subject(facts.superseded_by, payloadSha256.newer)];
  return buildStatement('supersession', subjects, facts, salt);
}

export interface HeartbeatPredicate {
  readonly log_origin: string;
  /** Size and root of the newest checkpoint when the heart beat. */
  readonly size: number;
  readonly root: string;
}

export function heartbeatStatement(facts: HeartbeatPredicate, salt: Uint8Array): Salted<HeartbeatPredicate> {
  return buildStatement('heartbeat', [subject('root', facts.root)], facts, salt);
}

export interface ErasurePredicate {
  readonly log_origin: string;
  /** The entry whose payload and salt were deleted; its header stays, so the spine does. */
  readonly seq: number;
  readonly legal_basis: string;
  /** Who decided it: an office rather than a name, since it is public. */
  readonly decided_by: string;
  readonly erased_at: string;
}

export function erasureStatement(
  facts: ErasurePredicate,
  leafHash: string,
  salt: Uint8Array,
): Salted<ErasurePredicate> {
  return buildStatement('erasure', [subject('entry', leafHash)], facts, salt);
}
