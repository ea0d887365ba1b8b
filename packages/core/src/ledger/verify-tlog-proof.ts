// SPDX-License-Identifier: Apache-2.0
/** Verifies a `.tlog-proof`: this entry is in the log that these keys sign for. It says nothing about what the entry means. */
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import {
  type CheckpointCheck,
  checkCheckpoint,
  checkpointKeys,
  checkWitnesses,
  type Pins,
} from './check-checkpoint.ts';
import { Checks, type Recipe, requireThat } from './checks.ts';
import { parseEntryHeader } from './entry.ts';
import { leafHash } from './merkle.ts';
import { verifyInclusion } from './proof.ts';
import { parseTlogProof } from './tlog-proof.ts';
import type { BundleReport } from './verify-iron.ts';

type TlogCheck = CheckpointCheck | 'proof_form' | 'entry_form' | 'inclusion';

export const TLOG_RECIPE: Recipe<TlogCheck> = {
  required: ['proof_form', 'checkpoint_signature', 'entry_form', 'inclusion'],
  optional: ['checkpoint_signature_mldsa44', 'witness_quorum'],
};

/**
 * @param entry the header, where it does not travel in the proof
 * @throws FormatError for pins that are no keys
 */
export function verifyTlogProof(text: string, entry: Uint8Array | null, pins: Pins, crypto: Crypto): BundleReport {
  const checks = new Checks(TLOG_RECIPE);
  const proof = checks.attempt('proof_form', () => [parseTlogProof(text), 'c2sp.org/tlog-proof@v1']);
  const keys = checkpointKeys(pins, null, crypto, proof?.checkpoint ?? null);
  const checkpoint = proof && checkCheckpoint(checks, proof.checkpoint, pins.origin, keys.log, crypto);
  if (proof && checkpoint) {
    checkWitnesses(checks, proof.checkpoint, keys.witnesses, null, crypto);
    const data = entry ?? proof.extra;
    checks.attempt('entry_form', () => {
      if (!data) throw new FormatError('tlog-proof', 'carries no entry, and none was given');
      const { seq, type } = parseEntryHeader(data);
      requireThat(seq === proof.index, 'entry', `calls itself ${seq}, not ${proof.index}`);
      return [seq, `${type} entry ${seq}`];
    });
    checks.attempt('inclusion', () => {
      if (!data) throw new FormatError('tlog-proof', 'carries no entry, and none was given');
      const { size, root } = checkpoint;
      const leaf = leafHash(data, crypto);
      requireThat(verifyInclusion(leaf, proof.index, size, proof.path, root, crypto), 'inclusion', 'is not proven');
      return [true, `entry ${proof.index} of ${size}`];
    });
  }
  return { verified: checks.verified, form: 'tlog-proof', checks: checks.list(), certificate: null, checkpoint };
}
