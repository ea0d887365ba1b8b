// SPDX-License-Identifier: Apache-2.0
import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesFromBundles } from '../../src/ledger/bundle-reader.ts';
import { compareWithRemembered } from '../../src/ledger/restore-guard.ts';
import { encodeEntryBundle } from '../../src/ledger/tiles.ts';
import { verifyFile } from '../../src/ledger/verify-file.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { signerKey } from '../../src/seal/crypto.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { publicJwk } from '../../src/seal/jwk.ts';
import { encodeSpki } from '../../src/seal/spki.ts';
import { anchored, ironOf, LOG_VKEY, sigstoreOf, tlogProofOf } from './anchored.ts';
import { crypto, freshLog, KEYS, ORIGIN } from './test-log.ts';

const log = freshLog();
while (log.size < 600) log.heartbeat();
log.publish();
const bundles = {
  readEntryBundle: async (n: number) => encodeEntryBundle(log.headers.slice(n * 256, (n + 1) * 256)),
};

describe('entriesFromBundles', () => {
  it.each([0, 1, 255, 256, 599, 600])('gives every header from %i on', async (from) => {
    const found: Uint8Array[] = [];
    for await (const batch of entriesFromBundles(bundles, from, 600)) found.push(...batch);
    expect(found).toEqual(log.headers.slice(from));
  });

  it('refuses a bundle that lacks entries', async () => {
    const short = { readEntryBundle: async () => encodeEntryBundle(log.headers.slice(0, 3)) };
    await expect(entriesFromBundles(short, 0, 4).next()).rejects.toThrow(FormatError);
  });

  it('is all that a verifier needs beside checkpoint, tiles and public statements', async () => {
    const source = {
      entries: (from: number) => entriesFromBundles(bundles, from, log.size),
      newestCheckpoint: async () => log.checkpoints[0] as string,
      statement: async (seq: number) => log.statements[seq] ?? null,
      tiles: log.tiles,
    };
    const pins = { origin: ORIGIN, genesis: log.genesis, vkeys: [] };
    expect((await verifyLedger({ source, pins }, crypto)).verdict).toBe('VALID');
  });
});

describe('compareWithRemembered', () => {
  it('tells a log that holds what was signed from one that is behind, and from a fork', async () => {
    const now = log.checkpointNow();
    const compare = (size: number, root: Uint8Array, ours = 600) =>
      compareWithRemembered(log.tiles, ours, { origin: ORIGIN, size, root }, crypto);
    expect(await compare(600, now.root)).toBe('holds');
    expect(await compare(1, log.leaves[0] as Uint8Array)).toBe('holds');
    expect(await compare(600, now.root, 599)).toBe('behind');
    expect(await compare(600, new Uint8Array(32))).toBe('forked');
  });
});

describe('publicJwk', () => {
  it.each([KEYS.log, KEYS.logPq])('is what OpenSSL reads as the same key', (signer) => {
    const jwk = publicJwk(signerKey(signer), crypto);
    const der = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'der' });
    expect(Buffer.from(encodeSpki(signerKey(signer))).equals(der)).toBe(true);
    expect(jwk.kid).toBe(signer.keyId);
  });
});

describe('files from strangers', async () => {
  const life = anchored();
  const trust = {
    origin: ORIGIN,
    genesis: life.log.genesis,
    vkeys: [LOG_VKEY.text],
    issuerKeys: [signerKey(KEYS.issuer)],
    anchorKey: signerKey(KEYS.anchor),
  };
  const texts = [JSON.stringify(await ironOf(life)), JSON.stringify(await sigstoreOf(life)), await tlogProofOf(life)];
  const whole = verifyFile(texts[0] as string, trust, { nowMs: null }, crypto);

  it('never make the verifier throw, nor verify anything but what was signed, whatever character changes', () => {
    const change = fc.record({
      file: fc.nat(2),
      place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      text: fc.constantFrom('', 'A', 'B', '0', '9', '"', '\n', '{', '[]', 'null', '\u2014', '-', '='),
      cut: fc.nat(3),
    });
    fc.assert(
      fc.property(change, ({ file, place, text, cut }) => {
        const original = texts[file] as string;
        const at = Math.floor(place * original.length);
        const changed = original.slice(0, at) + text + original.slice(at + cut);
        const report = verifyFile(changed, trust, { nowMs: null }, crypto);
        // Hints (key ids of the certificate, witness keys) may change without harm; what is proven may not.
        if (report.verified) {
          if (report.form === 'iron') expect(report.certificate).toEqual(whole.certificate);
          expect(report.checkpoint).toEqual(whole.checkpoint);
        }
      }),
      { seed: 66, numRuns: 300 },
    );
  });
});
