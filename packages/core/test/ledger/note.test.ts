// SPDX-License-Identifier: Apache-2.0
import { createNodeCrypto } from '@plumbline/server/crypto.ts';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  logVerifier,
  parseCheckpoint,
  parseCheckpointText,
  signCheckpoint,
} from '../../src/ledger/checkpoint.ts';
import { cosign, cosignaturesOn, cosignatureVerifier } from '../../src/ledger/cosignature.ts';
import { checkNote, formatNote, parseNote, withSignatures } from '../../src/ledger/note.ts';
import { isKeyName, logVerifierKey, parseVerifierKey, verifierKey } from '../../src/ledger/vkey.ts';
import type { Crypto } from '../../src/seal/crypto.ts';
import { signerKey } from '../../src/seal/crypto.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { fromHex, toHex } from '../../src/seal/hex.ts';
import { nobleCrypto } from '../seal/noble-crypto.ts';
import { testSigner } from '../seal/test-keys.ts';
import { vector } from '../seal/vectors.ts';

interface NoteVector {
  vkey: string;
  checkpoint: { origin: string; size: number; root: string };
  text: string;
  note: string;
}
const golden = vector<NoteVector>('note');
const witness = vector<{ vkey: string; name: string; time_s: number; line: string; note: string }>('cosignature');
const mldsa = vector<{ vkey: string; line: string; text: string }>('mldsa');
const checkpoint = { ...golden.checkpoint, root: fromHex(golden.checkpoint.root) };
const log = testSigner(1);
const quantum = testSigner(1, 'ml-dsa-44');

const verifierOf = (vkey: string, crypto: Crypto) => {
  const verifier = logVerifier(parseVerifierKey(vkey, crypto), crypto);
  if (!verifier) throw new Error('no log key');
  return verifier;
};
const witnessOf = (vkey: string, crypto: Crypto) => {
  const verifier = cosignatureVerifier(parseVerifierKey(vkey, crypto), crypto);
  if (!verifier) throw new Error('no witness key');
  return verifier;
};

describe.each([
  ['node:crypto', createNodeCrypto()],
  ['noble', nobleCrypto],
] as const)('checkpoints on %s', (_name, crypto) => {
  it('are signed to the golden note, with the golden verifier key', () => {
    expect(logVerifierKey(checkpoint.origin, signerKey(log), crypto).text).toBe(golden.vkey);
    expect(signCheckpoint(checkpoint, [log], crypto)).toBe(golden.note);
    expect(parseCheckpoint(golden.note)).toEqual(checkpoint);
    expect(checkNote(golden.note, [verifierOf(golden.vkey, crypto)]).verified).toHaveLength(1);
  });

  it('carry an ML-DSA-44 line made by another library', () => {
    expect(logVerifierKey(checkpoint.origin, signerKey(quantum), crypto).text).toBe(mldsa.vkey);
    const verifiers = [verifierOf(golden.vkey, crypto), verifierOf(mldsa.vkey, crypto)];
    const both = withSignatures(golden.note, [mldsa.line]);
    expect(checkNote(both, verifiers).verified).toHaveLength(2);
    const own = signCheckpoint(checkpoint, [log, quantum], crypto);
    expect(checkNote(own, verifiers).verified).toHaveLength(2);
    const broken = withSignatures(golden.note, [
      mldsa.line.replace(/.(?=A{0,2}={0,2}\n$)/, (c) => (c === 'B' ? 'C' : 'B')),
    ]);
    const report = checkNote(broken, verifiers);
    expect([report.verified.length, report.failed.length]).toEqual([1, 1]);
  });

  it('are counted as unsupported, not as wrong, where ML-DSA-44 is missing', () => {
    const { verifyMlDsa44: _absent, ...without } = crypto;
    const verifiers = [verifierOf(golden.vkey, without), verifierOf(mldsa.vkey, without)];
    const report = checkNote(withSignatures(golden.note, [mldsa.line]), verifiers);
    expect([report.verified.length, report.unsupported.length, report.failed.length]).toEqual([1, 1, 0]);
  });

  it('take the golden co-signature with its time, and no other', () => {
    const signer = testSigner(3);
    expect(verifierKey(witness.name, 4, signer.publicKeyRaw, crypto).text).toBe(witness.vkey);
    expect(cosign(golden.text, witness.name, signer, witness.time_s, crypto)).toBe(witness.line);
    const verifier = witnessOf(witness.vkey, crypto);
    expect(withSignatures(golden.note, [witness.line])).toBe(witness.note);
    expect(cosignaturesOn(witness.note, [verifier])).toMatchObject([{ name: witness.name, timeS: witness.time_s }]);
    const forged = cosign(golden.text, witness.name, testSigner(9), witness.time_s, crypto);
    expect(cosignaturesOn(withSignatures(golden.note, [forged]), [verifier])).toEqual([]);
    const elsewhere = cosign(golden.text.replace('\n8\n', '\n9\n'), witness.name, signer, witness.time_s, crypto);
    expect(checkNote(withSignatures(golden.note, [elsewhere]), [verifier]).failed).toEqual([verifier]);
  });
});

