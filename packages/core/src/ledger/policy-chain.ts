// SPDX-License-Identifier: Apache-2.0
/**
 * From genesis to the policy in force. Genesis pins policy 0 by hash; policy 1 needs its own council and authority and the
 * anchor key; every later one needs the thresholds of the old and of the new policy (the root rule of TUF, section 5.3).
 */
import { utf8 } from '../seal/bytes.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { toHex } from '../seal/hex.ts';
import { sameKey } from '../seal/spki.ts';
import type { Statement } from '../seal/statement.ts';
import type { LoggedStatement } from './logged.ts';
import { meetsThreshold, type ReadPolicy, ROLES, type Role, readPolicy, roleOf } from './policy.ts';

export interface PolicyEpoch extends ReadPolicy {
  /** The entry from which on it is in force. */
  readonly seq: number;
  readonly ts: string;
}

/** Policy 0 first, without gaps. */
export type PolicyChain = readonly PolicyEpoch[];

export type PolicyRefusal =
  | 'malformed'
  | 'wrong_log'
  | 'epoch'
  | 'prev_policy'
  | 'not_before'
  | 'role_changed'
  | 'threshold_old_council'
  | 'threshold_old_authority'
  | 'threshold_new_council'
  | 'threshold_new_authority'
  | 'anchor_missing';

export type PolicyVerdict =
  | { readonly ok: true; readonly policy: ReadPolicy }
  | { readonly ok: false; readonly reason: PolicyRefusal; readonly detail: string };

/** The policy in force at an entry; genesis comes before policy 0, which it pins. */
export function policyAt(chain: PolicyChain, seq: number): PolicyEpoch {
  return chain.findLast((epoch) => epoch.seq <= seq) ?? (chain[0] as PolicyEpoch);
}

/**
 * Keys whose signatures count for a certificate of that moment: those of the policy in force then and, since the second
 * signature is made when the certificate is taken along, the ML-DSA-44 keys of every policy after it.
 */
export function issuerKeysOf(chain: PolicyChain, issuedAt: string): readonly PublicKey[] {
  const at = inForceAt(chain, issuedAt);
  const found = [...(chain[at]?.keys.issuer ?? [])];
  const later = at < 0 ? [] : chain.slice(at + 1).flatMap(({ keys }) => keys.issuer.filter(isSecond));
  for (const key of later) if (!found.some((other) => sameKey(other, key))) found.push(key);
  return found;
}

/** Whether the policy in force then named an ML-DSA-44 key of the issuer: then a bundle carries its signature, or is refused. */
export function signsTwiceAt(chain: PolicyChain, issuedAt: string): boolean {
  return chain[inForceAt(chain, issuedAt)]?.keys.issuer.some(isSecond) ?? false;
}

const inForceAt = (chain: PolicyChain, atIso: string) => chain.findLastIndex(({ ts }) => ts <= atIso);
const isSecond = ({ algorithm }: PublicKey) => algorithm === 'ml-dsa-44';

/** The policy inside a policy statement; its subject must name its hash. @throws FormatError */
export function policyOf(statement: Statement<object>, crypto: Pick<Crypto, 'sha256'>): ReadPolicy {
  const policy = readPolicy(membersOf(statement).policy, crypto);
  const [only, ...rest] = statement.subject;
  if (rest.length > 0 || only?.name !== 'policy' || only.digest.sha256 !== policy.sha256) {
    throw new FormatError('policy', 'is not what its statement names');
  }
  return policy;
}

/**
 * Whether a policy may follow.
 * @param signers distinct keys whose signatures over the statement are good
 * @param atMs the time of its entry
 */
export function judgePolicy(
  statement: Statement<object>,
  signers: readonly PublicKey[],
  chain: PolicyChain,
  origin: string,
  atMs: number,
  crypto: Pick<Crypto, 'sha256'>,
): PolicyVerdict {
  let next: ReadPolicy;
  try {
    next = policyOf(statement, crypto);
  } catch (error) {
    if (error instanceof FormatError) return refuse('malformed', error.message);
    throw error;
  }
  const current = chain.at(-1) as PolicyEpoch;
  if (membersOf(statement).log_origin !== origin) return refuse('wrong_log', 'the policy is of another log');
  const { epoch, prev_policy_sha256: previous, not_before } = next.policy;
  if (epoch !== current.policy.epoch + 1) return refuse('epoch', `epoch ${current.policy.epoch + 1} comes next`);
  if (previous !== current.sha256) return refuse('prev_policy', 'it does not name the policy in force');
  if (Date.parse(not_before) > atMs) return refuse('not_before', `it begins at ${not_before}`);
  const moved = changedRole(chain, next);
  if (moved) return refuse('role_changed', moved);
  return thresholdRefusal(current, next, signers) ?? { ok: true, policy: next };
}

