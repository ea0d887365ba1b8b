// SPDX-License-Identifier: Apache-2.0
/** Entries to append, really signed, and a chain to begin with. */

import type { Pins } from '@plumbline/core/ledger/check-checkpoint.ts';
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import type { EntrySignature } from '@plumbline/core/ledger/entry.ts';
import { policySha256 } from '@plumbline/core/ledger/policy.ts';
import { SealedPayload } from '@plumbline/core/ledger/sealed-payload.ts';
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { IN_TOTO_PAYLOAD_TYPE, pae } from '@plumbline/core/seal/dsse.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { constitutionStatement, genesisStatement, policyStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { type Statement, statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { crypto, KEYS, ORIGIN, POLICY_0, START_MS, saltOf } from '../../../core/test/ledger/test-log.ts';
import type { AppendUnit, LedgerStore, NewCertificate } from '../../src/store/ledger-store.ts';

export { crypto, KEYS, ORIGIN, START_MS };

export function unitOf(
  type: string,
  subject: string,
  payload: Uint8Array,
  signers: readonly Signer[],
  changes: Partial<AppendUnit> = {},
): AppendUnit {
  const signatures: EntrySignature[] = signers.map((signer) => ({
    signature: signer.sign(pae(IN_TOTO_PAYLOAD_TYPE, payload)),
    publicKey: signerKey(signer),
  }));
  const entry = { ts: timestampOf(START_MS), type, subject, signatures };
  return { entry, payload: new SealedPayload(payload, crypto), ...changes };
}

const statementUnit = (type: string, subject: string, statement: Statement<object>) =>
  unitOf(type, subject, statementBytes(statement), [KEYS.anchor]);

/** An entry whose payload is nothing but its name. */
export function noteUnit(name: string, changes: Partial<AppendUnit> = {}): AppendUnit {
  return unitOf('note', name, utf8(`{"note":"${name}"}`), [KEYS.anchor], changes);
}

/** Genesis, policy 0 and the constitution. */
export function genesisUnits(): AppendUnit[] {
  const genesis = {
    origin: ORIGIN,
    policy_sha256: policySha256(POLICY_0, crypto),
    software: 'plumbline',
    created_at: timestampOf(START_MS),
  };
  const constitution = { log_origin: ORIGIN, version: '1.8' };
  return [
    statementUnit('genesis', 'genesis', genesisStatement(genesis, saltOf(0), crypto)),
    statementUnit('policy', 'policy_0', policyStatement({ log_origin: ORIGIN, policy: POLICY_0 }, saltOf(1), crypto)),
    statementUnit('constitution', 'con_1', constitutionStatement(constitution, 'c'.repeat(64), saltOf(2))),
  ];
}

export const signTree = (tree: { readonly size: number; readonly root: Uint8Array }): string =>
  signCheckpoint({ origin: ORIGIN, ...tree }, [KEYS.log, KEYS.logPq], crypto);

export async function pinsOf(chain: LedgerStore): Promise<Pins> {
  const genesis = await chain.leafOf(0);
  return { origin: ORIGIN, genesis: genesis ? toHex(genesis) : null, vkeys: [] };
}

let serial = 0;

export function newCertificate(changes: Partial<NewCertificate> = {}): NewCertificate {
  serial += 1;
  return {
    id: `cert_${String(serial).padStart(26, '0')}`,
    createdAtMs: START_MS + serial,
    expiresAtMs: null,
    issuerKeyId: KEYS.issuer.keyId,
    envelope: utf8(`{"payload":"${serial}"}`),
    payloadSha256: serial.toString(16).padStart(64, '0'),
    commitment: serial.toString(16).padStart(64, 'c'),
    ...changes,
  };
}
