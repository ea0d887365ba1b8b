// SPDX-License-Identifier: Apache-2.0
/** Documents: bytes that are made once and change only with what they describe (contract 1.7). */
import { isAscii } from 'node:buffer';
import { hash } from 'node:crypto';
import { VERSION_LABEL } from '@plumbline/core/contract/version.ts';

export interface Document {
  readonly bytes: Buffer;
  /** The same as text where it is small and ASCII: Node sends head and text in one piece, but bytes in two. */
  readonly ascii: string | null;
  /** With its charset. */
  readonly type: string;
  /** Strong, quoted: the SHA-256 of the bytes. */
  readonly etag: string;
  /** HTTP date. */
  readonly lastModified: string;
  /** Other fields, such as the content security policy of a page. */
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_ASCII_BYTES = 65_536;

/** The envelope of a document (contract 1.7): nothing in it may change unless the document does, so it has no request id. */
export function documentEnvelope(system: string, publishedAt: string, data: unknown): string {
  return JSON.stringify({
    ok: true,
    status: 'ONLINE',
    system,
    generated_at: publishedAt,
    version: VERSION_LABEL,
    collective: 'OPERATIONAL',
    data,
  });
}

/**
 * @param content text, or bytes that are already encoded
 * @param type media type with charset
 * @param modifiedMs when the content was published
 */
export function documentOf(
  content: string | Buffer,
  type: string,
  modifiedMs: number,
  headers?: Readonly<Record<string, string>>,
): Document {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return {
    bytes,
    ascii: bytes.length <= MAX_ASCII_BYTES && isAscii(bytes) ? bytes.toString('latin1') : null,
    type,
    etag: `"${hash('sha256', bytes, 'hex')}"`,
    lastModified: new Date(modifiedMs).toUTCString(),
    ...(headers !== undefined && { headers }),
  };
}

export const JSON_UTF8 = 'application/json; charset=utf-8';
export const MARKDOWN_UTF8 = 'text/markdown; charset=utf-8';
export const TEXT_UTF8 = 'text/plain; charset=utf-8';
export const HTML_UTF8 = 'text/html; charset=utf-8';
