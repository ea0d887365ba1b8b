// SPDX-License-Identifier: Apache-2.0
import { FormatError } from '../seal/format-error.ts';
import { isRecord } from '../seal/statement.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { parseIronBundle } from './iron-bundle.ts';
import { parseSigstoreBundle } from './sigstore-bundle.ts';
import { parseTlogProof } from './tlog-proof.ts';

/**
 * The origin that a bundle claims. Safe to take from the file when a genesis hash is pinned: genesis names its origin under
 * that hash, and the policy chain and the checkpoint are refused when they name another. Safe too where a log key is pinned:
 * its signature covers the origin in the checkpoint.
 */
export function originInBundle(text: string): string | null {
  return readOrNull(() => parseCheckpoint(checkpointIn(text)).origin);
}

/** The checkpoint in a bundle of any form, unchecked; null where there is none. */
export function checkpointNoteIn(text: string): string | null {
  return readOrNull(() => checkpointIn(text));
}

function readOrNull(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function checkpointIn(text: string): string {
  if (text.startsWith('c2sp.org/tlog-proof@')) return parseTlogProof(text).checkpoint;
  const value: unknown = JSON.parse(text);
  return isRecord(value) && 'mediaType' in value
    ? parseSigstoreBundle(value).checkpoint
    : parseIronBundle(value).tlogProof.checkpoint;
}