function thresholdRefusal(current: ReadPolicy, next: ReadPolicy, signers: readonly PublicKey[]): PolicyVerdict | null {
  if (!meetsThreshold(next, 'council', signers)) return refuse('threshold_new_council', 'too few of the new council');
  if (!meetsThreshold(next, 'authority', signers)) return refuse('threshold_new_authority', 'no new authority');
  if (current.policy.epoch === 0 && current.keys.council.length === 0) {
    return meetsThreshold(current, 'anchor', signers) ? null : refuse('anchor_missing', 'the anchor key did not sign');
  }
  if (!meetsThreshold(current, 'council', signers))
    return refuse('threshold_old_council', 'too few of the old council');
  if (!meetsThreshold(current, 'authority', signers)) return refuse('threshold_old_authority', 'no old authority');
  return null;
}

/** A key that changes its role from one epoch to another would count for two. */
function changedRole(chain: PolicyChain, next: ReadPolicy): string | null {
  for (const role of ROLES) {
    for (const key of next.keys[role]) {
      const before = chain.map((epoch) => roleOf(epoch, key)).find((found) => found !== null && found !== role);
      if (before) return `a key of ${before} may not become one of ${role}`;
    }
  }
  return null;
}

/** Reads a genesis entry and the policy 0 that it pins. @throws FormatError naming what does not fit */
export function openPolicyChain(
  genesis: LoggedStatement,
  first: LoggedStatement,
  origin: string,
  crypto: Pick<Crypto, 'sha256'>,
): PolicyChain {
  const policy = policyOf(first.statement, crypto);
  const { predicate, subject } = genesis.statement;
  if (genesis.header.seq !== 0 || first.header.seq !== 1) throw chainProblem('does not begin at entries 0 and 1');
  if (predicate.origin !== origin || subject[0]?.digest.sha256 !== toHex(crypto.sha256(utf8(origin)))) {
    throw chainProblem('is of another log');
  }
  if (policy.policy.epoch !== 0) throw chainProblem('does not begin with epoch 0');
  if (predicate.policy_sha256 !== policy.sha256) throw chainProblem('begins with another policy than genesis pins');
  for (const { signers } of [genesis, first]) {
    if (!meetsThreshold(policy, 'anchor', signers)) throw chainProblem('is not signed by the anchor key it names');
  }
  return [{ ...policy, seq: first.header.seq, ts: first.header.ts }];
}

/** Adds one logged policy. @throws FormatError with the reason of the refusal */
export function extendPolicyChain(
  chain: PolicyChain,
  logged: LoggedStatement,
  origin: string,
  crypto: Pick<Crypto, 'sha256'>,
): PolicyChain {
  const { header, statement, signers } = logged;
  const verdict = judgePolicy(statement, signers, chain, origin, Date.parse(header.ts), crypto);
  if (!verdict.ok) throw chainProblem(`breaks at entry ${header.seq}: ${verdict.reason}, ${verdict.detail}`);
  return [...chain, { ...verdict.policy, seq: header.seq, ts: header.ts }];
}

/** Whether a key held a role when something was signed at `ts`: in the epoch then in force. */
export function keyHeldRole(chain: PolicyChain, role: Role, key: PublicKey, ts: string): boolean {
  const epoch = chain.findLast((candidate) => candidate.ts <= ts);
  return epoch?.keys[role].some((other) => sameKey(other, key)) ?? false;
}

function membersOf({ predicate }: Statement<object>): Readonly<Record<string, unknown>> {
  return predicate as Readonly<Record<string, unknown>>;
}

function chainProblem(text: string): FormatError {
  return new FormatError('policy chain', text);
}

function refuse(reason: PolicyRefusal, detail: string): PolicyVerdict {
  return { ok: false, reason, detail };
}
