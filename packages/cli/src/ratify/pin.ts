// SPDX-License-Identifier: Apache-2.0
/**
 * A pin: the policies of a log as somebody verified them from its genesis hash, kept by those who sign. Signing asks no
 * server what the policy is.
 */
import { type Policy, readPolicy } from '@plumbline/core/ledger/policy.ts';
import type { PolicyChain, PolicyEpoch } from '@plumbline/core/ledger/policy-chain.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { isHex64 } from '@plumbline/core/seal/hex.ts';
import { isRecord } from '@plumbline/core/seal/statement.ts';
import { isTimestamp } from '@plumbline/core/seal/timestamp.ts';
import { nodeCrypto } from '../crypto.ts';
import { readTextFile } from '../files.ts';
import { UsageError } from '../io.ts';

const FORMAT = 'plumbline-pin/v1';
const MAX_PIN_BYTES = 16_000_000;

export interface Pin {
  readonly origin: string;
  /** Hex leaf hash of entry 0. */
  readonly genesis: string;
  /** Policy 0 first; the last one is in force. */
  readonly chain: PolicyChain;
}

export function policyInForce({ chain }: Pin): PolicyEpoch {
  return chain.at(-1) as PolicyEpoch;
}

export function pinText({ origin, genesis, chain }: Pin): string {
  const epochs = chain.map(({ seq, ts, policy }) => ({ seq, ts, policy }));
  return `${JSON.stringify({ format: FORMAT, origin, genesis, epochs }, null, 2)}\n`;
}

/** @throws UsageError for a file that is no pin, or whose policies do not follow one another */
export function readPin(path: string | undefined): Pin {
  if (path === undefined) throw new UsageError("--pin FILE is missing; 'plumbline ratify pin' makes one");
  let value: unknown;
  try {
    value = JSON.parse(readTextFile(path, MAX_PIN_BYTES));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: is no JSON`);
  }
  try {
    return parsePin(value);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`${path}: ${error.message}`);
  }
}

function parsePin(value: unknown): Pin {
  if (!isRecord(value) || value.format !== FORMAT) throw new FormatError('pin', `is not of the format ${FORMAT}`);
  const { origin, genesis, epochs } = value;
  if (typeof origin !== 'string' || !isHex64(genesis)) throw new FormatError('pin', 'names no origin and genesis');
  if (!Array.isArray(epochs) || epochs.length === 0) throw new FormatError('pin', 'has no policies');
  const chain = epochs.map(parseEpoch);
  for (const [n, { policy }] of chain.entries()) {
    const before = n === 0 ? null : (chain[n - 1] as PolicyEpoch).sha256;
    if (policy.epoch !== n || policy.prev_policy_sha256 !== before) {
      throw new FormatError('pin', `has a policy ${n} that does not follow the one before`);
    }
  }
  return { origin, genesis, chain };
}

function parseEpoch(value: unknown): PolicyEpoch {
  if (!isRecord(value) || !Number.isSafeInteger(value.seq) || !isTimestamp(value.ts)) {
    throw new FormatError('pin', 'has a policy without its entry');
  }
  const read = readPolicy(value.policy as Policy, nodeCrypto);
  return { ...read, seq: value.seq as number, ts: value.ts };
}
