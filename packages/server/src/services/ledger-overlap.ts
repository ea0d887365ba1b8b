// SPDX-License-Identifier: Apache-2.0
/**
 * While one log key follows another, both sign checkpoints (ledger format, section 7): the next one as soon as a policy
 * names it, the former one until the day that the rotation announced, and neither under a policy that does not name it.
 */
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { type Rotation, rotationOf } from '@plumbline/core/ledger/key-rotation.ts';
import { type ReadPolicy, roleOf } from '@plumbline/core/ledger/policy.ts';
import type { PolicyEpoch } from '@plumbline/core/ledger/policy-chain.ts';
import { type Crypto, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import { timestampMs } from '@plumbline/core/seal/timestamp.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { Keyring } from './ledger-keys.ts';

export interface OverlapSigner {
  readonly signer: Signer;
  /** Infinite for the next key, which stays. */
  readonly untilMs: number;
}

/** Roles that this service signs in. */
export const SIGNING_ROLES = ['log', 'issuer', 'anchor'] as const;
export type SigningRole = (typeof SIGNING_ROLES)[number];

const isNamed = (policy: ReadPolicy, role: SigningRole, signer: Signer | undefined): boolean =>
  signer !== undefined && roleOf(policy, signerKey(signer)) === role;

const signs = (policy: ReadPolicy, signer: Signer | undefined): signer is Signer => isNamed(policy, 'log', signer);

/**
 * A policy that has dropped a key before `keys ledger activate` was run leaves the next one in its place.
 * @returns the keyring with the keys that the policy names, where they are held
 */
export function inForce(keyring: Keyring, policy: ReadPolicy): Keyring {
  const { overlap, successors } = keyring;
  const next = { log: overlap.next, ...successors };
  const taking = SIGNING_ROLES.filter(
    (role) => !isNamed(policy, role, keyring.signers[role]) && isNamed(policy, role, next[role]),
  );
  if (taking.length === 0) return keyring;
  const signers = { ...keyring.signers, ...Object.fromEntries(taking.map((role) => [role, next[role]])) };
  return { ...keyring, signers, overlap: taking.includes('log') ? {} : overlap };
}

/** Why a key that a policy needs does not sign under it, by role; empty when all of them do. */
export function keyProblems(keyring: Keyring, policy: PolicyEpoch): ReadonlyMap<SigningRole, string> {
  const { signers } = keyring;
  const found = new Map<SigningRole, string>();
  for (const role of SIGNING_ROLES) {
    const signer = signers[role];
    if (signer === undefined) found.set(role, `the ${role} key is missing: put back ${role}.pem from a backup`);
    else if (!isNamed(policy, role, signer))
      found.set(role, `the ${role} key is not one that policy ${policy.policy.epoch} of this ledger names`);
  }
  if (!found.has('issuer') && lacksSecond(keyring, policy))
    found.set('issuer', `the issuer's ML-DSA-44 key is missing: put back issuer-mldsa44.pem from a backup`);
  return found;
}

/** Everything for which a service that starts with these files would refuse to sign; empty for none. */
export function startProblems(found: Keyring, policy: PolicyEpoch): readonly string[] {
  if (found.problems.length > 0) return found.problems;
  return [...keyProblems(inForce(found, policy), policy).values()];
}

/** Whether the policy asks for second signatures under certificates, by keys of which none is held. */
function lacksSecond({ seconds }: Keyring, policy: ReadPolicy): boolean {
  const named = policy.keys.issuer.filter(({ algorithm }) => algorithm === 'ml-dsa-44');
  return named.length > 0 && !seconds.some((signer) => isNamed(policy, 'issuer', signer));
}

export interface SuccessionProblem {
  readonly reason: 'key_not_held' | 'key_in_use';
  readonly detail: string;
}

interface Succession {
  /** Keys that sign at present. */
  readonly inUse: Keyring;
  /** As the folder holds them now. */
  readonly held: Keyring;
  readonly current: ReadPolicy;
  readonly chain: LedgerStore;
}

/**
 * Why a policy that follows all rules must not come into force here: the service could not sign under it, or a key would
 * end that is in use and has named no other. Null when it may.
 */
export async function successionProblem(
  next: ReadPolicy,
  { inUse, held, current, chain }: Succession,
  crypto: Crypto,
): Promise<SuccessionProblem | null> {
  const { signers } = inForce(held, next);
  for (const role of SIGNING_ROLES) {
    const own = inUse.signers[role];
    if (isNamed(next, role, own)) continue;
    const heir = signers[role];
    if (heir === undefined || !isNamed(next, role, heir))
      return { reason: 'key_not_held', detail: `it names no ${role} key that this service holds` };
    // A key that was lost can name nobody any more.
    if (own === undefined || !isNamed(current, role, own)) continue;
    const rotation = await rotationFrom(own.keyId, chain, crypto);
    if (rotation?.newKeyId === heir.keyId) continue;
    const missing = `no key entry says that ${heir.keyId} follows it (plumbline keys ledger rotate ${role})`;
    return { reason: 'key_in_use', detail: `it drops the ${role} key ${own.keyId}, and ${missing}` };
  }
  if (lacksSecond(held, next))
    return { reason: 'key_not_held', detail: 'it names no ML-DSA-44 issuer key that this service holds' };
  return null;
}

/** Keys that sign checkpoints beside the log key. */
export async function overlapSigners(
  { overlap }: Keyring,
  policy: ReadPolicy,
  chain: LedgerStore,
  crypto: Crypto,
): Promise<readonly OverlapSigner[]> {
  const { next, former } = overlap;
  const found: OverlapSigner[] = signs(policy, next) ? [{ signer: next, untilMs: Number.POSITIVE_INFINITY }] : [];
  if (!signs(policy, former)) return found;
  const rotation = await rotationFrom(former.keyId, chain, crypto);
  return rotation === null ? found : [...found, { signer: former, untilMs: timestampMs(rotation.overlapUntil) }];
}

/** The newest recorded rotation that retires a key; null where there is none, or where it was erased. */
export async function rotationFrom(keyId: string, chain: LedgerStore, crypto: Crypto): Promise<Rotation | null> {
  for await (const page of chain.entries({ from: 0, types: ['key'], descending: true })) {
    for (const { seq, header } of page) {
      if (parseEntryHeader(header).type !== 'key') continue;
      const payload = await chain.payload(seq);
      if (payload?.state !== 'kept') continue;
      const rotation = rotationOf(parseStatementOf('key', payload.bytes), crypto);
      if (rotation.oldKeyId === keyId) return rotation;
    }
  }
  return null;
}
