// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { holdsAddress } from '../../src/contract/addresses.ts';

describe('[receipt-addresses] an address', () => {
  it.each([
    'see https://example.com',
    'www.example.org',
    'EXAMPLE[.]COM',
    'example dot com',
    'hxxp://x.y',
    'bit.ly/3xyz',
    'mail me a@b.de',
    'пример.рф',
    'пример.рф/path?x=1',
    'evil.рф/x',
    '例え.jp',
    '例え.テスト/x',
    'пример.испытание/x',
    'evil.xn--p1ai',
    '1.2.3.4/x',
    '2130706433/x',
    '0x7f000001/x',
    '0x7f.0.0.1/x',
    'evil&#46;com',
    'evil&#x2E;com',
    'evil&period;top',
    'evil%2Ecom',
    'evil%252Ecom',
    't.me / abc',
    't.me/abc',
    'evil.top',
    'EVIL.TOP',
    'evil.su',
    'evil.pw',
    'evil.live',
    'buy at evil.link now',
    'evil[.]top',
    'evil.zip/x',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'exam\u200bple.com',
  ])('is %j', (text) => {
    expect(holdsAddress(`I read it. ${text}`)).toBe(true);
    expect(holdsAddress(text)).toBe(true);
  });

  it.each([
    'It works.In time we will see.',
    'It went live.Live music followed.',
    'Version 1.8 of the constitution and v103.4 are fine; so is 2.0.0-beta.3.',
    'e.g. this, i.e. that, at 5 p.m., in the U.S. and z.B. hier, т.д. и т.п.',
    'I read 3.14 and node.js docs, etc.',
    'I use node.js / deno, and Vue.js/React.',
    'Article 5.2 says so. OK?',
    'and/or, 24/7, 3/4, km/h, 12:30:45, 2026-11-21T17:00:00Z',
    'The file README.md was read, then main.ts, config.yaml and run.sh.',
    'Score 0.95/1.00 at 12:30:45',
    'meta.warnings and error.code were as promised, data.node.id too, and refusal.help; hello.world()',
    'Order 123456789/12 and ticket 20261121/3.',
    'He wore a polka dot live on stage.',
    '100 % of 20 calls.',
    'Ph.D. thesis, No.5, p.12, Fig.3, Dr.Smith.',
    '3.第一条/第二条',
    'Проверено.Спасибо',
  ])('is not %j', (text) => {
    expect(holdsAddress(text)).toBe(false);
  });
});
