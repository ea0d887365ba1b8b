// SPDX-License-Identifier: Apache-2.0
import { keysInText, keysProblem } from '@plumbline/core/ledger/keys-in-text.ts';
import { toBase64 } from '@plumbline/core/seal/base64.ts';
import { type Signer, signerKey } from '@plumbline/core/seal/crypto.ts';
import { publicJwk } from '@plumbline/core/seal/jwk.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOG_VKEY, WITNESS_VKEY } from './anchored.ts';
import { crypto, KEYS } from './test-log.ts';

const pemOf = (signer: Signer) =>
  `-----BEGIN PUBLIC KEY-----\n${toBase64(encodeSpki(signerKey(signer))).replaceAll(/(.{64})/g, '$1\n')}\n-----END PUBLIC KEY-----\n`;
const jwks = { keys: [{ ...publicJwk(signerKey(KEYS.log), crypto), role: 'log', retired_at: 7 }] };

/** Each kind, and the keys that are in it. */
const PARTS = [
  { text: `${LOG_VKEY.text}\n`, vkeys: [LOG_VKEY.text], keys: [] },
  { text: `# a witness\n\n  ${WITNESS_VKEY}  \n`, vkeys: [WITNESS_VKEY], keys: [] },
  { text: pemOf(KEYS.anchor), vkeys: [], keys: [signerKey(KEYS.anchor)] },
  { text: pemOf(KEYS.issuerPq), vkeys: [], keys: [signerKey(KEYS.issuerPq)] },
  { text: `${JSON.stringify(jwks, null, 2)}\n`, vkeys: [], keys: [signerKey(KEYS.log)] },
  { text: JSON.stringify(publicJwk(signerKey(KEYS.issuer), crypto)), vkeys: [], keys: [signerKey(KEYS.issuer)] },
] as const;

describe('keys in one text', () => {
  it('are all found, of whatever kinds they are and in whatever order [verify-keys]', () => {
    const mixes = fc.record({
      parts: fc.shuffledSubarray([...PARTS], { minLength: 1 }),
      end: fc.constantFrom('\n', '\r\n'),
    });
    fc.assert(
      fc.property(mixes, ({ parts, end }) => {
        const text = parts.map((part) => part.text.replaceAll('\n', end)).join(end);
        const found = keysInText(text, crypto);
        expect(keysProblem(found)).toBeNull();
        expect(found.vkeys).toEqual(parts.flatMap(({ vkeys }) => vkeys));
        expect(found.publicKeys.map(({ key }) => key)).toEqual(parts.flatMap(({ keys }) => keys));
      }),
      { seed: 20261122, numRuns: 100 },
    );
    const [{ role, retiredAt } = {}] = keysInText(JSON.stringify(jwks), crypto).publicKeys;
    expect([role, retiredAt]).toEqual(['log', 7]);
  });

  it('are found where a text box has put a block on one line', () => {
    const { publicKeys } = keysInText(`  ${pemOf(KEYS.anchor).replaceAll('\n', ' ')} ${LOG_VKEY.text}`, crypto);
    expect(publicKeys).toHaveLength(1);
    expect(keysInText(`  ${pemOf(KEYS.anchor).replaceAll('\n', ' ')} ${LOG_VKEY.text}`, crypto).vkeys).toHaveLength(1);
  });

  it.each([
    [
      'a mistyped verifier key',
      `${LOG_VKEY.text}\nx${LOG_VKEY.text}\n`,
      'line 2: verifier key: has an id that is not that of its key',
    ],
    ['words', `${pemOf(KEYS.anchor)}these are my keys`, /^line 4: (verifier key|base64): /],
    [
      'a block of another kind',
      '-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----',
      /^line 1: PEM block: is a RSA PUBLIC KEY/,
    ],
    ['a block that is cut off', `\n\n${pemOf(KEYS.anchor).slice(0, 60)}`, 'line 3: PEM block: is not whole'],
    [
      'a key of another algorithm',
      `${LOG_VKEY.text}\n{"keys":[{"kty":"EC"}]}`,
      'line 2, key 1: JWK: is neither an Ed25519 nor an ML-DSA-44 key',
    ],
    ['cut JSON', '{"keys":[', 'line 1: is no JSON'],
    ['nothing', '# nothing\n', 'holds no key'],
  ])('that are none are told by their line: %s [verify-keys]', (_, text, problem) => {
    expect(keysProblem(keysInText(text, crypto))).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });

  it('are not repeated in what is told, whatever they are', () => {
    const secret = ['-----BEGIN PRIVATE', ' KEY-----\nMC4CAQAwBQYDK2VwBCIEI\n-----END PRIVATE', ' KEY-----'].join('');
    const problem = keysProblem(keysInText(secret, crypto));
    expect(problem).toContain('is a PRIVATE KEY');
    expect(problem).not.toContain('MC4C');
  });
});