describe('checkNote', () => {
  const crypto = createNodeCrypto();
  const known = verifierOf(golden.vkey, crypto);

  it('ignores unknown signers and algorithms', () => {
    const stranger = signCheckpoint(checkpoint, [testSigner(9)], crypto);
    const odd = verifierKey('ledger.example/iron', 0xfa, new Uint8Array(5), crypto);
    expect(odd.publicKey).toBeNull();
    expect(logVerifier(odd, crypto)).toBeNull();
    const report = checkNote(stranger, [known]);
    expect([report.verified, report.failed]).toEqual([[], []]);
  });

  it('refuses a known signer under every changed byte of the text', () => {
    for (const [from, to] of [
      ['\n8\n', '\n9\n'],
      ['Xcna', 'Xcnb'],
      ['iron\n8', 'gold\n8'],
    ] as const) {
      const report = checkNote(golden.note.replace(from, to), [known]);
      expect([report.verified, report.failed]).toEqual([[], [known]]);
    }
  });

  it('refuses notes that are none', () => {
    const { note, text } = golden;
    const wrong = [
      '',
      text,
      note.slice(0, -1),
      note.replace('\n\n', '\n'),
      note.replace('\u2014', '-'),
      note.replace('gc=', 'gc'),
    ];
    for (const bad of [
      ...wrong,
      `${note}\n`,
      note.replace('iron', 'ir\ton'),
      formatNote(text, ['\u2014 a+b AAAAAAAA\n']),
    ]) {
      expect(() => parseNote(bad)).toThrow(FormatError);
    }
  });
});

describe('parseCheckpointText', () => {
  it('takes exactly three lines', () => {
    const text = checkpointText(checkpoint);
    expect(parseCheckpointText(text)).toEqual(checkpoint);
    const wrong = [
      `${text}extension\n`,
      text.slice(0, -1),
      text.replace('8', '08'),
      text.replace('8', '-8'),
      text.replace('8', '9007199254740992'),
    ];
    for (const bad of [...wrong, text.replace('Xcna', ''), '\n8\nAAAA\n'])
      expect(() => parseCheckpointText(bad)).toThrow(FormatError);
  });
});

describe('parseVerifierKey', () => {
  const crypto = createNodeCrypto();

  it('refuses ids that are not those of name and key, and names that would break the grammar', () => {
    expect(parseVerifierKey(golden.vkey, crypto).text).toBe(golden.vkey);
    for (const bad of [
      golden.vkey.replace('262c', '262d'),
      golden.vkey.replace('iron', 'gold'),
      'a+b',
      '',
      golden.vkey.slice(0, -4),
    ]) {
      expect(() => parseVerifierKey(bad, crypto)).toThrow(FormatError);
    }
    expect(['a b', 'a+b', '', 'a\n', '\u2003'].map(isKeyName)).toEqual([false, false, false, false, false]);
    expect(toHex(parseVerifierKey(golden.vkey, crypto).raw)).toBe(toHex(log.publicKeyRaw));
  });
});
