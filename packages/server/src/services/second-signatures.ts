// SPDX-License-Identifier: Apache-2.0
/**
 * The second signature of a certificate, ML-DSA-44 over the bytes that Ed25519 has signed. It costs more than all that leads
 * to a certificate, so it is made for those that somebody takes along, when the bundle is handed out (decision 0240).
 */
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import { addSignature, type DsseEnvelope, type DsseSignature, verifyEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { Ledger } from './ledger.ts';

/** 3.2 kB each. A bundle that is fetched again is the same to the byte, though ML-DSA-44 draws new randomness each time. */
const MAX_KEPT = 512;

export interface Countersigned {
  readonly envelope: DsseEnvelope;
  /** Entry of the policy that names the key of the second signature: the bundle has to prove it. */
  readonly namedAt?: number;
  /** Why the second signature is asked for and not there: who verifies the bundle will refuse it. */
  readonly problem?: string;
}

export class SecondSignatures {
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, DsseSignature>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** @param envelope verified: whatever it holds is signed */
  countersign(envelope: DsseEnvelope, { payloadSha256, predicate }: Certificate): Countersigned {
    const { issued_at: issuedAt } = predicate;
    const signer = this.#ledger.secondSigner(issuedAt);
    if (signer === null) return { envelope };
    const given = this.#secondOf(envelope, issuedAt);
    if (given !== null) return this.#named(envelope, issuedAt, given);
    if (typeof signer === 'string') return { envelope, problem: signer };
    const key = `${payloadSha256} ${signer.keyId}`;
    const signature = this.#kept.get(key) ?? addSignature(envelope, signer).signatures.at(-1);
    this.#keep(key, signature as DsseSignature);
    const signatures = [...envelope.signatures, signature as DsseSignature];
    return this.#named({ ...envelope, signatures }, issuedAt, signer.keyId);
  }

  /** The key that made it already: issued with both, or taken out of a bundle. */
  #secondOf(envelope: DsseEnvelope, issuedAt: string): string | null {
    const { crypto, governance } = this.#ledger;
    const keys = governance.issuerKeysAt(issuedAt).filter(({ algorithm }) => algorithm === 'ml-dsa-44');
    return verifyEnvelope(envelope, keys, crypto).find(({ status }) => status === 'valid')?.keyId ?? null;
  }

  #named(envelope: DsseEnvelope, issuedAt: string, keyId: string): Countersigned {
    const namedAt = this.#ledger.governance.issuerNamedAt(issuedAt, keyId);
    return namedAt === null ? { envelope } : { envelope, namedAt };
  }

  #keep(key: string, signature: DsseSignature): void {
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, signature);
  }
}

/** What a report says where a certificate, as it is kept, has no second signature. */
export function secondNote(ledger: Pick<Ledger, 'secondSigner'>, issuedAt: string): string {
  const signer = ledger.secondSigner(issuedAt);
  if (typeof signer !== 'string') return 'made when the bundle is handed out: POST /api/v1/verify?format=iron';
  return `not made, because ${signer}: a bundle that is handed out now is refused`;
}
