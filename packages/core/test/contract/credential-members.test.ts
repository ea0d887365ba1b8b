// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import {
  keysInNames,
  maskKeys,
  misplacedCredentials,
  misplacedParameters,
} from '../../src/contract/credential-members.ts';

describe('misplacedCredentials', () => {
  it('finds members with the name of a credential, in any case and at any depth', () => {
    const found = misplacedCredentials({ text: 'a', API_KEY: 'k1', options: { token: 'k2' }, items: [{ key: 'k3' }] });
    expect(found.map(({ error, value }) => [error.code, error.pointer, value])).toEqual([
      ['credential_in_url', '/API_KEY', 'k1'],
      ['credential_in_url', '/options/token', 'k2'],
      ['credential_in_url', '/items/0/key', 'k3'],
    ]);
  });

  it('finds them with a list or an object in place of the key, once for each member', () => {
    const found = misplacedCredentials({
      text: 'a',
      api_key: ['k1', ['k2']],
      options: { Token: { value: 'k3', key: 'k4' } },
    });
    expect(found.map(({ error, value }) => [error.pointer, value])).toEqual([
      ['/api_key', '["k1",["k2"]]'],
      ['/options/Token', '{"value":"k3","key":"k4"}'],
    ]);
  });

  it('leaves alone a key inside a judged text, and members that are no strings', () => {
    expect(misplacedCredentials({ text: 'token: abc', keys: 5, keyed: { a: 1 } })).toEqual([]);
    expect(misplacedCredentials({ key: 5, authorization: null })).toHaveLength(2);
    for (const body of [null, 'token', 3, ['token']]) expect(misplacedCredentials(body)).toEqual([]);
  });
});

describe('misplacedParameters', () => {
  it('finds them in the query', () => {
    const key = `plb_live_${'a1B2'.repeat(12)}zz`;
    expect(misplacedParameters({ x: key, y: `Bearer ${key}`, z: 'plb_live_' })).toHaveLength(2);
    expect(misplacedParameters({ q: 'a', Token: 'k' })).toMatchObject([{ error: { pointer: '/Token' }, value: 'k' }]);
  });
});

describe('maskKeys', () => {
  const key = `plb_live_${'a1B2'.repeat(12)}zz`;
  it('leaves the id of a key, also of one that a pointer cut', () => {
    expect(maskKeys(`/x/${key}: no`)).toBe('/x/plb_live_a1B2a1B2a1B2…: no');
    expect(maskKeys(`/a-long-name-before-${key.slice(0, 44)}…`)).toBe('/a-long-name-before-plb_live_a1B2a1B2a1B2…');
    for (const text of ['/my_test_internationalisation', '/a_live_view', '']) expect(maskKeys(text)).toBe(text);
  });

  it('has keys found in names at any depth, and not in values', () => {
    expect(keysInNames({ text: key, a: [{ [`x-${key}`]: 1 }] })).toEqual([key]);
  });
});
