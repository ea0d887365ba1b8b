// SPDX-License-Identifier: Apache-2.0
/** Public keys as a verifier is handed them, JWK sets among them, sorted by what each may sign. */
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import type { Pins } from './check-checkpoint.ts';
import type { FileTrust } from './verify-file.ts';
import { logVerifierKey } from './vkey.ts';

export interface GivenKey {
  readonly key: PublicKey;
  /** What it may sign, where its JWK says so; null: whatever the caller trusts it with. */
  readonly role: string | null;
  /** Of a retired log key the size of the largest checkpoint that it could sign (`retired_at` of its JWK). */
  readonly retiredAt: number | null;
}

export interface GivenTrust {
  readonly origin: string;
  readonly genesis: string | null;
  /** Verifier keys of logs and witnesses. */
  readonly vkeys: readonly string[];
  readonly publicKeys: readonly GivenKey[];
}

/** What a file is verified against. A key without a role signs no checkpoint; a retired log key counts as far as it says. */
export function fileTrust(
  { origin, genesis, vkeys, publicKeys }: GivenTrust,
  crypto: Pick<Crypto, 'sha256'>,
): FileTrust {
  const log = logPins(publicKeys, origin, crypto);
  return {
    origin,
    genesis,
    vkeys: [...vkeys, ...log.vkeys],
    retired: log.retired,
    issuerKeys: keysFor('issuer', publicKeys),
    anchorKey: anchorKeyOf(publicKeys),
    given: { vkeys, publicKeys },
  };
}

/** The keys for a role, and those that are good for any. */
function keysFor(role: string, keys: readonly GivenKey[]): readonly PublicKey[] {
  return keys.filter((one) => (one.role ?? role) === role).map(({ key }) => key);
}

/** A Sigstore bundle is judged by one key; with several it is not clear which one signs entries. */
function anchorKeyOf(keys: readonly GivenKey[]): PublicKey | null {
  const signing = keysFor('anchor', keys).filter(({ algorithm }) => algorithm === 'ed25519');
  return signing.length === 1 ? (signing[0] ?? null) : null;
}

/** The log keys among them, those that were retired apart. One without a role signs no checkpoint. */
export function logPins(
  keys: readonly GivenKey[],
  origin: string,
  crypto: Pick<Crypto, 'sha256'>,
): Required<Pick<Pins, 'vkeys' | 'retired'>> {
  const log = origin === '' ? [] : keys.filter(({ role }) => role === 'log');
  const vkeyOf = ({ key }: GivenKey) => logVerifierKey(origin, key, crypto).text;
  return {
    vkeys: log.filter(({ retiredAt }) => retiredAt === null).map(vkeyOf),
    retired: log.flatMap((one) => (one.retiredAt === null ? [] : [{ vkey: vkeyOf(one), untilSize: one.retiredAt }])),
  };
}
