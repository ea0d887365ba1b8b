// SPDX-License-Identifier: Apache-2.0
/** Between statements and entries: what is signed on the way in, and the envelope that comes out again. */
import { type EntrySignature, parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { SealedPayload } from '@plumbline/core/ledger/sealed-payload.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type Crypto, type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, IN_TOTO_PAYLOAD_TYPE, pae } from '@plumbline/core/seal/dsse.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';
import { type Statement, statementBytes } from '@plumbline/core/seal/statement.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import type { AppendKey, AppendUnit, LedgerStore, StoredEntry } from '../store/ledger-store.ts';

export interface EntryFacts {
  readonly type: string;
  /** A random id. */
  readonly subject: string;
  readonly atMs: number;
}

/** An entry that our own keys sign. */
export function signedUnit(
  facts: EntryFacts,
  statement: Statement<object>,
  signers: readonly Signer[],
  crypto: Pick<Crypto, 'sha256'>,
): AppendUnit {
  const payload = statementBytes(statement);
  const message = pae(IN_TOTO_PAYLOAD_TYPE, payload);
  const signatures = signers.map((signer) => ({ signature: signer.sign(message), publicKey: signerKey(signer) }));
  return unitOf(facts, payload, signatures, crypto);
}

/** An entry that carries the signatures it was submitted with. */
export function unitOf(
  { type, subject, atMs }: EntryFacts,
  payload: Uint8Array,
  signatures: readonly EntrySignature[],
  crypto: Pick<Crypto, 'sha256'>,
): AppendUnit {
  const entry = { ts: timestampOf(atMs), type, subject, signatures };
  return { entry, payload: new SealedPayload(payload, crypto) };
}

/** One entry for a succession, by whichever way it comes in and however often. */
export function rotationKey({
  oldKeyId,
  newKeyId,
}: {
  readonly oldKeyId: string;
  readonly newKeyId: string;
}): AppendKey {
  return { scope: 'rotation', key: `${oldKeyId}.${newKeyId}`, bodyHash: newKeyId };
}

/** The envelope of an entry: its statement with the signatures that its header holds. */
export function envelopeOf(header: Uint8Array, payload: Uint8Array, crypto: Pick<Crypto, 'sha256'>): DsseEnvelope {
  const signatures = parseEntryHeader(header).signatures.map(({ publicKey, signature }) => ({
    keyid: keyIdOf(publicKey, crypto),
    sig: toBase64(signature),
  }));
  return { payload: toBase64(payload), payloadType: IN_TOTO_PAYLOAD_TYPE, signatures };
}

/** Null where the statement was erased. */
export async function statementOf(
  chain: LedgerStore,
  entry: Pick<StoredEntry, 'seq' | 'header'>,
  crypto: Pick<Crypto, 'sha256'>,
): Promise<DsseEnvelope | null> {
  const payload = await chain.payload(entry.seq);
  return payload?.state === 'kept' ? envelopeOf(entry.header, payload.bytes, crypto) : null;
}
