// SPDX-License-Identifier: Apache-2.0
/** The checks of a checkpoint: the log's signatures, and the witnesses that a policy asks for. */
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { type Checkpoint, type LogVerifier, logVerifier, parseCheckpoint, parseCheckpointText } from './checkpoint.ts';
import { type CheckSink, requireThat } from './checks.ts';
import { cosignaturesOn, cosignatureVerifier } from './cosignature.ts';
import { checkNote } from './note.ts';
import type { ReadPolicy } from './policy.ts';
import { logVerifierKey, NOTE_ALGORITHMS, parseVerifierKey, type VerifierKey } from './vkey.ts';

export type CheckpointCheck = 'checkpoint_signature' | 'checkpoint_signature_mldsa44' | 'witness_quorum';

/** What a verifier brings along; everything else has to prove itself. */
export interface Pins {
  readonly origin: string;
  /** Hex leaf hash of entry 0. */
  readonly genesis: string | null;
  /** Verifier keys of the log and of witnesses that the verifier trusts by itself. */
  readonly vkeys: readonly string[];
  /** Log keys that another has taken over from. */
  readonly retired?: readonly RetiredKey[];
}

/** A key that no policy names any more: what it signed for before that holds, and nothing later (ledger format, section 7). */
export interface RetiredKey {
  readonly vkey: string;
  /** Size of the largest checkpoint that it could sign. */
  readonly untilSize: number;
}

export interface CheckpointKeys {
  readonly log: readonly VerifierKey[];
  readonly witnesses: readonly VerifierKey[];
}

/**
 * Sorts pinned keys, and adds those of a policy that was proven from the pinned genesis.
 * @param note the checkpoint that is to be checked: its size says which retired keys count
 * @throws FormatError
 */
export function checkpointKeys(
  pins: Pins,
  policy: ReadPolicy | null,
  crypto: Crypto,
  note: string | null = null,
): CheckpointKeys {
  const size = note === null ? null : claimedSize(note);
  const retired = (pins.retired ?? []).filter(({ untilSize }) => size !== null && size <= untilSize);
  const pinned = [...pins.vkeys, ...retired.map(({ vkey }) => vkey)].map((text) => parseVerifierKey(text, crypto));
  const isWitness = ({ algorithm }: VerifierKey) => algorithm === NOTE_ALGORITHMS.cosignature;
  const own = (policy?.keys.log ?? []).map((key) => logVerifierKey(pins.origin, key, crypto));
  return {
    log: distinct([...pinned.filter((key) => !isWitness(key) && key.name === pins.origin), ...own]),
    witnesses: distinct([...pinned.filter(isWitness), ...(policy?.witnesses ?? [])]),
  };
}

/** What a note says of itself; the signature on it covers that. Null for a note that is none. */
export function claimedSize(note: string): number | null {
  try {
    return parseCheckpoint(note).size;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

function distinct(keys: readonly VerifierKey[]): readonly VerifierKey[] {
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

/** Checks the log's own signatures. Null when the note cannot be trusted. */
export function checkCheckpoint(
  checks: CheckSink<CheckpointCheck>,
  note: string,
  origin: string,
  keys: readonly VerifierKey[],
  crypto: Crypto,
): Checkpoint | null {
  const verifiers = keys.flatMap((key) => logVerifier(key, crypto) ?? []);
  return checks.attempt('checkpoint_signature', () => {
    const { text, verified, unsupported, failed } = checkNote(note, verifiers);
    const checkpoint = parseCheckpointText(text);
    requireThat(checkpoint.origin === origin, 'checkpoint', `is of another log, ${checkpoint.origin}`);
    reportSecondSignature(checks, verifiers, { verified, unsupported, failed });
    const isFirst = ({ key }: LogVerifier) => key.algorithm === NOTE_ALGORITHMS.ed25519;
    requireThat(!failed.some(isFirst), 'checkpoint', 'carries a wrong signature of a known key');
    const signer = verified.find(isFirst);
    if (!signer) throw new FormatError('checkpoint', 'carries no signature of a known key of the log');
    return [checkpoint, `size ${checkpoint.size}, Ed25519, key ${signer.keyHash}`];
  });
}

interface Signed {
  readonly verified: readonly LogVerifier[];
  readonly unsupported: readonly LogVerifier[];
  readonly failed: readonly LogVerifier[];
}

/** Absent is not wrong here: logs may gain their second key later, and third parties pass checkpoints on without it. */
function reportSecondSignature(
  checks: CheckSink<CheckpointCheck>,
  verifiers: readonly LogVerifier[],
  { verified, unsupported, failed }: Signed,
): void {
  const name = 'checkpoint_signature_mldsa44';
  const isSecond = ({ key }: LogVerifier) => key.algorithm === NOTE_ALGORITHMS.mldsa44;
  const good = verified.find(isSecond);
  if (failed.some(isSecond)) checks.set(name, false, 'the ML-DSA-44 signature is wrong');
  else if (good) checks.set(name, true, `ML-DSA-44, key ${good.keyHash}`);
  else if (unsupported.some(isSecond)) checks.set(name, null, 'this runtime has no ML-DSA-44; Ed25519 was checked');
  else if (verifiers.some(isSecond)) checks.set(name, null, 'the checkpoint has no ML-DSA-44 signature');
  else checks.set(name, null, 'no ML-DSA-44 key of the log is known');
}

/**
 * Counts distinct witnesses. A quorum of 0 asks for nothing, and the report says that nothing was asked.
 * @param quorum null where no policy was read: then a quorum is never called met
 */
export function checkWitnesses(
  checks: CheckSink<CheckpointCheck>,
  note: string,
  witnesses: readonly VerifierKey[],
  quorum: number | null,
  crypto: Crypto,
): void {
  const verifiers = witnesses.flatMap((key) => cosignatureVerifier(key, crypto) ?? []);
  let noPolicy: string | null = null;
  checks.attempt('witness_quorum', () => {
    requireThat(
      checkNote(note, verifiers).failed.length === 0,
      'checkpoint',
      'carries a wrong co-signature of a witness',
    );
    const seen = cosignaturesOn(note, verifiers);
    const names = seen.map(({ name, timeS }) => `${name} at ${timeS}`).join(', ');
    const detail = quorum === null ? names : `${seen.length} of ${quorum}: ${names}`;
    requireThat(seen.length >= (quorum ?? 0), 'witnesses', detail);
    if (quorum === null) noPolicy = `no policy in this form${names === '' ? '' : `; co-signed by ${names}`}`;
    return [seen, detail];
  });
  if (noPolicy !== null) checks.set('witness_quorum', null, noPolicy);
  if (quorum === 0 && checks.get('witness_quorum') === true && verifiers.length === 0) {
    checks.set('witness_quorum', null, 'the policy asks for no witness, and none is known');
  }
}
