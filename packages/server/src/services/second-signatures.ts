// SPDX-License-Identifier: Apache-2.0
/**
 * The second signature of a certificate, ML-DSA-44 over the bytes that Ed25519 has signed. It costs more than all that leads
 * to a certificate, so it is made for those that somebody takes along, when the bundle is handed out (decision 0240).
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import type { Certificate } from '@plumbline/core/seal/certificate.ts';
import { addSignature, type DsseEnvelope, type DsseSignature, verifyEnvelope } from '@plumbline/core/seal/dsse.ts';
import type { Ledger } from './ledger.ts';

/** 3.2 kB each. A bundle that is fetched again is the same to the byte, though ML-DSA-44 draws new randomness each time. */
const MAX_KEPT = 512;

export interface Countersigned {
  readonly envelope: DsseEnvelope;
  /** Entry of the policy that names the key of the second signature: the bundle has to prove it. */
  readonly namedAt?: number;
}

export class SecondSignatures {
  readonly #ledger: Ledger;
  readonly #kept = new Map<string, DsseSignature>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * @param envelope as it is kept, and verified: whatever it holds is signed
   * @param given what the caller sent of the same payload: nothing of it is taken but a second signature that is valid
   * @throws PlumblineError `ledger_unavailable` where the policy asks for a second signature and it cannot be made
   */
  countersign(envelope: DsseEnvelope, given: DsseEnvelope, { payloadSha256, predicate }: Certificate): Countersigned {
    const { issued_at: issuedAt } = predicate;
    if (!this.#ledger.governance.signsTwiceAt(issuedAt)) return { envelope };
    const own = this.#secondOf(envelope, issuedAt);
    if (own !== null) return this.#named(envelope, issuedAt, own.keyid);
    const signature =
      this.#secondOf(given, issuedAt) ?? this.#kept.get(payloadSha256) ?? this.#signed(envelope, issuedAt);
    this.#keep(payloadSha256, signature);
    const signatures = [...envelope.signatures, signature];
    return this.#named({ ...envelope, signatures }, issuedAt, signature.keyid);
  }

  #signed(envelope: DsseEnvelope, issuedAt: string): DsseSignature {
    const signer = this.#ledger.secondSigner(issuedAt);
    if (signer === null || typeof signer === 'string')
      throw new PlumblineError('ledger_unavailable', {
        detail: `The second signature of the bundle, without which every verifier refuses it, cannot be made: ${signer}.`,
        retryAfterS: 60,
      });
    return addSignature(envelope, signer).signatures.at(-1) as DsseSignature;
  }

  /** Made already: issued with both, or taken out of a bundle. Written as we write it. */
  #secondOf(envelope: DsseEnvelope, issuedAt: string): DsseSignature | null {
    const { crypto, governance } = this.#ledger;
    const keys = governance.issuerKeysAt(issuedAt).filter(({ algorithm }) => algorithm === 'ml-dsa-44');
    const found = verifyEnvelope(envelope, keys, crypto).find(({ status }) => status === 'valid');
    return found === undefined ? null : { keyid: found.keyId, sig: toBase64(found.bytes) };
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
  return `not made, because ${signer}: its iron bundle is 503 until then`;
}
