// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { IBAN_LENGTHS } from '../../../src/engine/precheck/validators/bank.ts';
import { luhn, remainder97 } from '../../../src/engine/precheck/validators/checksum.ts';
import { VALIDATORS, type ValidatorName } from '../../../src/engine/precheck/validators.ts';

function judge(name: ValidatorName, value: string, before = '', after = ''): number {
  const text = before + value + after;
  const match = /[\s\S]+/.exec(value) as RegExpExecArray;
  return VALIDATORS[name]({ value, match, text, start: before.length, end: before.length + value.length });
}
const accepts = (name: ValidatorName, value: string) => judge(name, value) > 0;

/** Published specimens and test numbers of the issuers; each with its last checked character changed must fail. */
const SPECIMENS: readonly (readonly [ValidatorName, string, string])[] = [
  ['card', '4111 1111 1111 1111', '4111 1111 1111 1112'],
  ['card', '378282246310005', '378282246310006'],
  ['card', '5105-1051-0510-5100', '5105-1051-0510-5101'],
  ['iban', 'DE81 2004 1133 0813 9062 75', 'DE81 2004 1133 0813 9062 76'],
  ['iban', 'GB14 LOYD 3096 3481 7263 54', 'GB14 LOYD 3096 3481 7263 55'],
  ['iban', 'NO51 8601 4417 382', 'NO51 8601 4417 383'],
  ['iban', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', 'MT84 MALT 0110 0001 2345 MTLC AST0 01T'],
  ['es_dni', '12345678Z', '12345678A'],
  ['es_dni', 'X1234567L', 'X1234567M'],
  ['fr_nir', '2 55 08 14 168 025 38', '2 55 08 14 168 025 39'],
  ['it_codice_fiscale', 'RSSMRA85T10A562S', 'RSSMRA85T10A562T'],
  ['nl_bsn', '111222333', '111222334'],
  ['gb_nhs', '943 476 5919', '943 476 5918'],
  ['gb_nino', 'AB123456C', 'BG123456C'],
  ['br_cpf', '529.982.247-25', '529.982.247-26'],
  ['de_tax_id', '86095742719', '86095742718'],
  ['pl_pesel', '44051401359', '44051401358'],
  ['pt_nif', '123456789', '123456788'],
  ['be_number', '85.07.30-033 28', '85.07.30-033 29'],
  ['se_number', '811218-9876', '811218-9875'],
  ['fi_code', '131052-308T', '131052-308U'],
  ['ca_sin', '193-456-787', '193-456-788'],
  ['au_tfn', '123 456 782', '123 456 783'],
  ['in_aadhaar', '2341 2341 2346', '2341 2341 2347'],
  ['cn_id', '11010519491231002X', '110105194912310021'],
  ['us_ssn', '536-90-4399', '000-90-4399'],
  ['tr_id', '10000000146', '10000000147'],
  ['za_id', '8001015009087', '8001015009086'],
  ['sg_nric', 'S1234567D', 'S1234567E'],
  ['kr_rrn', '900101-1234568', '900101-1234567'],
  ['jp_my_number', '123456789018', '123456789017'],
  ['ru_snils', '112-233-445 95', '112-233-445 96'],
  ['ru_inn', '500100732259', '500100732258'],
  ['mx_curp', 'GOMC920101HDFRRL09', 'GOMC921301HDFRRL09'],
  ['cl_rut', '12.345.678-5', '12.345.678-6'],
  ['ar_cuit', '20-12345678-6', '20-12345678-7'],
  ['in_pan', 'ABCPE1234F', 'ABCDE1234F'],
  ['ch_ahv', '756.9217.0769.85', '756.9217.0769.84'],
  ['at_svnr', '1237 010180', '1238 010180'],
  ['cz_number', '736028/5163', '736028/5164'],
  ['nordic_number', '01010750160', '01010750161'],
  ['nordic_number', '070761-4285', '071361-4285'],
  ['ro_cnp', '1800101221144', '1800101221145'],
  ['bg_egn', '7523169263', '7523169264'],
  ['hr_oib', '33392005961', '33392005962'],
  ['ie_pps', '6433435F', '6433435G'],
  ['th_id', '1101700230708', '1101700230709'],
  ['tw_id', 'A123456789', 'A123456788'],
  ['hk_id', 'G123456(A)', 'G123456(9)'],
  ['il_id', '039337423', '039337424'],
  ['ae_id', '784-1990-1234567-6', '784-1990-1234567-7'],
  ['au_medicare', '2123 45670 1', '2123 45671 1'],
  ['id_nik', '3174014508900001', '3174017808900001'],
  ['my_id', '801231-01-5678', '801331-01-5678'],
];

describe('validators of numbers', () => {
  it.each(SPECIMENS)('%s accepts %s and refuses %s', (name, good, bad) => {
    expect(accepts(name, good)).toBe(true);
    expect(accepts(name, bad)).toBe(false);
  });

  it('takes numbers that advertisements made famous for no one', () => {
    expect(accepts('us_ssn', '078-05-1120')).toBe(false);
    expect(accepts('us_ssn', '666-12-3456')).toBe(false);
  });

  it('knows the check digit of ISO 7812 and the remainder of ISO 7064', () => {
    expect(luhn([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 3])).toBe(true);
    expect(luhn([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 0])).toBe(false);
    expect(remainder97('3214282912345698765432161182')).toBe(1);
    expect(remainder97('12-4')).toBe(-1);
  });

  it('gives every country an IBAN length of the registry', () => {
    expect(Object.values(IBAN_LENGTHS).every((length) => length >= 15 && length <= 34)).toBe(true);
  });
});

describe('validators of personal data', () => {
  it('tells telephone numbers from dates, addresses and versions', () => {
    expect(accepts('phone', '+44 1632 960883')).toBe(true);
    expect(accepts('phone', '001-731-555-0167x839')).toBe(true);
    expect(accepts('phone', '2024-05-02 10')).toBe(false);
    expect(accepts('phone', '192.168.100.200')).toBe(false);
    expect(judge('phone', '555 0123 456', '$')).toBe(0);
  });

  it('leaves out addresses of offices and reserved networks', () => {
    expect(accepts('email', 'lena.gupta@example.org')).toBe(true);
    expect(accepts('email', 'noreply@example.org')).toBe(false);
    expect(accepts('public_ip', '85.214.132.117')).toBe(true);
    for (const address of ['10.1.2.3', '192.168.1.1', '172.20.0.1', '203.0.113.9', '127.0.0.1', '300.1.1.1']) {
      expect(accepts('public_ip', address)).toBe(false);
    }
  });
});

describe('validators of secrets', () => {
  const random = `q81Zt${'Lm3Xc7'}RtVb09${'wKz4'}`;

  it('takes random values and leaves stand-ins, names and references', () => {
    expect(accepts('assigned_secret', random)).toBe(true);
    for (const value of [
      'changeme',
      'your-key-here',
      `\${TOKEN}`,
      'xxxxxxxxxxxx',
      'process.env.KEY',
      'getToken',
      'MAX_TOKENS',
      'https://example.org/a',
    ]) {
      expect(accepts('assigned_secret', value)).toBe(false);
    }
  });

  it('takes what a person chose where it is a literal, and leaves the words of forms', () => {
    expect(judge('assigned_password', 'hunter2x', 'password = "', '"')).toBeGreaterThan(0);
    expect(judge('assigned_password', 'harbourlight', 'DB_PASS=')).toBeGreaterThan(0);
    expect(judge('assigned_password', 'harbourlight', 'login(password=', ')')).toBe(0);
    for (const value of ['required', 'hidden', 'Passwort', 'changeme', '#password', 'user.password', '123456']) {
      expect(judge('assigned_password', value, "password: '", "'"), value).toBe(0);
    }
    expect(judge('assigned_password', 'getPass', 'password = ', '()')).toBe(0);
  });

  it('reads the name before a run of letters and digits', () => {
    const digest = '7c1fab90d2744e0cb3f1a55d88206b1e';
    for (const name of ['walkscore TOKEN ', 'shodanSECRET=', '"api_key": "', 'Authorization: Bearer ', 'mailjet ']) {
      expect(judge('named_secret', digest, name), name).toBeGreaterThan(0);
    }
    for (const name of ['commit ', 'sha256:', 'public key: ', 'etag: "', 'next_page_token=', 'trace ', 'md5sum -> ']) {
      expect(judge('named_secret', digest, name), name).toBe(0);
    }
    expect(judge('named_secret', 'Ed25519PrivateKeyTypes', 'private_key_types = ')).toBe(0);
    expect(judge('named_secret', digest)).toBe(0);
    expect(judge('named_secret', `q81Zt${'Lm3Xc7RtVb09wKz4Pq'}`)).toBeGreaterThan(0);
  });

  it('takes a sign of assignment inside a value for part of it', () => {
    const [before, value] = ['qJIv3vevG0', `x7RtVb09${'wK'}`];
    const text = `token: "${before}=${value}"`;
    const match = /[A-Za-z0-9]{10}=(?<v>\w+)/.exec(text) as RegExpExecArray;
    const start = text.indexOf(value);
    expect(VALIDATORS.named_secret({ value, match, text, start, end: start + value.length })).toBeGreaterThan(0);
  });

  it('reads the name through wrappers, tags, defaults and blocks', () => {
    const digest = '7c1fab90d2744e0cb3f1a55d88206b1e';
    for (const name of [
      'var signingKey string = "',
      'apiSecret := []byte("',
      'token=Encoding.UTF8.GetBytes("',
      '<param-name>api_key</param-name>\n<param-value>',
      'api_token: |\n  ',
      'api_token:\n  type: string\n  default: ',
      'TOKEN="${1:-',
      'process.env.API_KEY || "',
      '{"client_id": "web", "client_secret": "',
    ])
      expect(judge('named_secret', digest, name), name).toBeGreaterThan(0);
    for (const name of ['<SignatureValue>', 'Sec-WebSocket-Key: ', '"contentHash": "', 'GPG_KEY='])
      expect(judge('named_secret', digest, name), name).toBe(0);
  });

  it('takes a word where a default, a query or a tag leaves room for nothing else', () => {
    for (const [before, after] of [
      ['ADMIN_PASS=${ADMIN_PASS:', '}'],
      ['https://a.example/?password=', '&y=2'],
      ['<Password>', '</Password>'],
      ['      - "DB_PASSWORD=', '"'],
      ['+  password: ', ''],
      ["ENV.fetch('DB_PASS', '", "')"],
    ] as const)
      expect(judge('assigned_password', 'harbourlight', before, after), before).toBeGreaterThan(0);
    expect(judge('assigned_password', 'harbourlight', "fields = ['password', '", "']")).toBe(0);
  });

  it('leaves what is only told of a password or a key', () => {
    for (const name of ['passwordMaxAge: "', 'password_hasher = "', "PASSWORD_FIELD = '", 'passwd_file="'])
      expect(judge('assigned_password', 'Harbour29', name, '"'), name).toBe(0);
    expect(judge('assigned_secret', 'X-Api-Key2', "apiKeyHeader = '", "'")).toBe(0);
    expect(judge('assigned_secret', 'HmacSHA256', 'secretKey("', '"')).toBe(0);
    expect(judge('assigned_password', 'widget.user.password2', 'password: ', ',')).toBe(0);
  });

  it('takes words and digits for the secret of a session, and no numbered name', () => {
    expect(judge('assigned_secret', 'shadow-beacon-1714', 'JWT_SECRET_KEY = "', '"')).toBeGreaterThan(0);
    for (const value of ['shop-sessions-v2', 'session_store_shop_12', 'my-secret-key-name'])
      expect(judge('assigned_secret', value, 'session_secret = "', '"'), value).toBe(0);
    expect(judge('assigned_secret', 'shadow-beacon-1714', 'token_queue = "', '"')).toBe(0);
  });

  it('reads a name and its password in base64', () => {
    expect(accepts('encoded_pair', btoa(`ada:moUqu${'aysi'}de47`))).toBe(true);
    for (const value of [btoa('ada:password'), btoa('a plain text'), 'AAAAA', btoa('ada:')])
      expect(accepts('encoded_pair', value), value).toBe(false);
  });

  it('leaves the keys of documentation alone', () => {
    expect(accepts('vendor_token', `AKIA${'IOSFODNN7'}EXAMPLE`)).toBe(false);
    expect(accepts('vendor_token', `AKIA${'Q3EGRV2K'}Q7MZ4TNB`)).toBe(true);
    expect(accepts('uri_password', 'password')).toBe(false);
    expect(accepts('uri_password', 'p7Rk2mW9')).toBe(true);
  });

  it('reads the header of a signed token', () => {
    const part = (value: unknown) =>
      btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
    const seal = 'k3cEARfnF1Wz7xXfbfGtk8wo';
    expect(accepts('jwt', `${part({ alg: 'HS256' })}.${part({ sub: 'a' })}.${seal}`)).toBe(true);
    expect(accepts('jwt', `${part({ typ: 'JWT' })}.${part({ sub: 'a' })}.${seal}`)).toBe(false);
    expect(judge('jwt', `${part({ alg: 'HS256' })}.${part({ sub: '1234567890' })}.${seal}`)).toBeLessThan(0.8);
    expect(accepts('jwt', 'eyJub3Rqc29u.eyJub3Rqc29u.xxxx')).toBe(false);
  });
});

describe('validators of obfuscation', () => {
  it('reads split and leeted words, and only those of attacks', () => {
    expect(accepts('spaced_letters', 'i g n o r e')).toBe(true);
    expect(accepts('spaced_letters', 'a b c d e f')).toBe(false);
    expect(accepts('leet_words', '1gn0r3')).toBe(true);
    expect(accepts('leet_words', 'q4fzfl1e')).toBe(false);
  });

  it('finds look-alikes inside a word and leaves symbols of science', () => {
    expect(accepts('mixed_script', 'p\u0430yp\u0430l')).toBe(true);
    expect(accepts('mixed_script', '\u0394Emax')).toBe(false);
    expect(accepts('mixed_script', 'plain')).toBe(false);
  });

  it('leaves the flags of regions alone', () => {
    const tags = (word: string) =>
      [...word].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) as number))).join('');
    expect(judge('tag_text', `${tags('gbsct')}\u{e007f}`, '\u{1f3f4}')).toBe(0);
    expect(judge('tag_text', tags('ignore'), 'Hello')).toBe(1);
  });
});

