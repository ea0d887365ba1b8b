// SPDX-License-Identifier: Apache-2.0
import type { Readable, Writable } from 'node:stream';
import type { buildRuleset } from '@plumbline/core/engine/ruleset.ts';

/** What a command may touch. Tests pass their own streams. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Size of stdin where it is a file: lets a bulk run show how far it is. */
  readonly stdinBytes?: number;
  /** For callers that run many commands by the same rules in one process. */
  readonly build?: typeof buildRuleset;
}

/** The caller's words were wrong: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes of judging commands; scripts and CI rely on them. */
export const EXIT = { pass: 0, fail: 1, usage: 2, review: 3 } as const;

/** Reads a stream to its end as UTF-8, refusing bytes that are not. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer));
  return decodeUtf8(Buffer.concat(chunks), 'standard input');
}

/** @throws UsageError naming `source` when the bytes are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${source} is not UTF-8 text`);
  }
}

/** Writes and waits while the reader is slower than we are, so that a long run keeps its memory flat. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => stream.once('drain', resolve));
}
