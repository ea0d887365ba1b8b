// SPDX-License-Identifier: Apache-2.0
/**
 * What a verifier was handed to check against, and what became of it. A key that decides nothing in the form at hand, or a
 * moment at which nothing expires, is told as not checked: it must not look as if it had been.
 */
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { keyIdOf } from '../seal/spki.ts';
import { claimedSize } from './check-checkpoint.ts';
import type { Check } from './checks.ts';
import { cosignaturesOn, cosignatureVerifier } from './cosignature.ts';
import type { GivenKey, GivenTrust } from './given-keys.ts';
import { checkNote, parseNote } from './note.ts';
import type { BundleReport } from './verify-iron.ts';
import { logVerifierKey, NOTE_ALGORITHMS, parseVerifierKey } from './vkey.ts';

/** `ledger`: a whole log, by its newest checkpoint. */
export type GivenForm = BundleReport['form'] | 'ledger';

export interface GivenPlace {
  readonly form: GivenForm;
  readonly origin: string;
  /** The checkpoint; null where the form has none, or none that could be read. */
  readonly note: string | null;
}

/** How many of the keys that decided nothing are named. */
const MAX_NAMED = 6;
const SHORT_ID_LENGTH = 16;

/** One check over all keys; null where none was given. @throws FormatError for verifier keys that are none */
export function givenKeysCheck(
  { vkeys, publicKeys }: Pick<GivenTrust, 'vkeys' | 'publicKeys'>,
  place: GivenPlace,
  crypto: Pick<Crypto, 'sha256'>,
): Check | null {
  const count = vkeys.length + publicKeys.length;
  if (count === 0) return null;
  const candidates = publicKeys.filter(isAnchorCandidate).length;
  const idle = [
    ...vkeys.map((text) => vkeyProblem(text, place, crypto)),
    ...publicKeys.map((given) => publicKeyProblem(given, place, candidates, crypto)),
  ].filter((problem) => problem !== null);
  if (idle.length === 0) return { name: 'given_keys', ok: true, detail: `${count} of ${count} took part` };
  const more = idle.length > MAX_NAMED ? `; and ${idle.length - MAX_NAMED} more` : '';
  const detail = `${count - idle.length} of ${count} took part; ${idle.slice(0, MAX_NAMED).join('; ')}${more}`;
  return { name: 'given_keys', ok: null, detail };
}

/** The co-signatures of given witnesses on a checkpoint; null where no witness was given. @throws FormatError for keys that are none */
export function givenWitnessesCheck(vkeys: readonly string[], note: string, crypto: Crypto): Check | null {
  const verifiers = vkeys.flatMap((text) => cosignatureVerifier(parseVerifierKey(text, crypto), crypto) ?? []);
  if (verifiers.length === 0) return null;
  const name = 'witness_cosignatures';
  try {
    const [wrong] = checkNote(note, verifiers).failed;
    if (wrong) return { name, ok: false, detail: `the co-signature of ${wrong.name}+${wrong.keyHash} is wrong` };
    const seen = cosignaturesOn(note, verifiers).map((one) => `${one.name} at ${one.timeS}`);
    if (seen.length === 0)
      return { name, ok: null, detail: 'none of the witnesses given has co-signed this checkpoint' };
    return { name, ok: true, detail: `${seen.length} of ${verifiers.length}: ${seen.join(', ')}` };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { name, ok: false, detail: error.message };
  }
}

/** What became of a moment that the caller named. */
export function givenTimeCheck({ form, certificate }: BundleReport, nowMs: number | null): Check {
  const name = 'given_time';
  if (form === 'sigstore' || form === 'tlog-proof')
    return { name, ok: null, detail: 'this form holds no certificate, and nothing else expires' };
  if (certificate === null) return { name, ok: null, detail: 'not reached: an earlier check failed' };
  if (certificate.predicate.expires_at === null)
    return { name, ok: null, detail: 'the certificate has no expiry: no moment decides anything' };
  const at = nowMs === null ? 'at no moment' : `at ${new Date(nowMs).toISOString()}`;
  return { name, ok: true, detail: `the expiry was judged ${at}` };
}

function vkeyProblem(text: string, place: GivenPlace, crypto: Pick<Crypto, 'sha256'>): string | null {
  const { name, keyHash, algorithm, publicKey } = parseVerifierKey(text, crypto);
  const problem =
    publicKey === null
      ? `is of algorithm ${algorithm}, which is not known here`
      : noteProblem(name, keyHash, algorithm === NOTE_ALGORITHMS.cosignature, place);
  return problem && `${name}+${keyHash} ${problem}`;
}

function noteProblem(name: string, keyHash: string, isWitness: boolean, { origin, note }: GivenPlace): string | null {
  if (note === null) return 'signs checkpoints, and there is none here';
  if (!isWitness && name !== origin) return 'is a key of another log';
  if (signersOf(note).has(`${name} ${keyHash}`)) return null;
  return `did not ${isWitness ? 'co-sign' : 'sign'} this checkpoint`;
}

function signersOf(note: string): ReadonlySet<string> {
  try {
    return new Set(parseNote(note).signatures.map(({ name, keyHash }) => `${name} ${keyHash}`));
  } catch (error) {
    if (error instanceof FormatError) return new Set();
    throw error;
  }
}

function publicKeyProblem(
  given: GivenKey,
  place: GivenPlace,
  anchorCandidates: number,
  crypto: Pick<Crypto, 'sha256'>,
): string | null {
  const problem =
    given.role === 'log' ? logKeyProblem(given, place, crypto) : roleProblem(given, place, anchorCandidates);
  return problem && `${given.role ?? 'key'} ${keyIdOf(given.key, crypto).slice(0, SHORT_ID_LENGTH)} ${problem}`;
}

function logKeyProblem({ key, retiredAt }: GivenKey, place: GivenPlace, crypto: Pick<Crypto, 'sha256'>): string | null {
  if (place.origin === '' || place.note === null) return 'signs checkpoints, and there is none here';
  const size = claimedSize(place.note);
  if (retiredAt !== null && size !== null && size > retiredAt) return `signs no checkpoint past ${retiredAt}`;
  const { name, keyHash } = logVerifierKey(place.origin, key, crypto);
  return noteProblem(name, keyHash, false, place);
}

function roleProblem(given: GivenKey, { form }: GivenPlace, anchorCandidates: number): string | null {
  const { role } = given;
  if (role !== null && role !== 'issuer' && role !== 'anchor') return 'has a role that signs nothing here';
  if (form === 'iron' || form === 'ledger') return 'is not asked: the policies from genesis on name who signs';
  if (form === 'tlog-proof') return 'is not asked: this form shows that an entry is in the log, not who signed it';
  if (form === 'certificate') return role === 'anchor' ? 'signs entries, and there is none here' : null;
  if (form !== 'sigstore') return 'is not asked: the file has no form that is known';
  if (!isAnchorCandidate(given)) return 'signs no entry';
  return anchorCandidates === 1
    ? null
    : `is one of ${anchorCandidates} that could sign entries: give the one that does`;
}

const isAnchorCandidate = ({ role, key }: GivenKey): boolean =>
  (role === null || role === 'anchor') && key.algorithm === 'ed25519';
