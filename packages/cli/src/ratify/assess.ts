// SPDX-License-Identifier: Apache-2.0
/** Where a proposal stands against a pinned policy: what rules it out, who has signed, who is missing. */
import { countRole, type ReadPolicy, roleOf } from '@plumbline/core/ledger/policy.ts';
import { judgePolicy, type PolicyRefusal } from '@plumbline/core/ledger/policy-chain.ts';
import { acceptRatification, type RatificationRefusal } from '@plumbline/core/ledger/ratification.ts';
import { envelopeSigners } from '@plumbline/core/ledger/signers.ts';
import type { PublicKey } from '@plumbline/core/seal/crypto.ts';
import { distinctKeys, verifyEnvelope } from '@plumbline/core/seal/dsse.ts';
import { keyIdOf, sameKey } from '@plumbline/core/seal/spki.ts';
import { nodeCrypto } from '../crypto.ts';
import { type Pin, policyInForce } from './pin.ts';
import type { Proposal } from './proposal.ts';

export interface SignerLine {
  readonly keyId: string;
  /** `council`, `authority`, `anchor`; for a policy also in which one. */
  readonly role: string;
  readonly status: 'valid' | 'invalid' | 'unknown' | 'unsupported';
}

export interface Need {
  readonly role: string;
  readonly has: number;
  readonly needs: number;
}

export interface Assessment {
  /** Why nobody should sign it, and no log will take it; null when nothing stands in the way. */
  readonly problem: string | null;
  readonly signers: readonly SignerLine[];
  readonly needs: readonly Need[];
  /** As it is now, a log with this policy takes it. */
  readonly complete: boolean;
}

/** Refusals that more signatures mend. */
const MENDABLE: ReadonlySet<RatificationRefusal | PolicyRefusal> = new Set([
  'unsigned',
  'threshold',
  'authority_missing',
  'rejected',
  'threshold_old_council',
  'threshold_old_authority',
  'threshold_new_council',
  'threshold_new_authority',
  'anchor_missing',
]);

export function assess(proposal: Proposal, pin: Pin, nowMs: number): Assessment {
  const voters = votersOf(proposal, pin);
  const results = verifyEnvelope(proposal.envelope, voters, nodeCrypto);
  const signed = distinctKeys(results);
  const signers = results.map(({ status, key, keyId }) => ({
    keyId,
    status,
    role: key ? roleIn(proposal, pin, key) : '',
  }));
  const judged =
    proposal.kind === 'policy' ? policyRefusal(proposal, pin, voters, nowMs) : refusalOf(proposal, pin, nowMs);
  const problem = judged && !MENDABLE.has(judged.reason) ? `${judged.reason}: ${judged.detail}` : null;
  return { problem, signers, needs: needsOf(proposal, pin, signed), complete: judged === null };
}

interface Refusal {
  readonly reason: RatificationRefusal | PolicyRefusal;
  readonly detail: string;
}

function refusalOf(
  { envelope, ratification }: Proposal & { kind: 'ratification' },
  pin: Pin,
  nowMs: number,
): Refusal | null {
  const policy = policyInForce(pin);
  const context = { policy, origin: pin.origin, nowMs, hasNonce: () => false, vetoes: [] };
  const verdict = acceptRatification(envelope, context, nodeCrypto);
  // A log records a rejection of the authority as a veto: that is what was asked for.
  const taken = verdict.accepted || verdict.veto !== null;
  if (taken) return null;
  const issuer = ratification.subjects[0]?.digest.sha256;
  const isIssuer = policy.keys.issuer.some((key) => keyIdOf(key, nodeCrypto) === issuer);
  // The log looks at signatures first; a person wants to know before signing.
  if (MENDABLE.has(verdict.reason) && ratification.form === 'window' && !isIssuer) {
    return { reason: 'unknown_issuer', detail: 'the window is for a key that issues nothing here' };
  }
  return verdict;
}

function policyRefusal(
  { envelope, statement }: Proposal & { kind: 'policy' },
  pin: Pin,
  voters: readonly PublicKey[],
  nowMs: number,
): Refusal | null {
  const signers = envelopeSigners(envelope, voters, nodeCrypto);
  if (!signers.ok && signers.reason !== 'unsigned') return signers;
  const verdict = judgePolicy(statement, signers.ok ? signers.keys : [], pin.chain, pin.origin, nowMs, nodeCrypto);
  return verdict.ok ? null : verdict;
}

/** Everybody whose signature can count. */
export function votersOf(proposal: Proposal, pin: Pin): readonly PublicKey[] {
  const current = policyInForce(pin);
  const old = [...current.keys.council, ...current.keys.authority];
  if (proposal.kind === 'ratification') return old;
  const anchor = isFirstCouncil(current) ? current.keys.anchor : [];
  const all = [...old, ...anchor, ...proposal.policy.keys.council, ...proposal.policy.keys.authority];
  return all.filter((key, n) => all.findIndex((other) => sameKey(other, key)) === n);
}

/** Null for a key that has no vote on this proposal. */
export function voteOf(proposal: Proposal, pin: Pin, key: PublicKey): string | null {
  return votersOf(proposal, pin).some((voter) => sameKey(voter, key)) ? roleIn(proposal, pin, key) : null;
}

function roleIn(proposal: Proposal, pin: Pin, key: PublicKey): string {
  const before = roleOf(policyInForce(pin), key);
  if (proposal.kind === 'ratification') return before ?? '';
  const after = roleOf(proposal.policy, key);
  if (before === after) return before ?? '';
  return after ? `new ${after}` : `outgoing ${before ?? ''}`;
}

const isFirstCouncil = ({ policy, keys }: ReadPolicy) => policy.epoch === 0 && keys.council.length === 0;

function needsOf(proposal: Proposal, pin: Pin, signed: readonly PublicKey[]): Need[] {
  const current = policyInForce(pin);
  const need = (policy: ReadPolicy, role: 'council' | 'authority' | 'anchor', label: string): Need => ({
    role: label,
    has: countRole(policy, role, signed),
    needs: policy.policy.roles[role].threshold,
  });
  if (proposal.kind === 'ratification') {
    if (proposal.ratification.predicate.decision === 'reject') {
      return [{ role: 'authority', has: countRole(current, 'authority', signed), needs: 1 }];
    }
    return [need(current, 'council', 'council'), need(current, 'authority', 'authority')];
  }
  const { policy } = proposal;
  const incoming = [need(policy, 'council', 'new council'), need(policy, 'authority', 'new authority')];
  if (isFirstCouncil(current)) return [...incoming, need(current, 'anchor', 'anchor key of the log')];
  return [...incoming, need(current, 'council', 'council in force'), need(current, 'authority', 'authority in force')];
}
