// SPDX-License-Identifier: Apache-2.0
/** The ledger's tables as Kysely sees them. Byte columns hold what was hashed or signed. */
export interface LedgerTables {
  ledger_head: { id: number; size: number; last_leaf: Uint8Array; edge: Uint8Array };
  ledger_entry: EntryTable;
  /** Exactly one of the two is set. */
  ledger_payload: { seq: number; bytes: Uint8Array | null; erased_at_ms: number | null };
  /** Idempotency of appending. */
  ledger_key: { scope: string; key: string; body_hash: string; seq: number };
  /** Full tiles, and above level 0 the growing one at the right edge. */
  ledger_tile: { level: number; n: number; bytes: Uint8Array };
  ledger_checkpoint: { size: number; root: Uint8Array; note: string; at_ms: number };
  ledger_cosignature: { size: number; witness: string; line: string; witnessed_at_s: number };
  certificate: CertificateTable;
  ratification: RatificationTable;
  ratification_certificate: { certificate_id: string; ratification: string; position: number };
  /** Idempotency of requests: open while `status` is null. */
  idempotency: {
    scope: string;
    key: string;
    body_hash: string;
    token: string;
    lease_ends_at_ms: number;
    created_at_ms: number;
    status: number | null;
    body: Uint8Array | null;
  };
}

/** `type` and `subject` repeat the header, for look-ups. */
export interface EntryTable {
  seq: number;
  leaf: Uint8Array;
  type: string;
  subject: string;
  header: Uint8Array;
}

export interface CertificateTable {
  id: string;
  created_at_ms: number;
  expires_at_ms: number | null;
  issuer_key_id: string;
  payload_sha256: string;
  commitment: string;
  anchored_seq: number | null;
  revoked_seq: number | null;
  superseded_by: string | null;
  envelope: Uint8Array | null;
}

/** `issuer_key_id`, `from_ms` and `until_ms` are set for a window, and null where certificates are listed. */
export interface RatificationTable {
  sha256: string;
  nonce: string;
  epoch: number;
  decision: string;
  submitted_at_ms: number;
  expires_at_ms: number;
  issuer_key_id: string | null;
  from_ms: number | null;
  until_ms: number | null;
  seq: number | null;
  envelope: Uint8Array;
}

/** Plain bytes, whatever the driver hands out: the `slice` of a Buffer is a view, which code for Uint8Array trips over. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return Buffer.isBuffer(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
}
