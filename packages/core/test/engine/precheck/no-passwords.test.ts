// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { testPorts } from '../finding.ts';
import { shippedRuleset } from '../ruleset-fixture.ts';

const secrets = (text: string) =>
  evaluate(text, shippedRuleset(), testPorts()).flags.filter(({ category }) => category === 'secrets');
const CHOSEN = `Kartoffel!Turm${38}`;
const setting = (name: string, otherwise: string) => `${name}=$` + `{${name}:${otherwise}}`;

describe('what stands where a password would', () => {
  it.each([
    setting('DB_PASSWORD', '?set me'),
    setting('API_TOKEN', '?set it in .env'),
    'class Pen:\n\tdef close(self):\n\t\tpass\n\n\tdef curve(self, *points):\n\t\tpass',
    'def __init__(self, shortcut, login=False, **kwargs):',
    '# define SSL_TXT_kPSK             "kPSK"',
    "'-----BEGIN RSA PRIVATE KEY----- ...'}}\n\nThe public and private keys are strings in PEM format.",
    "{ name: 'john', password: 'secret1' }",
    "argon2d('password', 'salt1234', { t: 1, m: 8 });",
    "importKey('raw', encode(password), 'PBKDF2', false, ['deriveBits'])",
    "for (const obj of objs) {\n  unregister(obj)\n}\n\nt.pass('completed')",
    'call sip:1001abcdef@10.0.0.5 now',
    'npm install wicker:basket7@1.2.3',
    'meet me at home:later@5',
    'Fix a vulnerability; problem identified by "jamesh".',
    '"optionalDependencies": {\n    "wicker-darwin-x64": "1.33.0",\n    "wicker-win32-x64-msvc": "1.33.0",',
    'github.com/wicker/mw-tokenauth,v0.0.0-20190129201951-95847f29c5c8,h1:dqw',
    'Use [wiki-news-300d-1M-subword.vec.zip](https://wicker.example/vectors)',
    '#if !defined(BOOST_TOKEN_CACHE_HPP_4D2320B7_1D56_4113_A114_397E70FA438C_INCLUDED)',
  ])('is none: %s', (text) => {
    expect(secrets(text)).toEqual([]);
  });

  it.each([
    setting('DB_PASSWORD', `-${CHOSEN}`),
    `Der WLAN-Schlüssel im Büro ist ${CHOSEN}`,
    `CREATE USER 'app'@'%' IDENTIFIED BY '${CHOSEN}';`,
    `GRANT ALL ON shop.* TO app IDENTIFIED BY "${CHOSEN}"`,
    `password: 'mysecret${CHOSEN}'`,
    `t.pass = '${CHOSEN}'`,
    `ssh root:${CHOSEN}@10.3.0.9`,
    `DSN=shop:${CHOSEN}@10.3.0.9:3306/orders`,
    `proxy=worker7:${CHOSEN}@proxy.corp.example:8080`,
    `#define WIFI_PASSWORD "${CHOSEN}"`,
    'wallet seed: apple river stone cloud table green paper light horse window garden tiger',
  ])('is one: %s', (text) => {
    expect(secrets(text).length).toBeGreaterThan(0);
  });

  it('is called a hash where it is one', () => {
    const [flag] = secrets(`passwordHash: $2b$12$${'EixZaYVK1fsbw1ZfbX3OXePaWxn96p36'}WQoeG6Lruj3vjPGga31lW`);
    expect(flag?.explanation).toContain('hash');
  });
});
