// SPDX-License-Identifier: Apache-2.0
/**
 * While one log key follows another, both sign checkpoints (ledger format, section 7): the next one as soon as a policy
 * names it, the former one until the day that the rotation announced, and neither under a policy that does not name it.
 */
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { type Rotation, rotationOf } from '@plumbline/core/ledger/key-rotation.ts';
import { type ReadPolicy, roleOf } from '@plumbline/core/ledger/policy.ts';
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

const signs = (policy: ReadPolicy, signer: Signer | undefined): signer is Signer =>
  signer !== undefined && roleOf(policy, signerKey(signer)) === 'log';

/**
 * A policy that has dropped the log key before `keys ledger activate` was run leaves the next one in its place.
 * @returns the keyring with the log key that the policy names, if either is
 */
export function inForce(keyring: Keyring, policy: ReadPolicy): Keyring {
  const { signers, overlap } = keyring;
  if (signs(policy, signers.log) || !signs(policy, overlap.next)) return keyring;
  return { ...keyring, signers: { ...signers, log: overlap.next }, overlap: {} };
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
