// SPDX-License-Identifier: Apache-2.0
/** `ratify propose policy`: the first council, or the next epoch: keys added or removed, thresholds, witnesses. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  type Policy,
  policyKeyText,
  ROLES,
  type Role,
  type RolePolicy,
  readPolicy,
} from '@plumbline/core/ledger/policy.ts';
import { parseVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { signEnvelope } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { policyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { SALT_BYTES, statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { paintFor } from '../colour.ts';
import { nodeCrypto } from '../crypto.ts';
import { writeNewFile } from '../files.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { readTrustedKeys } from '../verify/trust.ts';
import { assess } from './assess.ts';
import { describeProposal } from './describe.ts';
import { type Pin, policyInForce, readPin } from './pin.ts';
import { parseProposal, proposalText } from './proposal.ts';
import { momentOf } from './propose.ts';

const MANY = { type: 'string', multiple: true } as const;
const OPTIONS = {
  pin: { type: 'string' },
  out: { type: 'string' },
  council: MANY,
  authority: MANY,
  anchor: MANY,
  issuer: MANY,
  log: MANY,
  remove: MANY,
  threshold: { type: 'string' },
  'authority-threshold': { type: 'string' },
  witness: MANY,
  'remove-witness': MANY,
  quorum: { type: 'string' },
  'not-before': { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

export async function proposePolicy(args: string[], io: Io): Promise<number> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const pin = readPin(values.pin);
  if (values.out === undefined) throw new UsageError('--out FILE is missing');
  const policy = nextPolicy(pin, values);
  const statement = policyStatement({ log_origin: pin.origin, policy }, randomBytes(SALT_BYTES), nodeCrypto);
  const envelope = signEnvelope(statementBytes(statement), []);
  const proposal = parseProposal(envelope);
  const { problem } = assess(proposal, pin, Math.max(Date.now(), Date.parse(policy.not_before)));
  if (problem !== null) throw new UsageError(`no log would take this policy: ${problem}`);
  writeNewFile(values.out, proposalText(envelope));
  io.stdout.write(describeProposal(proposal, pin, [], paintFor(io)));
  return EXIT.pass;
}

/** The policy in force with what was asked for changed. @throws UsageError naming what no policy may hold */
function nextPolicy(pin: Pin, values: Values): Policy {
  const current = policyInForce(pin);
  const { policy, sha256 } = current;
  const roles = {} as Record<Role, RolePolicy>;
  for (const role of ROLES) roles[role] = nextRole(pin, role, values);
  const next: Policy = {
    v: 1,
    epoch: policy.epoch + 1,
    not_before:
      values['not-before'] === undefined ? timestampOf(Date.now()) : momentOf('--not-before', values['not-before']),
    roles,
    witness: {
      quorum: countOf('--quorum', values.quorum) ?? policy.witness.quorum,
      keys: nextWitnesses(policy, values),
    },
    prev_policy_sha256: sha256,
  };
  refuseUnknownRemovals(pin, values);
  try {
    return readPolicy(next, nodeCrypto).policy;
  } catch (error) {
    if (error instanceof FormatError) throw new UsageError(error.message);
    throw error;
  }
}

function nextRole(pin: Pin, role: Role, values: Values): RolePolicy {
  const current = policyInForce(pin);
  const removed = new Set(values.remove);
  const kept = current.keys[role].filter((key) => !removed.has(keyIdOf(key, nodeCrypto))).map(policyKeyText);
  const added = readTrustedKeys(values[role] ?? []).publicKeys.map(({ key }) => policyKeyText(key));
  if ((values[role] ?? []).length > 0 && added.length === 0)
    throw new UsageError(`--${role} takes files with public keys`);
  const option = role === 'council' ? 'threshold' : role === 'authority' ? 'authority-threshold' : null;
  const threshold = option === null ? undefined : countOf(`--${option}`, values[option]);
  return { threshold: threshold ?? current.policy.roles[role].threshold, keys: [...kept, ...added] };
}

function nextWitnesses({ witness }: Policy, values: Values): string[] {
  const removed = new Set(values['remove-witness']);
  const nameOf = (key: string) => parseVerifierKey(key, nodeCrypto).name;
  return [...witness.keys.filter((key) => !removed.has(nameOf(key))), ...readTrustedKeys(values.witness ?? []).vkeys];
}

/** A key that was meant to go and stays would be a quiet disaster. */
function refuseUnknownRemovals(pin: Pin, values: Values): void {
  const { keys } = policyInForce(pin);
  const known = new Set(ROLES.flatMap((role) => keys[role].map((key) => keyIdOf(key, nodeCrypto))));
  const unknown = (values.remove ?? []).find((id) => !known.has(id));
  if (unknown !== undefined) throw new UsageError(`--remove: the policy has no key ${unknown}`);
}

function countOf(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,4}$/.test(value)) throw new UsageError(`${option} must be a count`);
  return Number(value);
}
