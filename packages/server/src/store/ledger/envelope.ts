// SPDX-License-Identifier: Apache-2.0
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import type { Crypto } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, IN_TOTO_PAYLOAD_TYPE } from '@plumbline/core/seal/dsse.ts';
import { keyIdOf } from '@plumbline/core/seal/spki.ts';

/** The envelope of an entry: its payload with the signatures that the header holds. @throws FormatError */
export function entryEnvelope(header: Uint8Array, payload: Uint8Array, crypto: Pick<Crypto, 'sha256'>): DsseEnvelope {
  return {
    payload: toBase64(payload),
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    signatures: parseEntryHeader(header).signatures.map(({ signature, publicKey }) => ({
      keyid: keyIdOf(publicKey, crypto),
      sig: toBase64(signature),
    })),
  };
}
