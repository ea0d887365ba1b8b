// SPDX-License-Identifier: Apache-2.0

/** What a dense stretch of text is, told by its structure. */
export type DenseKind =
  | 'uuid'
  | 'hash'
  | 'base64'
  | 'hex'
  | 'key'
  | 'url'
  | 'minified_code'
  | 'source_code'
  | 'compressed'
  | 'random'
  | 'adversarial_suffix';

/** A stretch is told by its beginning. */
const MAX_LOOKED_AT = 1_024;

const UUID = /\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b/;
const UUID_LENGTH = 36;
const URL_RUN = /\b[a-zA-Z][a-zA-Z0-9+.-]{1,15}:\/\/\S{8,}|\bwww\.\S{8,}/;
/** Asked first: the expression above tries every word. */
const MAY_HOLD_URL = /:\/\/|www\./;
const KEY =
  /-----BEGIN [A-Z ]{3,40}-----|\b(?:api[_-]?key|token|secret|passw(?:or)?d|pwd|access[_-]?key|bearer|authorization)\b["']?\s{0,3}[:= ]\s{0,3}["']?[^\s"']{12,}/i;
/**
 * Digests in hex by length (32 digits for MD5, 40 for SHA-1, then 56, 64, 96, 128), each length as the one before and
 * some more so that no digit is read twice; and digests that name their algorithm.
 */
const HASH =
  /(?<![0-9a-zA-Z])[0-9a-f]{32}(?:[0-9a-f]{8}(?:[0-9a-f]{16}(?:[0-9a-f]{8}(?:[0-9a-f]{32}(?:[0-9a-f]{32})?)?)?)?)?(?![0-9a-zA-Z])|\b(?:sha\d{1,3}|md5|blake\d)[-:][0-9a-zA-Z+/=]{16,}|\$2[aby]\$|\$argon2/i;
const HEX_RUN =
  /(?<![0-9a-zA-Z])(?:0x)?[0-9a-fA-F]{16,}(?![0-9a-zA-Z])|(?:[0-9a-fA-F]{2}[ :]){7}[0-9a-fA-F]{2}|(?:\\x[0-9a-fA-F]{2}){4}/;
const BASE64_RUN = /[A-Za-z0-9+/_-]{20,}={0,2}/;
/** First bytes of gzip, zip, zlib, PNG, JPEG, GIF and PDF, in base64. */
const PACKED = /(?:^|[^A-Za-z0-9+/])(?:H4sI|UEsD|eJ[wyz]|iVBORw0|\/9j\/|R0lGOD|JVBERi)/;
const LONG_WORD = /[^\s"'`<>()[\]{},;]{20,}/;
const CODE_SIGNS = /[{}()[\];=<>|&$\\/:"'`#*+]/g;
const SPACES = /\s/g;
/** Bytes read as Latin-1, or replaced because they were none. */
const RAW_BYTES = /[\u0080-\u00bf\ufffd]/g;

const share = (text: string, pattern: RegExp) => (text.match(pattern)?.length ?? 0) / text.length;
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[0] ?? '';

/** The kind of a stretch; null for ordinary writing that only looked dense. */
export function denseKind(stretch: string): DenseKind | null {
  const text = stretch.slice(0, MAX_LOOKED_AT);
  if (text.length < 8) return null;
  if (share(text, RAW_BYTES) > 0.25) return 'compressed';
  return tokenKind(text) ?? codeKind(text);
}

function tokenKind(text: string): DenseKind | null {
  const half = text.length * 0.3;
  if (UUID_LENGTH >= half && UUID.test(text)) return 'uuid';
  if (KEY.test(text)) return 'key';
  if (MAY_HOLD_URL.test(text) && found(text, URL_RUN).length >= half) return 'url';
  if (HASH.test(text)) return 'hash';
  const hex = found(text, HEX_RUN);
  if (hex.length >= Math.min(half, 32)) return 'hex';
  if (PACKED.test(text)) return 'compressed';
  const run = found(text, BASE64_RUN);
  if (run.length >= Math.min(half, 40) && isMixed(run)) return 'base64';
  const word = found(text, LONG_WORD);
  return word.length >= half && isMixed(word) && share(word, CODE_SIGNS) < 0.4 ? 'random' : null;
}

/** Capitals and small letters change places more often than names in camel case do, or digits are strewn in. */
function isMixed(run: string): boolean {
  let turns = 0;
  for (let i = 1; i < run.length; i++) if (caseOf(run.charCodeAt(i)) !== caseOf(run.charCodeAt(i - 1))) turns++;
  return turns >= run.length * 0.3 && /[a-z]/.test(run) && /[A-Z0-9]/.test(run);
}

function caseOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1;
  if (unit >= 0x41 && unit <= 0x5a) return 2;
  return unit >= 0x30 && unit <= 0x39 ? 3 : 0;
}

function codeKind(text: string): DenseKind | null {
  const signs = share(text, CODE_SIGNS);
  if (signs < 0.08) return null;
  return share(text, SPACES) < 0.06 && text.length >= 48 ? 'minified_code' : 'source_code';
}
