// SPDX-License-Identifier: Apache-2.0
/** What a batch has to know of the database before anything in it is decided: one query for each kind of question. */
import type { AppendKey, Claim } from '../ledger-store.ts';
import type { CertificateState, KeptKey, LedgerTx } from './tx.ts';
import { effectsOf, pairKey, type QueuedUnit } from './unit.ts';

export interface Facts {
  readonly keys: ReadonlyMap<string, KeptKey>;
  /** `pairKey` and token of the claims that are open. */
  readonly openClaims: ReadonlyMap<string, string>;
  readonly certificates: ReadonlyMap<string, CertificateState>;
  readonly nonces: ReadonlySet<string>;
  /** Undefined when no unit asks. */
  readonly policySeq: number | null | undefined;
  /** The same of ratifications. */
  readonly ratificationSeq: number | null | undefined;
}

interface Questions {
  readonly keys: AppendKey[];
  readonly claims: Claim[];
  readonly certificates: string[];
  readonly nonces: string[];
  policy: boolean;
  ratification: boolean;
}

function questionsOf(batch: readonly QueuedUnit[]): Questions {
  const asked: Questions = { keys: [], claims: [], certificates: [], nonces: [], policy: false, ratification: false };
  for (const { unit } of batch) {
    if (unit.options.requirePolicySeq !== undefined) asked.policy = true;
    if (unit.options.requireRatificationSeq !== undefined) asked.ratification = true;
    for (const { idempotency } of unit.appends) if (idempotency) asked.keys.push(idempotency);
    for (const { rows, answer } of effectsOf(unit)) {
      if (answer) asked.claims.push(answer.claim);
      for (const row of rows ?? []) {
        if (row.kind === 'certificate') asked.certificates.push(row.certificate.id);
        else if (row.kind === 'ratification') asked.nonces.push(row.ratification.nonce);
        else if (row.kind !== 'erased') asked.certificates.push(row.certificateId);
        if (row.kind === 'revoked' && row.supersededBy !== null) asked.certificates.push(row.supersededBy);
      }
    }
  }
  return asked;
}

export async function readFacts(tx: LedgerTx, batch: readonly QueuedUnit[]): Promise<Facts> {
  const asked = questionsOf(batch);
  const keys = asked.keys.length > 0 ? await tx.keys(asked.keys) : [];
  const claims = asked.claims.length > 0 ? await tx.openClaims(asked.claims) : [];
  const certificates = asked.certificates.length > 0 ? await tx.certificates(asked.certificates) : [];
  const nonces = asked.nonces.length > 0 ? await tx.usedNonces(asked.nonces) : [];
  return {
    keys: new Map(keys.map((kept) => [pairKey(kept), kept])),
    openClaims: new Map(claims.map((claim) => [pairKey(claim), claim.token])),
    certificates: new Map(certificates.map((state) => [state.id, state])),
    nonces: new Set(nonces),
    policySeq: asked.policy ? await tx.newestSeq('policy') : undefined,
    ratificationSeq: asked.ratification ? await tx.newestSeq('ratification') : undefined,
  };
}
