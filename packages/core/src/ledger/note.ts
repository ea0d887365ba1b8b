// SPDX-License-Identifier: Apache-2.0
/**
 * Signed notes, c2sp.org/signed-note: a text, an empty line, and lines `— name base64(key id || signature)`. A signer that
 * is not known says nothing; one that is known and fails makes the whole note worthless.
 */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { concatBytes, utf8 } from '../seal/bytes.ts';
import { FormatError } from '../seal/format-error.ts';
import { fromHex, toHex } from '../seal/hex.ts';
import { isKeyName } from './vkey.ts';

const MAX_NOTE_LENGTH = 1_000_000;
const MAX_NOTE_SIGNATURES = 100;
const DASH = '\u2014';

export interface NoteSignature {
  readonly name: string;
  /** Eight hex digits. */
  readonly keyHash: string;
  readonly signature: Uint8Array;
  /** The line as it stands, with its line feed. */
  readonly line: string;
}

export interface SignedNote {
  /** Ends with a line feed, which is signed too. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** @throws FormatError */
export function parseNote(note: string): SignedNote {
  if (note.length > MAX_NOTE_LENGTH) throw new FormatError('signed note', 'is too long');
  if (!note.isWellFormed() || /[\p{Cc}\uFFFD]/u.test(note.replaceAll('\n', ''))) {
    throw new FormatError('signed note', 'holds a control character, or is not Unicode');
  }
  const split = note.lastIndexOf('\n\n');
  if (split === -1 || !note.endsWith('\n'))
    throw new FormatError('signed note', 'has no signatures after an empty line');
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_NOTE_SIGNATURES) throw new FormatError('signed note', 'has too many signatures');
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignatureLine) };
}

/** One signature line, without its line feed. @throws FormatError */
export function parseSignatureLine(line: string): NoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ');
  if (dash !== DASH || rest.length > 0 || !isKeyName(name))
    throw new FormatError('signed note', 'has a malformed line');
  const bytes = fromBase64(encoded);
  if (bytes.length < 5) throw new FormatError('signed note', 'has a signature that is cut short');
  return { name, keyHash: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4), line: `${line}\n` };
}

export function signatureLine(name: string, keyHash: string, signature: Uint8Array): string {
  return `${DASH} ${name} ${toBase64(concatBytes([fromHex(keyHash), signature]))}\n`;
}

/** Text (ending with a line feed) and signature lines as one note. */
export function formatNote(text: string, lines: readonly string[]): string {
  return `${text}\n${lines.join('')}`;
}

/** Adds signature lines to a note that has some; a line of the same name and key is replaced, not doubled. */
export function withSignatures(note: string, lines: readonly string[]): string {
  const { text, signatures } = parseNote(note);
  const added = lines.map((line) => parseSignatureLine(line.slice(0, -1)));
  const kept = signatures.filter((old) => !added.some((one) => one.name === old.name && one.keyHash === old.keyHash));
  return formatNote(
    text,
    [...kept, ...added].map(({ line }) => line),
  );
}

/** Something that can check the signatures of one key on a note. */
export interface NoteVerifier {
  readonly name: string;
  readonly keyHash: string;
  /** Null when this runtime cannot tell. */
  verify(text: Uint8Array, signature: Uint8Array): boolean | null;
}

export interface NoteReport<V extends NoteVerifier> {
  readonly text: string;
  /** Whose signatures are good, each once. */
  readonly verified: readonly V[];
  /** Known keys whose signatures could not be checked here. */
  readonly unsupported: readonly V[];
  /** Known keys whose signatures are wrong: the note must be refused. */
  readonly failed: readonly V[];
}

/** Checks every signature whose name and key id are known. @throws FormatError for a note that is none */
export function checkNote<V extends NoteVerifier>(note: string, verifiers: readonly V[]): NoteReport<V> {
  const { text, signatures } = parseNote(note);
  const message = utf8(text);
  const found = { verified: new Set<V>(), unsupported: new Set<V>(), failed: new Set<V>() };
  for (const { name, keyHash, signature } of signatures) {
    for (const verifier of verifiers) {
      if (verifier.name !== name || verifier.keyHash !== keyHash) continue;
      const good = verifier.verify(message, signature);
      found[good === null ? 'unsupported' : good ? 'verified' : 'failed'].add(verifier);
    }
  }
  return { text, verified: [...found.verified], unsupported: [...found.unsupported], failed: [...found.failed] };
}
