// SPDX-License-Identifier: Apache-2.0
/** Dead Simple Signing Envelope 1.0.2 (github.com/secure-systems-lab/dsse): the signature covers type and bytes. */
import { fromBase64Either, toBase64 } from './base64.ts';
import { concatBytes, utf8 } from './bytes.ts';
import { type Crypto, type PublicKey, type Signer, verifySignature } from './crypto.ts';
import { FormatError } from './format-error.ts';
import { keyIdOf, sameKey } from './spki.ts';

/** in-toto Attestation Framework v1, envelope layer. */
export const IN_TOTO_PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** More than any council; bounds the work that an envelope from a stranger can cause. */
export const MAX_SIGNATURES = 32;

export interface DsseSignature {
  /** A hint only: it is not covered by the signature. */
  readonly keyid: string;
  /** Base 64. */
  readonly sig: string;
}

export interface DsseEnvelope {
  /** Base 64 of the payload bytes. */
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly DsseSignature[];
}

/** Pre-authentication encoding. Lengths are decimal byte counts. */
export function pae(payloadType: string, payload: Uint8Array): Uint8Array {
  return concatBytes([utf8(`${typePart(payloadType)} ${payload.length} `), payload]);
}

function typePart(payloadType: string): string {
  return payloadType === IN_TOTO_PAYLOAD_TYPE ? IN_TOTO_PART : `DSSEv1 ${utf8(payloadType).length} ${payloadType}`;
}

const IN_TOTO_PART = `DSSEv1 ${utf8(IN_TOTO_PAYLOAD_TYPE).length} ${IN_TOTO_PAYLOAD_TYPE}`;

/** Signs the same bytes with every signer, in the order given. */
export function signEnvelope(
  payload: Uint8Array,
  signers: readonly Signer[],
  payloadType: string = IN_TOTO_PAYLOAD_TYPE,
): DsseEnvelope {
  return envelopeOf(payloadType, toBase64(payload), pae(payloadType, payload), signers);
}

/** An in-toto payload that is text, signed; and its bytes. As `signEnvelope`, with one encoding for payload and message. */
export function signText(
  text: string,
  signers: readonly Signer[],
): { readonly envelope: DsseEnvelope; readonly payload: Uint8Array } {
  const head = `${IN_TOTO_PART} ${text.length} `;
  const message = utf8(head + text);
  if (message.length === head.length + text.length) {
    // All of it is ASCII: the payload has as many bytes as the head says, and the runtime's own encoder takes them.
    const envelope = envelopeOf(IN_TOTO_PAYLOAD_TYPE, btoa(text), message, signers);
    return { envelope, payload: message.subarray(head.length) };
  }
  const payload = utf8(text);
  return { envelope: signEnvelope(payload, signers), payload };
}

function envelopeOf(
  payloadType: string,
  payload: string,
  message: Uint8Array,
  signers: readonly Signer[],
): DsseEnvelope {
  const signatures = signers.map((signer) => ({ keyid: signer.keyId, sig: toBase64(signer.sign(message)) }));
  return { payload, payloadType, signatures };
}

/** The envelope as it is kept: its JSON, of which no part is escaped, since all of it is base 64, hexadecimal or a type of ours. */
export function envelopeText({ payload, payloadType, signatures }: DsseEnvelope): string {
  const list = signatures.map(({ keyid, sig }) => `{"keyid":"${keyid}","sig":"${sig}"}`);
  return `{"payload":"${payload}","payloadType":"${payloadType}","signatures":[${list.join(',')}]}`;
}

/** Adds one signature over the bytes that the envelope holds: how a council member signs what was proposed. */
export function addSignature(envelope: DsseEnvelope, signer: Signer): DsseEnvelope {
  const message = pae(envelope.payloadType, envelopePayload(envelope));
  const signature = { keyid: signer.keyId, sig: toBase64(signer.sign(message)) };
  return { ...envelope, signatures: [...envelope.signatures, signature] };
}

/** The payload bytes: verify and use these, never a re-serialisation. @throws FormatError */
export function envelopePayload(envelope: DsseEnvelope): Uint8Array {
  return fromBase64Either(envelope.payload);
}

/** @throws FormatError for a value that is not an envelope */
export function parseEnvelope(value: unknown): DsseEnvelope {
  const { payload, payloadType, signatures } = (value ?? {}) as Partial<Record<keyof DsseEnvelope, unknown>>;
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !Array.isArray(signatures)) {
    throw new FormatError('DSSE envelope', 'needs payload, payloadType and signatures');
  }
  if (signatures.length > MAX_SIGNATURES)
    throw new FormatError('DSSE envelope', `has over ${MAX_SIGNATURES} signatures`);
  fromBase64Either(payload);
  return { payload, payloadType, signatures: signatures.map(parseSignature) };
}

function parseSignature(value: unknown): DsseSignature {
  const { keyid, sig } = (value ?? {}) as Partial<Record<keyof DsseSignature, unknown>>;
  if (typeof sig !== 'string') throw new FormatError('DSSE envelope', 'has a signature without sig');
  if (keyid !== undefined && typeof keyid !== 'string')
    throw new FormatError('DSSE envelope', 'has a keyid that is no text');
  fromBase64Either(sig);
  return { keyid: keyid ?? '', sig };
}

export interface SignatureResult {
  /**
   * `valid`: by `key`. `invalid`: its keyid names a known key, which did not make it. `unknown`: no known key made it.
   * `unsupported`: its keyid names a key whose algorithm this runtime cannot check.
   */
  readonly status: 'valid' | 'invalid' | 'unknown' | 'unsupported';
  readonly key: PublicKey | null;
  /** Computed from `key`; the hint of the envelope where no key is known. */
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/**
 * Tries every signature against the keys known: the hinted key first, then the others. The caller applies its threshold
 * to distinct keys (dsse issue 55: the threshold belongs to the application).
 *
 * @throws FormatError for base 64 that is none
 */
export function verifyEnvelope(
  envelope: DsseEnvelope,
  keys: readonly PublicKey[],
  crypto: Crypto,
): readonly SignatureResult[] {
  const message = pae(envelope.payloadType, envelopePayload(envelope));
  const known = keys.map((key) => ({ key, keyId: keyIdOf(key, crypto) }));
  return envelope.signatures.map(({ keyid, sig }) => {
    const bytes = fromBase64Either(sig);
    const hinted = known.find((candidate) => candidate.keyId === keyid);
    const ordered = hinted ? [hinted, ...known.filter((other) => other !== hinted)] : known;
    const found = ordered.find(({ key }) => verifySignature(crypto, key, message, bytes) === true);
    if (found) return { status: 'valid', ...found, bytes };
    if (!hinted) return { status: 'unknown', key: null, keyId: keyid, bytes };
    const unsupported = verifySignature(crypto, hinted.key, message, bytes) === null;
    return { status: unsupported ? 'unsupported' : 'invalid', ...hinted, bytes };
  });
}

/** Every key that signed, once, however often it signed. */
export function distinctKeys(results: readonly SignatureResult[]): readonly PublicKey[] {
  const keys: PublicKey[] = [];
  for (const { status, key } of results) {
    if (status === 'valid' && key && !keys.some((other) => sameKey(other, key))) keys.push(key);
  }
  return keys;
}
