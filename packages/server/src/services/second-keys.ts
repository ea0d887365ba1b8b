// SPDX-License-Identifier: Apache-2.0
/** For which certificates an ML-DSA-44 key of the issuer is still needed, after policies have gone on to others or to none. */
import type { PolicyChain } from '@plumbline/core/ledger/policy-chain.ts';
import { type PublicKey, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { sameKey } from '@plumbline/core/seal/spki.ts';

const isSecond = ({ algorithm }: PublicKey) => algorithm === 'ml-dsa-44';

/** Of the held keys those that may sign what was issued under each policy that asks for a second signature. */
function heldByEpoch(held: readonly Signer[], chain: PolicyChain) {
  return chain.flatMap(({ policy, keys }, at) => {
    if (!keys.issuer.some(isSecond)) return [];
    // A key of a later policy signs for earlier certificates as well.
    const named = chain.slice(at).flatMap((later) => later.keys.issuer.filter(isSecond));
    return [{ epoch: policy.epoch, able: held.filter((one) => named.some((key) => sameKey(key, signerKey(one)))) }];
  });
}

/** Epochs of the policies under which certificates were issued whose bundles nothing but this one of the held keys can sign. */
export function neededFor(signer: Signer, held: readonly Signer[], chain: PolicyChain): readonly number[] {
  return heldByEpoch(held, chain)
    .filter(({ able }) => able.length > 0 && able.every(({ keyId }) => keyId === signer.keyId))
    .map(({ epoch }) => epoch);
}

/** Why bundles of earlier certificates cannot be had; null where they can. */
export function lostSeconds(held: readonly Signer[], chain: PolicyChain): string | null {
  const epochs = heldByEpoch(held, chain)
    .filter(({ able }) => able.length === 0)
    .map(({ epoch }) => epoch);
  if (epochs.length === 0) return null;
  return `no ML-DSA-44 key is here for iron bundles of certificates issued under policy ${epochs.join(', ')}: put its file back, or let a policy name another`;
}
