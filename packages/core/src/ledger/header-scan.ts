// SPDX-License-Identifier: Apache-2.0
/**
 * Reads an entry header where it lies. Canonical JSON has one byte form, so a header is fixed text with values in between;
 * whatever is not exactly that text is refused. That checks form and canonicity in one pass, some ten times faster than
 * parsing and writing again, which is what lets a whole log be verified at the speed of its hashes.
 */
import { utf8 } from '../seal/bytes.ts';

export const MAX_HEADER_BYTES = 4096;
export const MAX_SUBJECT_LENGTH = 128;
const MAX_HEADER_SIGNATURES = 32;

/** Base 64 lengths: a SHA-256, an Ed25519 signature, an Ed25519 SPKI. */
const DIGEST_LENGTH = 44;
const SIGNATURE_LENGTH = 88;
const SPKI_LENGTH = 60;
const TIMESTAMP_LENGTH = 24;

export const PARTS = {
  prev: '{"apiVersion":"0.0.2","iron":{"prev":"',
  seq: '","seq":',
  subject: ',"subject":"',
  ts: '","ts":"',
  type: '","type":"',
  digest: '","v":1},"kind":"dsse","spec":{"dsseV002":{"payloadHash":{"algorithm":"SHA2_256","digest":"',
  signatures: '"},"signatures":[',
  content: '{"content":"',
  rawBytes: '","verifier":{"keyDetails":"PKIX_ED25519","publicKey":{"rawBytes":"',
  signatureEnd: '"}}}',
  end: ']}}}',
} as const;

const BYTES = Object.fromEntries(Object.entries(PARTS).map(([name, text]) => [name, utf8(text)])) as Record<
  keyof typeof PARTS,
  Uint8Array
>;

/** Where each value lies, as offsets into the header; -1 in `problemAt` when all is well. */
export interface HeaderOffsets {
  seq: number;
  prev: number;
  subject: number;
  subjectEnd: number;
  ts: number;
  type: number;
  typeEnd: number;
  digest: number;
  /** Pairs: offset of the signature, offset of the SPKI; both base 64 of fixed length. */
  signatures: number[];
  problemAt: number;
}

export function newHeaderOffsets(): HeaderOffsets {
  return {
    seq: 0,
    prev: 0,
    subject: 0,
    subjectEnd: 0,
    ts: 0,
    type: 0,
    typeEnd: 0,
    digest: 0,
    signatures: [],
    problemAt: -1,
  };
}

/** Index of the first byte that differs, or -1. The loop has no branch, since all but one header in a life pass it. */
function mismatch(bytes: Uint8Array, at: number, part: Uint8Array): number {
  if (at + part.length > bytes.length) return firstMismatch(bytes, at, part);
  let difference = 0;
  for (let i = 0; i < part.length; i++) difference |= (bytes[at + i] as number) ^ (part[i] as number);
  return difference === 0 ? -1 : firstMismatch(bytes, at, part);
}

function firstMismatch(bytes: Uint8Array, at: number, part: Uint8Array): number {
  let i = 0;
  while (at + i < bytes.length && bytes[at + i] === part[i]) i++;
  return at + i;
}

const HEX = 1;
const BASE64 = 2;
const SUBJECT = 4;
const LOWER = 8;
const TIME = 16;
const CLASSES = new Uint8Array(256);
for (let code = 0; code < 128; code++) {
  const text = String.fromCharCode(code);
  CLASSES[code] =
    (/[0-9a-f]/.test(text) ? HEX : 0) |
    (/[A-Za-z0-9+/=]/.test(text) ? BASE64 : 0) |
    (/[A-Za-z0-9_.:-]/.test(text) ? SUBJECT : 0) |
    (/[a-z]/.test(text) ? LOWER : 0) |
    (/[0-9TZ:.-]/.test(text) ? TIME : 0);
}

/** Index of the first byte from `at`, before `end`, that is not of the class; `end` when all are. */
function span(bytes: Uint8Array, at: number, end: number, kind: number): number {
  const limit = Math.min(end, bytes.length);
  while (at < limit && ((CLASSES[bytes[at] as number] as number) & kind) !== 0) at++;
  return at;
}

const digitAt = (bytes: Uint8Array, at: number): number => {
  const digit = (bytes[at] as number) - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
};

/** Fills `out`; returns whether the header has the one legal form. `out.problemAt` says where it does not. */
export function scanHeader(bytes: Uint8Array, out: HeaderOffsets): boolean {
  out.problemAt = bytes.length > MAX_HEADER_BYTES ? MAX_HEADER_BYTES : scanIron(bytes, out);
  return out.problemAt === -1;
}

