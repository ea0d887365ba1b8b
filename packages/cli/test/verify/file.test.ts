// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPem } from '@plumbline/client/node/key-file.ts';
import { logVerifierKey } from '@plumbline/core/ledger/vkey.ts';
import { type PublicKey, signerKey } from '@plumbline/core/seal/crypto.ts';
import { publicJwk } from '@plumbline/core/seal/jwk.ts';
import { encodeSpki } from '@plumbline/core/seal/spki.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anchored,
  ironOf,
  LOG_VKEY,
  sigstoreOf,
  tlogProofOf,
  WITNESS_VKEY,
} from '../../../core/test/ledger/anchored.ts';
import { crypto, KEYS, ORIGIN, PROMPT, RESPONSE } from '../../../core/test/ledger/test-log.ts';
import { runCaptured } from '../run-captured.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-'));
const at = (name: string) => join(folder, name);
const pem = (key: PublicKey) => publicPem(encodeSpki(key));

const life = anchored();
const genesis = life.log.genesis;
/** The certificate has an expiry: these tests look at it from a day before. */
const AT = ['--at', '2026-06-01T00:00:00Z'];
const verify = (...args: string[]) => runCaptured(['verify', ...args, ...(args.length > 0 ? AT : [])]);

beforeAll(async () => {
  writeFileSync(at('c.iron.json'), JSON.stringify(await ironOf(life)));
  writeFileSync(at('c.sigstore.json'), JSON.stringify(await sigstoreOf(life)));
  writeFileSync(at('c.tlog-proof'), await tlogProofOf(life));
  writeFileSync(at('c.json'), JSON.stringify(life.certificate));
  writeFileSync(at('prompt.txt'), PROMPT);
  writeFileSync(at('response.txt'), RESPONSE);
  writeFileSync(at('keys.txt'), `# log and witness\n${LOG_VKEY.text}\n${WITNESS_VKEY}\n`);
  writeFileSync(at('anchor.pem'), pem(signerKey(KEYS.anchor)));
  writeFileSync(at('issuer.pem'), pem(signerKey(KEYS.issuer)) + pem(signerKey(KEYS.issuerPq)));
  writeFileSync(at('two.pem'), pem(signerKey(KEYS.anchor)) + pem(signerKey(KEYS.stranger)));
  const jwks = { keys: [KEYS.issuer, KEYS.issuerPq].map((key) => publicJwk(signerKey(key), crypto)) };
  writeFileSync(at('jwks.json'), JSON.stringify(jwks));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('plumbline verify FILE', () => {
  it('verifies an iron bundle from a genesis hash alone, each check by name [verify-cli]', async () => {
    const { code, stdout } = await verify(at('c.iron.json'), '--genesis', genesis);
    expect(stdout).toMatch(/^VERIFIED {2}iron bundle, cert_0+7, ledger\.example\/iron at \d+ entries\n/);
    expect(stdout).toContain('ok           ratification_accepted');
    expect(stdout).toMatch(/not checked {2}not_revoked +a bundle cannot show later entries/);
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toContain('a later revocation is not in it');
    expect(code).toBe(0);
  });

  it('compares the texts that the caller has, byte by byte', async () => {
    const base = [at('c.iron.json'), '--genesis', genesis, '--prompt', at('prompt.txt'), '--response'];
    const same = await verify(...base, at('response.txt'));
    expect(same.stdout).toContain('prompt and response as certified');
    expect(same.code).toBe(0);
    writeFileSync(at('other.txt'), `${RESPONSE}\n`);
    const other = await verify(...base, at('other.txt'));
    expect(other.stdout).toMatch(/FAIL +pair_matches +another response/);
    expect(other.code).toBe(1);
  });

  it('verifies the other two forms with the keys that are trusted [verify-cli]', async () => {
    const sigstore = await verify(at('c.sigstore.json'), '--key', LOG_VKEY.text, '--key', at('anchor.pem'));
    expect(sigstore.stdout).toMatch(/ok +anchor_key/);
    expect(sigstore.code).toBe(0);
    const proof = await verify(at('c.tlog-proof'), '--key', at('keys.txt'));
    expect(proof.stdout).toMatch(/^VERIFIED {2}tlog proof/);
    expect(proof.code).toBe(0);
  });

  it('reads verifier keys, PEM blocks and JWK sets out of one file, and says which line is none [verify-keys]', async () => {
    const [keys, anchor, jwks] = ['keys.txt', 'anchor.pem', 'jwks.json'].map((name) => readFileSync(at(name), 'utf8'));
    writeFileSync(at('both.txt'), `${keys}${anchor}${jwks?.replaceAll('"kty"', '"role":"issuer","kty"')}`);
    const { code, stdout } = await verify(at('c.sigstore.json'), '--key', at('both.txt'));
    expect(stdout).toMatch(/ok +anchor_key/);
    expect(code).toBe(0);
    writeFileSync(at('wrong.txt'), `${anchor}${keys}log key: see above\n`);
    const wrong = await verify(at('c.sigstore.json'), '--key', at('wrong.txt'));
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/wrong\.txt: line 7: /)]);
  });

  it('takes log keys from a JWK set, a retired one for what it signed in its time [old-log-keys]', async () => {
    const setOf = (retired_at?: number) => ({
      keys: [
        { ...publicJwk(signerKey(KEYS.log), crypto), role: 'log', ...(retired_at !== undefined && { retired_at }) },
      ],
    });
    for (const [name, retiredAt, code] of [
      ['in force', undefined, 0],
      ['retired later', life.log.size, 0],
      ['retired before', 1, 1],
    ] as const) {
      writeFileSync(at('log.jwks.json'), JSON.stringify(setOf(retiredAt)));
      for (const file of ['c.sigstore.json', 'c.tlog-proof'])
        expect([name, (await verify(at(file), '--key', at('log.jwks.json'))).code]).toEqual([name, code]);
    }
    writeFileSync(at('log.jwks.json'), JSON.stringify({ keys: [publicJwk(signerKey(KEYS.log), crypto)] }));
    expect((await verify(at('c.tlog-proof'), '--key', at('log.jwks.json'))).code).toBe(1);
  });

  it.each(['c.iron.json', 'c.sigstore.json', 'c.tlog-proof'])(
    'refuses %s with one character changed [verify-cli]',
    async (name) => {
      const text = readFileSync(at(name), 'utf8');
      // The middle of the checkpoint's root, which stands in every form.
      const root = /\\?n([A-Za-z0-9+/]{43}=)\\?n|\n([A-Za-z0-9+/]{43}=)\n\n\u2014/.exec(text);
      const where = text.indexOf(root?.[1] ?? root?.[2] ?? '') + 10;
      const changed = text.slice(0, where) + (text[where] === 'A' ? 'B' : 'A') + text.slice(where + 1);
      writeFileSync(at('changed'), changed);
      const { code, stdout } = await verify(
        at('changed'),
        ...(name === 'c.iron.json' ? ['--genesis', genesis] : []),
        '--key',
        at('keys.txt'),
      );
      expect(stdout).toMatch(/^NOT VERIFIED/);
      expect(code).toBe(1);
    },
  );

  it.each(['c.sigstore.json', 'c.tlog-proof'])(
    'refuses to look as if it had checked what %s cannot show [verify-cli]',
    async (name) => {
      const given = [
        ['--genesis', 'b'.repeat(64)],
        ['--prompt', at('prompt.txt')],
        ['--response', at('response.txt')],
      ];
      for (const [option = '', value = ''] of given) {
        const { code, stderr } = await verify(at(name), '--key', at('keys.txt'), option, value);
        expect([code, stderr.includes(`${option} cannot be checked`)]).toEqual([2, true]);
      }
      const { stdout } = await verify(at(name), '--key', at('keys.txt'));
      expect(stdout).toMatch(/not checked +witness_quorum +no policy in this form/);
    },
  );

  it('says which half of a pair was compared', async () => {
    const half = await verify(at('c.iron.json'), '--genesis', genesis, '--prompt', at('prompt.txt'));
    expect(half.stdout).toMatch(/not checked +pair_matches +prompt as certified; no response was given/);
  });

  it('judges an expiry now, or at the moment it is asked about', async () => {
    const later = ['verify', at('c.iron.json'), '--genesis', genesis, '--at', '2027-06-01T00:00:00Z'];
    expect((await runCaptured(later)).stdout).toMatch(/FAIL +certificate_not_expired/);
    for (const time of ['soon', '2027-02-30T00:00:00Z', '2027-06-01T00:00:00'])
      expect((await runCaptured([...later.slice(0, -1), time])).stderr).toContain('--at must be a time');
  });

  it('refuses keys of another, and another genesis', async () => {
    const anchor = pem(signerKey(KEYS.stranger));
    writeFileSync(at('stranger.pem'), anchor);
    const sigstore = await verify(at('c.sigstore.json'), '--key', LOG_VKEY.text, '--key', at('stranger.pem'));
    expect(sigstore.stdout).toMatch(/FAIL +anchor_key/);
    expect(sigstore.code).toBe(1);
    expect((await verify(at('c.iron.json'), '--genesis', 'b'.repeat(64))).code).toBe(1);
    expect((await verify(at('c.iron.json'), '--genesis', genesis, '--origin', 'other.example/x')).code).toBe(1);
  });

  it('finds the certificate in the answer of certify [verify-pasted]', async () => {
    const data = { certificate_id: 'cert_1', envelope: life.certificate };
    for (const [name, value] of Object.entries({ data, answer: { ok: true, api: 'v1', data } })) {
      writeFileSync(at(`${name}.json`), JSON.stringify(value));
      const { stdout } = await verify(at(`${name}.json`), '--key', at('issuer.pem'));
      expect(stdout).toMatch(/ok +issuer_signature/);
    }
  });

  it.each(['issuer.pem', 'jwks.json'])('calls a bare certificate a PREVIEW, its signature good by %s', async (keys) => {
    const { code, stdout } = await verify(at('c.json'), '--key', at(keys), '--json');
    const { checks, verified, form } = JSON.parse(stdout);
    expect({ verified, form }).toEqual({ verified: false, form: 'certificate' });
    expect(checks).toContainEqual(expect.objectContaining({ name: 'issuer_signature', ok: true }));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'anchored', ok: false }));
    expect(code).toBe(1);
  });

  it('says of a second signature that it has no key for, not that there is none [verify-given]', async () => {
    writeFileSync(at('first.pem'), pem(signerKey(KEYS.issuer)));
    const { stdout } = await verify(at('c.json'), '--key', at('first.pem'));
    expect(stdout).toMatch(/not checked +issuer_signature_mldsa44 +there is no ML-DSA-44 key among the issuer keys to/);
  });

  it('lets no key of a published set sign for a role that it does not have', async () => {
    const jwk = (role: string, key: (typeof KEYS)['log']) => ({ ...publicJwk(signerKey(key), crypto), role });
    const keys = [jwk('log', KEYS.issuer), jwk('anchor', KEYS.anchor), jwk('issuer', KEYS.issuerPq)];
    writeFileSync(at('roles.json'), JSON.stringify({ keys }));
    const certificate = await verify(at('c.json'), '--key', at('roles.json'));
    expect(certificate.stdout).toMatch(/FAIL +issuer_signature +no signature of an issuer key/);
    const sigstore = await verify(at('c.sigstore.json'), '--key', at('keys.txt'), '--key', at('roles.json'));
    expect(sigstore.stdout).toMatch(/ok +anchor_key/);
  });

  it('names every key that was given and decided nothing [verify-given]', async () => {
    const keys = ['--key', at('issuer.pem'), '--key', at('keys.txt')];
    const iron = await verify(at('c.iron.json'), '--genesis', genesis, ...keys);
    expect(iron.stdout).toMatch(
      /not checked {2}given_keys +1 of 4 took part; .*; key [0-9a-f]{16} is not asked: the policies/,
    );
    expect(iron.code).toBe(0);
    const all = await verify(at('c.tlog-proof'), '--key', LOG_VKEY.text);
    expect(all.stdout).toMatch(/ok +given_keys +1 of 1 took part/);
    const idle = await verify(at('c.tlog-proof'), '--key', at('keys.txt'));
    expect(idle.stdout).toMatch(
      /not checked {2}given_keys +1 of 2 took part; witness.* did not co-sign this checkpoint/,
    );
    const several = await verify(at('c.sigstore.json'), '--key', at('keys.txt'), '--key', at('two.pem'));
    expect(several.stdout).toMatch(/given_keys .*is one of 2 that could sign entries: give the one that does/);
    const bare = await verify(at('c.json'), '--key', at('issuer.pem'), '--key', at('keys.txt'));
    expect(bare.stdout).toMatch(/given_keys +2 of 4 took part; .* signs checkpoints, and there is none here/);
    const none = await verify(at('c.iron.json'), '--genesis', genesis);
    expect(none.stdout).not.toContain('given_keys');
  });

  it('names keys of a published set that have another role, another log, or were retired [verify-given]', async () => {
    const jwk = (role: string, key: (typeof KEYS)['log']) => ({ ...publicJwk(signerKey(key), crypto), role });
    const keys = [
      jwk('log', KEYS.log),
      { ...jwk('log', KEYS.stranger), retired_at: 3 },
      jwk('test_issuer', KEYS.issuer),
    ];
    writeFileSync(at('odd.json'), JSON.stringify({ keys }));
    const { stdout } = await verify(at('c.tlog-proof'), '--key', at('odd.json'));
    expect(stdout).toMatch(/given_keys +1 of 3 took part; log [0-9a-f]{16} signs no checkpoint past 3; test_issuer/);
    const other = logVerifierKey('other.example/log', signerKey(KEYS.log), crypto).text;
    const mixed = await verify(at('c.iron.json'), '--genesis', genesis, '--key', LOG_VKEY.text, '--key', other);
    expect(mixed.stdout).toMatch(
      /given_keys +1 of 2 took part; other\.example\/log\+[0-9a-f]{8} is a key of another log/,
    );
  });

  it('says of a moment that was named whether anything was judged at it [verify-given]', async () => {
    const iron = await verify(at('c.iron.json'), '--genesis', genesis);
    expect(iron.stdout).toMatch(/ok +given_time +the expiry was judged at 2026-06-01T00:00:00\.000Z/);
    const proof = await verify(at('c.tlog-proof'), '--key', at('keys.txt'));
    expect(proof.stdout).toMatch(/not checked {2}given_time +this form holds no certificate/);
    const now = await runCaptured(['verify', at('c.tlog-proof'), '--key', at('keys.txt')]);
    expect(now.stdout).not.toContain('given_time');
  });

  it('compares the log that a bare certificate names with the one that was named [verify-given]', async () => {
    const same = await verify(at('c.json'), '--key', at('issuer.pem'), '--origin', ORIGIN);
    expect(same.stdout).toMatch(/ok +log_origin/);
    const other = await verify(at('c.json'), '--key', at('issuer.pem'), '--origin', 'other.example/log');
    expect(other.stdout).toMatch(/FAIL +log_origin +ledger\.example\/iron/);
  });

  it('shows control characters of a stranger instead of sending them to the terminal', async () => {
    const bundle = await ironOf(life);
    const proof = bundle.tlog_proof.replaceAll(ORIGIN, 'evil\u200b\u202eexample');
    writeFileSync(at('evil.json'), JSON.stringify({ ...bundle, tlog_proof: proof }));
    const { stdout, code } = await verify(at('evil.json'), '--genesis', genesis, '--origin', ORIGIN);
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/[\u200b\u202e]/);
  });

  it('says what is missing or wrong in how it was called', async () => {
    expect((await verify(at('c.iron.json'))).stderr).toContain('nothing to verify against');
    expect((await verify(at('none'), '--genesis', genesis)).stderr).toContain('cannot read');
    expect((await verify(at('c.iron.json'), '--key', 'x+y+z')).stderr).toContain('neither a file nor a verifier key');
    expect((await verify()).code).toBe(2);
    writeFileSync(at('noise'), 'neither');
    const noise = await verify(at('noise'), '--genesis', genesis);
    expect(noise.stdout).toMatch(/FAIL +file_form/);
    expect(noise.code).toBe(1);
  });
});
