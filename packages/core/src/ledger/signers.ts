// SPDX-License-Identifier: Apache-2.0
/** Who signed: the distinct keys behind an envelope or an entry, or the reason why the signatures are not taken. */
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { type DsseEnvelope, IN_TOTO_PAYLOAD_TYPE, pae, type SignatureResult, verifyEnvelope } from '../seal/dsse.ts';
import { sameKey } from '../seal/spki.ts';
import type { EntryHeader, EntrySignature } from './entry.ts';

export type SignerProblem = 'bad_signature' | 'unknown_signer' | 'duplicate_signer' | 'unsigned';

export type Signers =
  | { readonly ok: true; readonly keys: readonly PublicKey[]; readonly signatures: readonly EntrySignature[] }
  | { readonly ok: false; readonly reason: SignerProblem; readonly detail: string };

/**
 * Every signature of the envelope must be good, by a key that is known, each key once. What goes on a public record
 * carries no signature that nobody answers for. @throws FormatError for base 64 that is none
 */
export function envelopeSigners(envelope: DsseEnvelope, known: readonly PublicKey[], crypto: Crypto): Signers {
  const signatures: EntrySignature[] = [];
  for (const result of verifyEnvelope(envelope, known, crypto)) {
    const problem = resultProblem(result, signatures);
    if (problem) return { ok: false, reason: problem, detail: `signature of ${result.keyId || 'no key id'}` };
    signatures.push({ signature: result.bytes, publicKey: result.key as PublicKey });
  }
  if (signatures.length === 0) return { ok: false, reason: 'unsigned', detail: 'the envelope has no signature' };
  return { ok: true, keys: signatures.map(({ publicKey }) => publicKey), signatures };
}

function resultProblem({ status, key }: SignatureResult, before: readonly EntrySignature[]): SignerProblem | null {
  if (status === 'invalid') return 'bad_signature';
  if (status !== 'valid' || !key) return 'unknown_signer';
  return before.some(({ publicKey }) => sameKey(publicKey, key)) ? 'duplicate_signer' : null;
}

/**
 * The keys that signed an entry's payload, as its header has them: every one must be good and appear once. The header is
 * under the leaf hash, so this needs nothing that travels beside it but the payload bytes.
 */
export function headerSigners(header: EntryHeader, payload: Uint8Array, crypto: Crypto): Signers {
  const message = pae(IN_TOTO_PAYLOAD_TYPE, payload);
  const keys: PublicKey[] = [];
  for (const { signature, publicKey } of header.signatures) {
    if (!crypto.verifyEd25519(publicKey.raw, message, signature)) {
      return { ok: false, reason: 'bad_signature', detail: `signature ${keys.length} of entry ${header.seq}` };
    }
    if (keys.some((other) => sameKey(other, publicKey))) {
      return { ok: false, reason: 'duplicate_signer', detail: `signature ${keys.length} of entry ${header.seq}` };
    }
    keys.push(publicKey);
  }
  return { ok: true, keys, signatures: header.signatures };
}
