// SPDX-License-Identifier: Apache-2.0
/** Verifies the Sigstore form of an anchor entry, by our own code. */
import { bytesEqual } from '../seal/bytes.ts';
import type { Crypto, PublicKey } from '../seal/crypto.ts';
import { keyIdOf, sameKey } from '../seal/spki.ts';
import { requireCopies } from './bundle-members.ts';
import {
  type CheckpointCheck,
  checkCheckpoint,
  checkpointKeys,
  checkWitnesses,
  type Pins,
} from './check-checkpoint.ts';
import { Checks, type Recipe, requireThat } from './checks.ts';
import type { EntrySignature } from './entry.ts';
import { readLogged } from './logged.ts';
import { leafHash } from './merkle.ts';
import { parseNote } from './note.ts';
import { verifyInclusion } from './proof.ts';
import { parseSigstoreBundle } from './sigstore-bundle.ts';
import type { BundleReport } from './verify-iron.ts';
import { NOTE_ALGORITHMS, type VerifierKey } from './vkey.ts';

type SigstoreCheck =
  | CheckpointCheck
  | 'bundle_form'
  | 'statement_in_entry'
  | 'statement_signatures'
  | 'log_id'
  | 'inclusion'
  | 'anchor_key';

export const SIGSTORE_RECIPE: Recipe<SigstoreCheck> = {
  required: [
    'bundle_form',
    'checkpoint_signature',
    'statement_in_entry',
    'statement_signatures',
    'log_id',
    'inclusion',
  ],
  optional: ['anchor_key', 'checkpoint_signature_mldsa44', 'witness_quorum'],
};

/**
 * @param anchorKey the key that the verifier trusts to sign entries; null reports the key found, unjudged
 * @throws FormatError for pins that are no keys
 */
export function verifySigstoreBundle(
  value: unknown,
  pins: Pins,
  anchorKey: PublicKey | null,
  crypto: Crypto,
): BundleReport {
  const checks = new Checks(SIGSTORE_RECIPE);
  const parts = checks.attempt('bundle_form', () => [parseSigstoreBundle(value), 'bundle v0.3']);
  const keys = checkpointKeys(pins, null, crypto, parts?.checkpoint ?? null);
  const checkpoint = parts && checkCheckpoint(checks, parts.checkpoint, pins.origin, keys.log, crypto);
  if (parts && checkpoint) {
    checkWitnesses(checks, parts.checkpoint, keys.witnesses, null, crypto);
    const logged = checks.attempt('statement_in_entry', () => {
      const found = readLogged('anchor', 'anchor', parts.entry, parts.statement, crypto);
      requireThat(found.header.seq === parts.index, 'entry', 'has another index');
      return [found, `entry ${found.header.seq} of ${found.header.ts}`];
    });
    if (logged)
      checks.attempt('statement_signatures', () => {
        requireCopies(logged.header, parts.statement, crypto);
        return [true, 'as in the entry'];
      });
    checks.attempt('log_id', () => {
      const isSigner = ({ keyHash, algorithm }: VerifierKey) =>
        keyHash === parts.logKeyHash && algorithm === NOTE_ALGORITHMS.ed25519;
      const isOnNote = parseNote(parts.checkpoint).signatures.some(({ keyHash }) => keyHash === parts.logKeyHash);
      requireThat(
        isOnNote && keys.log.some(isSigner),
        'log id',
        'is not that of a known key that signed the checkpoint',
      );
      return [true, parts.logKeyHash];
    });
    checks.attempt('inclusion', () => {
      const { size, root } = checkpoint;
      requireThat(
        size === parts.size && bytesEqual(root, parts.root),
        'inclusion',
        'has another root than the checkpoint',
      );
      const leaf = leafHash(parts.entry, crypto);
      requireThat(verifyInclusion(leaf, parts.index, size, parts.path, root, crypto), 'inclusion', 'is not proven');
      return [true, `entry ${parts.index} of ${size}`];
    });
    if (logged) {
      const { publicKey } = logged.header.signatures[0] as EntrySignature;
      const ok = anchorKey ? logged.signers.length === 1 && sameKey(publicKey, anchorKey) : null;
      const detail = `${anchorKey ? '' : 'no anchor key was given; '}signed by ${keyIdOf(publicKey, crypto)}`;
      checks.set('anchor_key', ok, detail);
    }
  }
  return { verified: checks.verified, form: 'sigstore', checks: checks.list(), certificate: null, checkpoint };
}
