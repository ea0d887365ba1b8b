// SPDX-License-Identifier: Apache-2.0

import { FormatError } from '../seal/format-error.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { parseIronBundle } from './iron-bundle.ts';

/**
 * The origin that an iron bundle claims. Safe to take from the file when a genesis hash is pinned: genesis names its
 * origin under that hash, and the policy chain and the checkpoint are refused when they name another.
 */
export function originInIronBundle(text: string): string | null {
  try {
    return parseCheckpoint(parseIronBundle(JSON.parse(text)).tlogProof.checkpoint).origin;
  } catch (error) {
    if (error instanceof FormatError || error instanceof SyntaxError) return null;
    throw error;
  }
}
