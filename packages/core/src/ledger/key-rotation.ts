// SPDX-License-Identifier: Apache-2.0
/**
 * One key takes over from another (ledger format, section 7): the entry is signed by both and by nobody else. It gives the
 * new key nothing yet; that is for a policy to do.
 */
import { fromBase64 } from '../seal/base64.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { isHex64 } from '../seal/hex.ts';
import { decodeSpki, keyIdOf } from '../seal/spki.ts';
import type { Statement } from '../seal/statement.ts';
import { isTimestamp } from '../seal/timestamp.ts';
import { ROLES, type Role, roleOf } from './policy.ts';
import type { PolicyChain, PolicyEpoch } from './policy-chain.ts';

export interface Rotation {
  readonly logOrigin: string;
  readonly role: Role;
  readonly oldKeyId: string;
  readonly newKeyId: string;
  /** Null in statements whose signatures travel with their keys, as those of entries do. */
  readonly newKey: PublicKey | null;
  /** ISO. Until then both log keys sign checkpoints. */
  readonly overlapUntil: string;
}

export type RotationRefusal = 'wrong_log' | 'not_in_force' | 'key_taken' | 'unsigned_old' | 'unsigned_new' | 'stranger';

export type RotationVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: RotationRefusal; readonly detail: string };

/** @throws FormatError for a statement that is no rotation */
export function rotationOf(statement: Statement<object>, crypto: Pick<Crypto, 'sha256'>): Rotation {
  const predicate = statement.predicate as Readonly<Record<string, unknown>>;
  const { log_origin, role, old_key_id, new_key_id, new_key, overlap_until } = predicate;
  const known = ROLES.find((name) => name === role);
  if (known === undefined) throw new FormatError('key rotation', 'names no role');
  if (typeof log_origin !== 'string') throw new FormatError('key rotation', 'names no log');
  if (!isHex64(old_key_id) || !isHex64(new_key_id) || old_key_id === new_key_id)
    throw new FormatError('key rotation', 'does not name two keys');
  if (!isTimestamp(overlap_until)) throw new FormatError('key rotation', 'has no end of the overlap');
  const newKey = new_key === undefined ? null : decodeSpki(fromBase64(String(new_key)));
  if (newKey !== null && (newKey.algorithm !== 'ed25519' || keyIdOf(newKey, crypto) !== new_key_id))
    throw new FormatError('key rotation', 'carries another key than it names, or one that is not Ed25519');
  const ids = { oldKeyId: old_key_id, newKeyId: new_key_id };
  return { logOrigin: log_origin, role: known, ...ids, newKey, overlapUntil: overlap_until };
}

/**
 * Whether a rotation may be recorded.
 * @param signers distinct keys whose signatures over the statement are good
 */
export function judgeRotation(
  rotation: Rotation,
  signers: readonly PublicKey[],
  chain: PolicyChain,
  origin: string,
  crypto: Pick<Crypto, 'sha256'>,
): RotationVerdict {
  const { logOrigin, role, oldKeyId, newKeyId } = rotation;
  if (logOrigin !== origin) return refuse('wrong_log', 'it is of another log');
  const byId = new Map(signers.map((key) => [keyIdOf(key, crypto), key]));
  const [oldKey, newKey] = [byId.get(oldKeyId), byId.get(newKeyId)];
  if (!oldKey) return refuse('unsigned_old', `it is not signed by ${oldKeyId}`);
  if (!newKey) return refuse('unsigned_new', `it is not signed by ${newKeyId}`);
  if (signers.length > 2) return refuse('stranger', 'somebody else signed it too');
  if (roleOf(chain.at(-1) as PolicyEpoch, oldKey) !== role)
    return refuse('not_in_force', `the policy in force does not name ${oldKeyId} for ${role}`);
  const taken = chain.map((epoch) => roleOf(epoch, newKey)).find((found) => found !== null && found !== role);
  return taken ? refuse('key_taken', `${newKeyId} is or was a key of ${taken}`) : { ok: true };
}

function refuse(reason: RotationRefusal, detail: string): RotationVerdict {
  return { ok: false, reason, detail };
}
