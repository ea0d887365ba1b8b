// SPDX-License-Identifier: Apache-2.0
/**
 * The header written last as the form of the next. Most entries of a log have one signature by one key, one type and ids of one
 * length: then their headers differ in six places of known offset, and one copy with those written over costs half of
 * putting it together from its dozen parts.
 */
import { putBase64 } from '../seal/base64.ts';
import { copyBytes } from '../seal/bytes.ts';
import { putHex } from '../seal/hex.ts';
import { PARTS, SCANNED_LENGTHS } from './header-scan.ts';
import type { HeaderValues } from './header-writer.ts';

const HASH_DIGITS = 64;
const PREV_AT = PARTS.prev.length;
const SEQ_AT = PREV_AT + HASH_DIGITS + PARTS.seq.length;

export class HeaderTemplate {
  readonly #bytes: Uint8Array;
  readonly #type: string;
  readonly #key: Uint8Array;
  readonly #subjectLength: number;
  /** Numbers with as many digits. */
  readonly #firstSeq: number;
  readonly #lastSeq: number;
  readonly #subjectAt: number;
  readonly #tsAt: number;
  readonly #digestAt: number;
  readonly #signatureAt: number;

  private constructor(header: Uint8Array, { seq, subject, type }: HeaderValues, key: Uint8Array) {
    const digits = String(seq).length;
    this.#bytes = header;
    this.#type = type;
    this.#key = key;
    this.#subjectLength = subject.length;
    this.#firstSeq = digits === 1 ? 0 : 10 ** (digits - 1);
    this.#lastSeq = 10 ** digits - 1;
    this.#subjectAt = SEQ_AT + digits + PARTS.subject.length;
    this.#tsAt = this.#subjectAt + subject.length + PARTS.ts.length;
    this.#digestAt =
      this.#tsAt + SCANNED_LENGTHS.TIMESTAMP_LENGTH + PARTS.type.length + type.length + PARTS.digest.length;
    this.#signatureAt = this.#digestAt + SCANNED_LENGTHS.DIGEST_LENGTH + PARTS.signatures.length + PARTS.content.length;
  }

  /** Null for a header with several signatures. @param header as it was written for these values */
  static of(header: Uint8Array, values: HeaderValues): HeaderTemplate | null {
    const [only, ...more] = values.signatures;
    return only === undefined || more.length > 0
      ? null
      : new HeaderTemplate(copyBytes(header, 0), values, only.publicKey.raw);
  }

  fits({ seq, subject, type, signatures }: HeaderValues): boolean {
    return (
      signatures.length === 1 &&
      signatures[0]?.publicKey.raw === this.#key &&
      subject.length === this.#subjectLength &&
      type === this.#type &&
      seq >= this.#firstSeq &&
      seq <= this.#lastSeq
    );
  }

  /** @param values that fit @returns the place behind the header */
  put(values: HeaderValues, prev: string | Uint8Array, out: Uint8Array, at: number): number {
    out.set(this.#bytes, at);
    if (typeof prev === 'string') putAscii(prev, out, at + PREV_AT);
    else putHex(prev, out, at + PREV_AT);
    putAscii(String(values.seq), out, at + SEQ_AT);
    putAscii(values.subject, out, at + this.#subjectAt);
    putAscii(values.ts, out, at + this.#tsAt);
    putBase64(values.payloadDigest, out, at + this.#digestAt);
    const [only] = values.signatures as readonly [HeaderValues['signatures'][number]];
    putBase64(only.signature, out, at + this.#signatureAt);
    return at + this.#bytes.length;
  }
}

export function putAscii(text: string, out: Uint8Array, at: number): void {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
}
