// SPDX-License-Identifier: Apache-2.0
/** Transparency log proofs as text, c2sp.org/tlog-proof@v1: index, inclusion path and checkpoint. */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { FormatError } from '../seal/format-error.ts';
import { parseSize } from './checkpoint.ts';
import { HASH_BYTES } from './merkle.ts';
import { MAX_PROOF_HASHES } from './proof.ts';

const HEADER = 'c2sp.org/tlog-proof@v1';

export interface TlogProof {
  /** The entry header, where it travels along. */
  readonly extra: Uint8Array | null;
  readonly index: number;
  /** Leaf side first. */
  readonly path: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

export function formatTlogProof({ extra, index, path, checkpoint }: TlogProof): string {
  const extraLine = extra ? `extra ${toBase64(extra)}\n` : '';
  return `${HEADER}\n${extraLine}index ${index}\n${path.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** @throws FormatError */
export function parseTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, Math.max(0, split)).split('\n');
  if (header !== HEADER) throw new FormatError('tlog-proof', 'does not begin with its header');
  const extra = lines[0]?.startsWith('extra ') ? fromBase64((lines.shift() as string).slice(6)) : null;
  const index = lines.shift() ?? '';
  if (!index.startsWith('index ')) throw new FormatError('tlog-proof', 'has no index');
  const path = lines.map(fromBase64);
  if (path.length > MAX_PROOF_HASHES || path.some((hash) => hash.length !== HASH_BYTES)) {
    throw new FormatError('tlog-proof', 'has a path that is no list of hashes');
  }
  return { extra, index: parseSize(index.slice(6)), path, checkpoint: text.slice(split + 2) };
}
