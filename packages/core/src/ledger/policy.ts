// SPDX-License-Identifier: Apache-2.0
/** The policy: who may sign what, and how many of them it takes. One canonical JSON object per epoch. */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { utf8 } from '../seal/bytes.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { isHex64, toHex } from '../seal/hex.ts';
import { canonicalJson } from '../seal/jcs.ts';
import { decodeSpki, encodeSpki, sameKey } from '../seal/spki.ts';
import { isRecord } from '../seal/statement.ts';
import { isTimestamp } from '../seal/timestamp.ts';
import { parseVerifierKey, type VerifierKey } from './vkey.ts';

/** `authority` is THE_BRIDGE: a human's key, offline. `anchor` is the online key that signs entries. */
export const ROLES = ['council', 'authority', 'anchor', 'issuer', 'log'] as const;
export type Role = (typeof ROLES)[number];

export interface RolePolicy {
  /** Distinct keys needed, at least 1. */
  readonly threshold: number;
  /** Standard base 64 of SPKI DER. Empty in policy 0: then the threshold can't be met. */
  readonly keys: readonly string[];
}

export interface Policy {
  readonly v: 1;
  readonly epoch: number;
  readonly not_before: string;
  readonly roles: Readonly<Record<Role, RolePolicy>>;
  /** Keys are verifier keys (`vkey.ts`); of an algorithm not known here they are kept and count for nothing. */
  readonly witness: { readonly quorum: number; readonly keys: readonly string[] };
  /** Null in policy 0. */
  readonly prev_policy_sha256: string | null;
}

/** A policy with its keys read. */
export interface ReadPolicy {
  readonly policy: Policy;
  /** Hex SHA-256 of the canonical JSON. */
  readonly sha256: string;
  readonly keys: Readonly<Record<Role, readonly PublicKey[]>>;
  readonly witnesses: readonly VerifierKey[];
}

const MAX_ROLE_KEYS = 32;
/** People sign on the ledger, whose headers carry Ed25519 only; issuer and log may have ML-DSA-44 beside it. */
const ED25519_ONLY: readonly Role[] = ['council', 'authority', 'anchor'];

export function policyKeyText(key: PublicKey): string {
  return toBase64(encodeSpki(key));
}

export function policySha256(policy: Policy, crypto: Pick<Crypto, 'sha256'>): string {
  return toHex(crypto.sha256(utf8(canonicalJson(policy))));
}

/** Reads and checks a policy by itself; how it follows another is `policy-chain.ts`. @throws FormatError */
export function readPolicy(value: unknown, crypto: Pick<Crypto, 'sha256'>): ReadPolicy {
  if (!isRecord(value) || value.v !== 1) throw problem('is no policy of version 1');
  const { epoch, not_before, roles, witness, prev_policy_sha256: previous } = value;
  if (!Number.isSafeInteger(epoch) || (epoch as number) < 0) throw problem('has no epoch');
  if (!isTimestamp(not_before)) throw problem('has no not_before');
  if (epoch === 0 ? previous !== null : !isHex64(previous)) throw problem('does not name the policy before it');
  if (!isRecord(roles) || Object.keys(roles).length !== ROLES.length) throw problem('has other roles than the five');
  const keys = {} as Record<Role, readonly PublicKey[]>;
  for (const role of ROLES) keys[role] = readRole(role, roles[role], epoch as number);
  const witnesses = readWitnesses(witness, crypto);
  assertOneRoleEach(keys, witnesses);
  const policy = value as unknown as Policy;
  return { policy, sha256: policySha256(policy, crypto), keys, witnesses };
}

const MEMBERS = ['v', 'epoch', 'not_before', 'roles', 'witness', 'prev_policy_sha256'];

/**
 * The first member that means nothing here, as a path; null where there is none. What is signed with it would say more to its
 * signers than to the ledger, so it is not taken in. One that is in a ledger stays readable: its hash covers every member.
 */
export function unknownPolicyMember({ policy }: ReadPolicy): string | null {
  const odd = (value: object, known: readonly string[], path = ''): string[] =>
    Object.keys(value).flatMap((name) => (known.includes(name) ? [] : [`${path}${name}`]));
  const [first = null] = [
    ...odd(policy, MEMBERS),
    ...odd(policy.witness, ['quorum', 'keys'], 'witness.'),
    ...ROLES.flatMap((role) => odd(policy.roles[role], ['threshold', 'keys'], `roles.${role}.`)),
  ];
  return first;
}

function readRole(role: Role, value: unknown, epoch: number): readonly PublicKey[] {
  if (!isRecord(value) || !Array.isArray(value.keys)) throw problem(`has no role ${role}`);
  const { threshold, keys } = value;
  if (!Number.isSafeInteger(threshold) || (threshold as number) < 1) throw problem(`needs a threshold for ${role}`);
  if (keys.length > MAX_ROLE_KEYS) throw problem(`has over ${MAX_ROLE_KEYS} keys for ${role}`);
  // Policy 0 has neither council nor authority: nothing can be ratified until policy 1.
  const mayBeEmpty = epoch === 0 && (role === 'council' || role === 'authority');
  if (keys.length < (threshold as number) && !(mayBeEmpty && keys.length === 0)) {
    throw problem(`has fewer keys than the threshold of ${role}`);
  }
  const read = keys.map((key) => decodeSpki(fromBase64(String(key))));
  if (ED25519_ONLY.includes(role) && read.some(({ algorithm }) => algorithm !== 'ed25519')) {
    throw problem(`has a key for ${role} that is not Ed25519`);
  }
  return read;
}

function readWitnesses(value: unknown, crypto: Pick<Crypto, 'sha256'>): readonly VerifierKey[] {
  if (!isRecord(value) || !Array.isArray(value.keys)) throw problem('has no witness section');
  const { quorum, keys } = value;
  if (!Number.isSafeInteger(quorum) || (quorum as number) < 0 || (quorum as number) > keys.length) {
    throw problem('has a witness quorum that its witnesses cannot reach');
  }
  if (keys.length > MAX_ROLE_KEYS) throw problem(`has over ${MAX_ROLE_KEYS} witnesses`);
  return keys.map((key) => parseVerifierKey(String(key), crypto));
}

/** Public keys are compared, never their ids: one key, one role, once. */
function assertOneRoleEach(keys: ReadPolicy['keys'], witnesses: readonly VerifierKey[]): void {
  const seen: PublicKey[] = [];
  const witnessKeys = witnesses.flatMap(({ publicKey }) => publicKey ?? []);
  for (const key of [...ROLES.flatMap((role) => keys[role]), ...witnessKeys]) {
    if (seen.some((other) => sameKey(other, key))) throw problem('has a key in two roles, or twice in one');
    seen.push(key);
  }
}

/** The role of a key under a policy; null for a stranger. */
export function roleOf({ keys }: ReadPolicy, key: PublicKey): Role | null {
  return ROLES.find((role) => keys[role].some((other) => sameKey(other, key))) ?? null;
}

/** How many of these distinct keys have the role. */
export function countRole(policy: ReadPolicy, role: Role, signers: readonly PublicKey[]): number {
  return policy.keys[role].filter((key) => signers.some((signer) => sameKey(signer, key))).length;
}

export function meetsThreshold(policy: ReadPolicy, role: Role, signers: readonly PublicKey[]): boolean {
  return countRole(policy, role, signers) >= policy.policy.roles[role].threshold;
}

function problem(text: string): FormatError {
  return new FormatError('policy', text);
}