function scanIron(bytes: Uint8Array, out: HeaderOffsets): number {
  let at = BYTES.prev.length;
  let bad = mismatch(bytes, 0, BYTES.prev);
  if (bad !== -1) return bad;
  out.prev = at;
  if (!isAll(bytes, at, at + 64, HEX)) return at;
  at += 64;
  bad = mismatch(bytes, at, BYTES.seq);
  if (bad !== -1) return bad;
  at = scanSeq(bytes, at + BYTES.seq.length, out);
  if (at < 0) return -at;
  bad = mismatch(bytes, at, BYTES.subject);
  if (bad !== -1) return bad;
  out.subject = at + BYTES.subject.length;
  out.subjectEnd = span(bytes, out.subject, out.subject + MAX_SUBJECT_LENGTH, SUBJECT);
  if (out.subjectEnd === out.subject) return out.subject;
  return scanTail(bytes, out);
}

/** Whether all bytes from `at` to `end` are there and of the class. */
function isAll(bytes: Uint8Array, at: number, end: number, kind: number): boolean {
  if (end > bytes.length) return false;
  let common = kind;
  for (; at < end; at++) common &= CLASSES[bytes[at] as number] as number;
  return common !== 0;
}

/** Decimal, no leading zero, at most 2^53-1. Returns the offset after it, or minus the offset of the problem. */
function scanSeq(bytes: Uint8Array, at: number, out: HeaderOffsets): number {
  const start = at;
  let value = 0;
  for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, ++at)) {
    value = value * 10 + digit;
    if (at - start > 16 || (value !== digit && bytes[start] === 48)) return -at;
  }
  if (at === start || !Number.isSafeInteger(value) || (bytes[start] === 48 && at - start > 1)) return -at;
  out.seq = value;
  return at;
}

function scanTail(bytes: Uint8Array, out: HeaderOffsets): number {
  let bad = mismatch(bytes, out.subjectEnd, BYTES.ts);
  if (bad !== -1) return bad;
  out.ts = out.subjectEnd + BYTES.ts.length;
  const tsEnd = out.ts + TIMESTAMP_LENGTH;
  if (!isAll(bytes, out.ts, tsEnd, TIME)) return out.ts;
  bad = mismatch(bytes, tsEnd, BYTES.type);
  if (bad !== -1) return bad;
  out.type = tsEnd + BYTES.type.length;
  out.typeEnd = span(bytes, out.type, out.type + 32, LOWER);
  if (out.typeEnd === out.type) return out.type;
  bad = mismatch(bytes, out.typeEnd, BYTES.digest);
  if (bad !== -1) return bad;
  out.digest = out.typeEnd + BYTES.digest.length;
  const digestEnd = out.digest + DIGEST_LENGTH;
  if (!isAll(bytes, out.digest, digestEnd, BASE64)) return out.digest;
  bad = mismatch(bytes, digestEnd, BYTES.signatures);
  return bad !== -1 ? bad : scanSignatures(bytes, digestEnd + BYTES.signatures.length, out);
}

function scanSignatures(bytes: Uint8Array, at: number, out: HeaderOffsets): number {
  out.signatures.length = 0;
  for (let count = 1; count <= MAX_HEADER_SIGNATURES; count++) {
    let bad = mismatch(bytes, at, BYTES.content);
    if (bad !== -1) return bad;
    const content = at + BYTES.content.length;
    at = content + SIGNATURE_LENGTH;
    if (!isAll(bytes, content, at, BASE64)) return content;
    bad = mismatch(bytes, at, BYTES.rawBytes);
    if (bad !== -1) return bad;
    const spki = at + BYTES.rawBytes.length;
    at = spki + SPKI_LENGTH;
    if (!isAll(bytes, spki, at, BASE64)) return spki;
    bad = mismatch(bytes, at, BYTES.signatureEnd);
    if (bad !== -1) return bad;
    out.signatures.push(content, spki);
    at += BYTES.signatureEnd.length;
    if (bytes[at] !== 44) break;
    at++;
  }
  const bad = mismatch(bytes, at, BYTES.end);
  if (bad !== -1) return bad;
  return at + BYTES.end.length === bytes.length ? -1 : at + BYTES.end.length;
}

/** Text of an ASCII range that the scan has accepted. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  let out = '';
  for (let i = from; i < to; i++) out += String.fromCharCode(bytes[i] as number);
  return out;
}

export const SCANNED_LENGTHS = { DIGEST_LENGTH, SIGNATURE_LENGTH, SPKI_LENGTH, TIMESTAMP_LENGTH } as const;
