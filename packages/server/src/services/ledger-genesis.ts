// SPDX-License-Identifier: Apache-2.0
/** The first three entries of a fresh chain: genesis, policy 0, constitution (ledger format, section 7). */
import { type Policy, policyKeyText, policySha256, type RolePolicy } from '@plumbline/core/ledger/policy.ts';
import { type Crypto, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { constitutionStatement, genesisStatement, policyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { AppendUnit } from '../store/ledger-store.ts';
import { signedUnit } from './ledger-entries.ts';
import type { KeyName, Keyring } from './ledger-keys.ts';

export type PostQuantum = 'both' | 'checkpoints' | 'certificates' | 'none';

export interface GenesisInput {
  readonly origin: string;
  readonly keys: Keyring;
  /** Where policy 0 lists an ML-DSA-44 key beside the Ed25519 one. */
  readonly postQuantum: PostQuantum;
  readonly witness: { readonly quorum: number; readonly keys: readonly string[] };
  readonly constitution: { readonly version: string; readonly hash: string };
  readonly nowMs: number;
  readonly salt: () => Uint8Array;
  /** Random ids for the subjects of entries. */
  readonly newId: (prefix: string) => string;
}

/** @throws Error when the keyring lacks a key */
export function genesisUnits(input: GenesisInput, crypto: Crypto): AppendUnit[] {
  const { origin, nowMs: atMs, salt, newId, constitution } = input;
  const anchor = needed(input.keys, 'anchor');
  const policy = firstPolicy(input);
  const genesis = {
    origin,
    policy_sha256: policySha256(policy, crypto),
    software: 'plumbline',
    created_at: timestampOf(atMs),
  };
  const statements = [
    ['genesis', genesisStatement(genesis, salt(), crypto)],
    ['policy', policyStatement({ log_origin: origin, policy }, salt(), crypto)],
    [
      'constitution',
      constitutionStatement({ log_origin: origin, version: constitution.version }, constitution.hash, salt()),
    ],
  ] as const;
  return statements.map(([type, statement]) =>
    signedUnit({ type, subject: newId(`${type}_`), atMs }, statement, [anchor], crypto),
  );
}

/** Empty council and authority: nothing can be ratified until policy 1. */
function firstPolicy({ keys, postQuantum, witness, nowMs }: GenesisInput): Policy {
  const has = (part: PostQuantum) => postQuantum === 'both' || postQuantum === part;
  const second = (name: KeyName, wanted: boolean) => (wanted ? (keys.signers[name] ?? null) : null);
  return {
    v: 1,
    epoch: 0,
    not_before: timestampOf(nowMs),
    roles: {
      council: roleOf([]),
      authority: roleOf([]),
      anchor: roleOf([needed(keys, 'anchor')]),
      issuer: roleOf([needed(keys, 'issuer'), second('issuer-mldsa44', has('certificates'))]),
      log: roleOf([needed(keys, 'log'), second('log-mldsa44', has('checkpoints'))]),
    },
    witness,
    prev_policy_sha256: null,
  };
}

function roleOf(signers: readonly (Signer | null)[]): RolePolicy {
  return {
    threshold: 1,
    keys: signers.filter((signer) => signer !== null).map((signer) => policyKeyText(signerKey(signer))),
  };
}

export function needed({ signers, problems }: Keyring, name: KeyName): Signer {
  const signer = signers[name];
  if (signer === undefined) throw new Error(problems.join('; ') || `the ${name} key is missing`);
  return signer;
}
