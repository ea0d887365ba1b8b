// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  crc32,
  credentialRegex,
  maskCredential,
  mintCredential,
  parseCredential,
} from '../../src/contract/credential.ts';

const SEED = { seed: 20261121, numRuns: 300 };
const bytes = fc.uint8Array({ minLength: 128, maxLength: 128 });
const environment = fc.constantFrom('live' as const, 'test' as const);

describe('mintCredential', () => {
  it('makes keys of the published form that parse back to their id', () => {
    fc.assert(
      fc.property(environment, bytes, (kind, random) => {
        fc.pre(random.filter((byte) => byte < 248).length >= 44);
        const { key, id } = mintCredential(kind, random);
        expect(key).toMatch(new RegExp(credentialRegex()));
        expect(parseCredential(key)).toEqual({ environment: kind, id });
      }),
      SEED,
    );
  });

  it('uses the prefix of the deployment', () => {
    const { key } = mintCredential('live', randomBytes(128), 'acme');
    expect(key.startsWith('acme_live_')).toBe(true);
    expect(parseCredential(key, 'acme')).not.toBeNull();
    expect(parseCredential(key)).toBeNull();
  });

  it('skips bytes that would make some digits likelier', () => {
    const biased = new Uint8Array(300).fill(255);
    biased.fill(61, 200, 244);
    expect(mintCredential('live', biased).key.slice(9, 53)).toBe('z'.repeat(44));
  });

  it('refuses to make a key of too little randomness', () => {
    expect(() => mintCredential('live', new Uint8Array(43))).toThrow(RangeError);
  });
});

describe('parseCredential', () => {
  it('[key-format] finds every single wrong character by its checksum', () => {
    const { key } = mintCredential('live', randomBytes(128));
    fc.assert(
      fc.property(fc.integer({ min: 9, max: key.length - 1 }), fc.constantFrom(...'09AZaz'), (at, character) => {
        fc.pre(key[at] !== character);
        expect(parseCredential(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
      }),
      SEED,
    );
  });

  it('finds a test key that calls itself live', () => {
    const { key } = mintCredential('test', randomBytes(128));
    expect(parseCredential(key.replace('_test_', '_live_'))).toBeNull();
  });

  it.each([
    '',
    'plb',
    'plb_live_',
    `plb_live_${'0'.repeat(49)}`,
    `plb_prod_${'0'.repeat(50)}`,
    ` plb_live_${'0'.repeat(50)}`,
  ])('refuses %j', (text) => {
    expect(parseCredential(text)).toBeNull();
  });

  it('takes any text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(parseCredential(text)).toBeNull();
      }),
      SEED,
    );
  });

  it('takes the checksum over all that stands before it, in the alphabet 0-9A-Za-z', () => {
    const body = `plb_live_${'A'.repeat(44)}`;
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let rest = zlibCrc32(body);
    let sum = '';
    for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) sum = alphabet[rest % 62] + sum;
    expect(parseCredential(body + sum)).toEqual({ environment: 'live', id: 'A'.repeat(12) });
  });
});

describe('crc32', () => {
  it('gives the check value of the IEEE polynomial', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
  });

  it('agrees with zlib', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(crc32(text)).toBe(zlibCrc32(text));
      }),
      SEED,
    );
  });
});

describe('maskCredential', () => {
  it('shows the id and nothing of the secret', () => {
    const { key, id } = mintCredential('live', randomBytes(128));
    const shown = maskCredential({ environment: 'live', id });
    expect(shown).toBe(`plb_live_${id}…`);
    expect(shown).not.toContain(key.slice(21, 25));
  });
});
