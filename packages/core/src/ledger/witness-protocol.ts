// SPDX-License-Identifier: Apache-2.0
/**
 * The witness protocol, c2sp.org/tlog-witness, as text and as one decision. Storing, signing and the wire are the
 * caller's: persist `next` by compare-and-set before a co-signature leaves the process.
 */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { type Checkpoint, type LogVerifier, parseCheckpointText, parseSize } from './checkpoint.ts';
import { emptyRoot, HASH_BYTES } from './merkle.ts';
import { checkNote, type NoteSignature, parseNote, parseSignatureLine } from './note.ts';
import { verifyConsistency } from './proof.ts';

export const MAX_WITNESS_PROOF = 63;
/** Media type of the body that answers 409. */
export const SIZE_MEDIA_TYPE = 'text/x.tlog.size';

export interface AddCheckpoint {
  /** The size that the log believes the witness to have seen. */
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly note: string;
}

export function formatAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  return `old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/** @throws FormatError */
export function parseAddCheckpoint(body: string): AddCheckpoint {
  const split = body.indexOf('\n\n');
  if (split === -1) throw new FormatError('add-checkpoint', 'has no empty line');
  const [first = '', ...lines] = body.slice(0, split).split('\n');
  if (!first.startsWith('old ')) throw new FormatError('add-checkpoint', 'does not begin with the old size');
  if (lines.length > MAX_WITNESS_PROOF) throw new FormatError('add-checkpoint', 'has a proof of over 63 hashes');
  const proof = lines.map(fromBase64);
  if (proof.some((hash) => hash.length !== HASH_BYTES)) throw new FormatError('add-checkpoint', 'has a wrong hash');
  return { old: parseSize(first.slice(4)), proof, note: body.slice(split + 2) };
}

/** What a witness has kept of a log: the newest checkpoint that it co-signed. */
export interface WitnessedState {
  readonly size: number;
  readonly root: Uint8Array;
}

export type WitnessDecision =
  | { readonly status: 200; readonly text: string; readonly next: WitnessedState; readonly checkpoint: Checkpoint }
  | { readonly status: 409; readonly size: number; readonly detail: string }
  | { readonly status: 400 | 403 | 404 | 422; readonly detail: string };

export interface WitnessedLog {
  /** The trusted keys of this origin. */
  readonly verifiers: readonly LogVerifier[];
  /** Null before the first checkpoint, which is the state of size 0. */
  readonly stored: WitnessedState | null;
}

/** The answer to one request, in the order of the specification. Pure: `find` gives what is stored for an origin. */
export function decideAddCheckpoint(
  body: string,
  find: (origin: string) => WitnessedLog | null,
  crypto: Crypto,
): WitnessDecision {
  let request: AddCheckpoint;
  let checkpoint: Checkpoint;
  try {
    request = parseAddCheckpoint(body);
    checkpoint = parseCheckpointText(parseNote(request.note).text);
  } catch (error) {
    if (error instanceof FormatError) return { status: 400, detail: error.message };
    throw error;
  }
  const log = find(checkpoint.origin);
  if (!log) return { status: 404, detail: 'the origin is not known' };
  const { text, verified, failed } = checkNote(request.note, log.verifiers);
  if (failed.length > 0 || verified.length === 0) return { status: 403, detail: 'no good signature of a trusted key' };
  if (request.old > checkpoint.size) return { status: 400, detail: 'the old size is past the checkpoint' };
  const stored = log.stored ?? { size: 0, root: emptyRoot(crypto) };
  if (request.old !== stored.size) return { status: 409, size: stored.size, detail: 'the old size is another' };
  const problem = extensionProblem(stored, request.proof, checkpoint, crypto);
  if (problem) return { status: 422, detail: problem };
  return { status: 200, text, next: { size: checkpoint.size, root: checkpoint.root }, checkpoint };
}

function extensionProblem(
  stored: WitnessedState,
  proof: readonly Uint8Array[],
  checkpoint: Checkpoint,
  crypto: Crypto,
): string | null {
  if (stored.size === 0 && proof.length > 0) return 'a first checkpoint takes no proof';
  if (stored.size === checkpoint.size && !bytesEqual(stored.root, checkpoint.root))
    return 'the same size has another root';
  const { size, root } = checkpoint;
  if (verifyConsistency(stored.size, size, proof, stored.root, root, crypto)) return null;
  return 'the checkpoint does not extend the one seen before';
}

export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signatures: readonly NoteSignature[] }
  | { readonly kind: 'conflict'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number };

/** What a log makes of a witness's answer; the signatures are still to be checked. @throws FormatError */
export function parseWitnessAnswer(status: number, mediaType: string, body: string): WitnessAnswer {
  if (status === 200) {
    const lines = body.endsWith('\n') ? body.slice(0, -1).split('\n') : [];
    if (lines.length === 0) throw new FormatError('witness answer', 'has no signature line');
    return { kind: 'cosigned', signatures: lines.map(parseSignatureLine) };
  }
  if (status === 409 && mediaType.split(';')[0]?.trim() === SIZE_MEDIA_TYPE) {
    return { kind: 'conflict', size: parseSize(body.trimEnd()) };
  }
  return { kind: 'refused', status };
}
