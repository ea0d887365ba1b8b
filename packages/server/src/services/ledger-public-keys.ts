// SPDX-License-Identifier: Apache-2.0
/** The keys that this deployment signs with, as strangers need them: now and once. */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { checkpointKeys } from '@plumbline/core/ledger/check-checkpoint.ts';
import type { PolicyChain } from '@plumbline/core/ledger/policy-chain.ts';
import { logVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { type PublicKey, signerKey } from '@plumbline/core/seal/crypto.ts';
import { publicJwk } from '@plumbline/core/seal/jwk.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import type { Ledger } from './ledger.ts';

const SIGNING_ROLES = ['issuer', 'anchor', 'log'] as const;

interface NamedKey {
  readonly key: PublicKey;
  readonly role: (typeof SIGNING_ROLES)[number];
  /** Seq of the policy that ceased to name it; null while it is in force. */
  readonly retiredAt: number | null;
}

/** One vkey a line: what signs now. The log's live Ed25519 key stands first, before one that it takes over from. */
export function logVkeys(ledger: Pick<Ledger, 'origin' | 'governance' | 'crypto' | 'ownKey'>): string {
  const { origin, governance, crypto } = ledger;
  const { log, witnesses } = checkpointKeys({ origin, genesis: null, vkeys: [] }, governance.current, crypto);
  const own = ledger.ownKey('log');
  const live = own && logVerifierKey(origin, signerKey(own), crypto).text;
  const first = log.filter(({ text }) => text === live);
  const others = log.filter(({ text }) => text !== live);
  return [...first, ...others, ...witnesses].map(({ text }) => `${text}\n`).join('');
}

/** Every key that a policy has ever named for the roles that sign here, those in force first, and the issuer of test keys. */
export function signingJwks(ledger: Ledger): OutputOf<Operations['jwks']> {
  const { crypto, governance } = ledger;
  const keys = namedKeys(governance.chain, crypto).map(({ key, role, retiredAt }) => ({
    ...publicJwk(key, crypto),
    role,
    ...(role === 'log' && retiredAt !== null && { retired_at: retiredAt }),
  }));
  const test = ledger.ownKey('test-issuer');
  if (test === null) return { keys };
  return { keys: [...keys, { ...publicJwk(signerKey(test), crypto), role: 'test_issuer' as const }] };
}

function namedKeys(chain: PolicyChain, crypto: Ledger['crypto']): readonly NamedKey[] {
  const named = chain.flatMap(({ keys }, at) =>
    SIGNING_ROLES.flatMap((role) =>
      keys[role].map((key) => ({ key, role, retiredAt: chain[at + 1]?.seq ?? null }) satisfies NamedKey),
    ),
  );
  // Of each key the last policy that names it counts.
  const last = [...new Map(named.map((one) => [keyIdOf(one.key, crypto), one])).values()];
  const until = ({ retiredAt }: NamedKey) => retiredAt ?? Number.MAX_SAFE_INTEGER;
  return last.sort((a, b) => until(b) - until(a));
}