/** Letters and digits as machines draw them, made here so that no such value stands in the repository. */
const drawn = (length: number) =>
  Array.from({ length }, (_, i) => 'q7Zk2Xw9Lm4Rt8Vb'[(i * 7 + (i >> 3)) % 16]).join('');

describe('values that stand apart from their names', () => {
  it('takes a line of a key block as a secret where it is all there is, whatever wraps it', () => {
    const line = drawn(64);
    for (const [before, after] of [
      ['', ''],
      ['#  ', ''],
      ['2026-03-02 11:04:51 ', ''],
      ['+    "', '\\n"'],
    ] as const)
      expect(judge('named_secret', line, before, after), before).toBeGreaterThan(0);
    expect(judge('named_secret', line, 'The digest of the archive in question is written here: ', '')).toBe(0);
  });

  it('leaves alone what decodes to text, a hash and a boundary of a message', () => {
    const text = btoa('This is a plain sentence, long enough for a line.').slice(0, 64);
    for (const value of [text, `0x${'3f'.repeat(32)}`, `------=_Part_100500_${'1'.repeat(9)}`])
      expect(judge('named_secret', value), value).toBe(0);
  });

  it('takes a random literal for a secret without any name, but not what is open to all', () => {
    const value = `${drawn(20)}Ty5${drawn(11)}`;
    for (const [before, after] of [
      ["REACT_APP_ABC='", "'"],
      ["init('", "')"],
      ['{"params":["', '"]}'],
    ] as const)
      expect(judge('named_secret', value, before, after), before).toBeGreaterThan(0);
    for (const [before, after] of [
      ["const sheetId = '", "'"],
      ['{"kty":"EC","x":"', '"}'],
      ['<img src="data:image/png;base64,', '"/>'],
      ['see https://docs.example.org/d/', ' there'],
      ['The archive is called ', ' and is old.'],
    ] as const)
      expect(judge('named_secret', value, before, after), before).toBe(0);
  });

  it('takes the form of a vendor’s token for one, whoever the vendor is', () => {
    const tail = `${drawn(16)}Ty5${drawn(9)}`;
    for (const prefix of ['zoob_live_', 'wxyz-', 'kbx_v1_'])
      expect(judge('named_secret', prefix + tail, 'print(call(', '))'), prefix).toBeGreaterThan(0);
    for (const prefix of ['price_', 'toolu_', 'img_'])
      expect(judge('named_secret', prefix + tail, 'x: ', ''), prefix).toBe(0);
    for (const name of ['DER_OID_SZ_id_sha3_256', 'PBEWithHmacSHA256AndAES_256'])
      expect(judge('named_secret', name, 'name = "', '"'), name).toBe(0);
  });

  it('takes parts joined by dots for a token where all are random, and a sentence for what names it', () => {
    const part = `${drawn(14)}Ty5w`;
    expect(judge('named_secret', `${part}.${part}.${part}`, 'sent: ', '')).toBeGreaterThan(0);
    expect(judge('named_secret', `com.example.${part}`, 'sent: ', '')).toBe(0);
    for (const before of ['Mein API-Schlüssel lautet ', 'Le jeton de production est ', 'The token for staging is '])
      expect(judge('named_secret', drawn(24), before, ', please.'), before).toBeGreaterThan(0);
  });

  it('reads the remark behind a value, and the one above', () => {
    const value = drawn(32);
    expect(judge('named_secret', value, '', ' # Runner registration token')).toBeGreaterThan(0);
    expect(judge('named_secret', value, '# api token for staging\n', '')).toBeGreaterThan(0);
    expect(judge('named_secret', value, '', ' # build of the docs')).toBe(0);
  });

  it('takes a word for a password where nothing else can stand, but no word of forms and no reference', () => {
    for (const value of ['harbourmeadow', 'dev_harbour', 'pepper29'])
      expect(accepts('told_password', value)).toBe(true);
    for (const value of ['password', 'mypassword', '%PASS%', '$secret', '8080:80', 'new_user', 'PASSWORD', 'keys.txt'])
      expect(accepts('told_password', value), value).toBe(false);
  });

  it('finds the name on the line above, also in a property list', () => {
    expect(judge('named_secret', drawn(32), '<key>apiSecret</key>\n<string>', '</string>')).toBeGreaterThan(0);
    expect(judge('named_secret', drawn(32), '<key>caption</key>\n<string>', '</string>')).toBe(0);
  });

  it('takes no encrypted value, no resource name and no pattern for a secret', () => {
    expect(judge('named_secret', drawn(60), 'encryptedData:\n  password: ')).toBe(0);
    expect(judge('assigned_secret', 'eu-west-1:123456789012:secret:prod/db', 'arn:aws:secretsmanager:')).toBe(0);
    expect(judge('assigned_secret', '/^ghp_[A-Za-z0-9]{36}$/', 'token = ')).toBe(0);
    expect(judge('assigned_secret', 'abcdefghijklmnopqrstuvwxyz', 'api_key = "', '"')).toBe(0);
  });

  it('tells a password from the name of a thing where only a blank stands before it', () => {
    for (const value of ['Quayside$47', 'wz0dt-iF0aTb5!']) expect(accepts('strong_password', value), value).toBe(true);
    for (const value of ['PBKDF2', 'manager', 'protected-area', 'OAuth2'])
      expect(accepts('strong_password', value)).toBe(false);
  });

  it('tells words that make a pass phrase from words that make a sentence', () => {
    expect(accepts('pass_phrase', 'meadow saddle harbour')).toBe(true);
    for (const value of ['enter your password', 'forgot password', 'must be at least eight']) {
      expect(accepts('pass_phrase', value), value).toBe(false);
    }
  });

  it('takes a number behind its name by form, but no date and no amount', () => {
    for (const value of ['A123456780', '45 15 632606', 'POL-23177827'])
      expect(accepts('labelled_number', value)).toBe(true);
    for (const value of ['2026-03-04', '2024/25', '1111111', '12'])
      expect(accepts('labelled_number', value), value).toBe(false);
  });

  it('knows addresses of the sixth version that belong to nobody', () => {
    expect(accepts('public_address', '2a02:8109:9c40:1a2b:4c5d:6e7f:8091:a2b3')).toBe(true);
    for (const value of ['fe80:0:0:0:1:2:3:4', '2001:db8:1:2:3:4:5:6', '10.0.0.7'])
      expect(accepts('public_address', value), value).toBe(false);
  });
});
