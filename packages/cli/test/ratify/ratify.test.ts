// SPDX-License-Identifier: Apache-2.0
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyFile } from '@plumbline/client/node/key-file.ts';
import { readPolicy } from '@plumbline/core/ledger/policy.ts';
import { policyOf } from '@plumbline/core/ledger/policy-chain.ts';
import { acceptRatification } from '@plumbline/core/ledger/ratification.ts';
import type { Signer } from '@plumbline/core/seal/crypto.ts';
import { envelopePayload, parseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { parseStatement } from '@plumbline/core/seal/statement.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { crypto, freshLog, issue, KEYS, ORIGIN, type TestLog } from '../../../core/test/ledger/test-log.ts';
import { testPrivateKey } from '../../../core/test/seal/test-keys.ts';
import { runCaptured } from '../run-captured.ts';
import { publishTo } from '../verify/published.ts';

const folder = mkdtempSync(join(tmpdir(), 'ratify-'));
const at = (name: string) => join(folder, name);
const read = (name: string) => parseEnvelope(JSON.parse(readFileSync(at(name), 'utf8')));
const ratify = (...args: string[]) => runCaptured(['ratify', ...args]);
const SOON = new Date(Date.now() + 3600_000).toISOString();
const MEMBERS = ['ada', 'ben', 'cyn'] as const;
const signerOf = (name: string): Signer => readKeyFile(at(`${name}.pem`));

let log: TestLog;
let nth = 0;

async function pin(name = 'pin.json'): Promise<void> {
  const published = at(`log-${nth++}`);
  log.publish();
  await publishTo(published, log);
  expect((await ratify('pin', '--ledger', published, '--genesis', log.genesis, '--out', at(name))).code).toBe(0);
}

const sign = (file: string, name: string, ...more: string[]) =>
  ratify('sign', at(file), '--pin', at('pin.json'), '--key', at(`${name}.pem`), '--yes', ...more);

beforeAll(async () => {
  log = freshLog();
  writeFileSync(at('anchor.pem'), testPrivateKey(4).export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  for (const name of MEMBERS) await ratify('keygen', '--role', 'council', '--out', at(`${name}.pem`));
  await ratify('keygen', '--role', 'authority', '--out', at('bridge.pem'));
  await ratify('keygen', '--role', 'council', '--out', at('stranger.pem'));
  await pin();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('plumbline ratify keygen', () => {
  it('makes a key that only its owner reads, and never a second time', async () => {
    expect(statSync(at('ada.pem')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('ada.pem.pub'), 'utf8')).toContain('BEGIN PUBLIC KEY');
    const again = await ratify('keygen', '--role', 'council', '--out', at('ada.pem'));
    expect(again.code).toBe(2);
    expect((await ratify('keygen', '--role', 'king', '--out', at('king.pem'))).code).toBe(2);
    expect(existsSync(at('king.pem'))).toBe(false);
  });
});

describe('plumbline ratify, the first council', () => {
  it('refuses to pin a log whose genesis is another', async () => {
    const { code, stderr } = await ratify(
      'pin',
      '--ledger',
      at('log-0'),
      '--genesis',
      'a'.repeat(64),
      '--out',
      at('no'),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('genesis_pin');
    expect(existsSync(at('no'))).toBe(false);
  });

  it('can ratify nothing before there is one', async () => {
    const { stderr } = await ratify(
      'propose',
      '--pin',
      at('pin.json'),
      '--out',
      at('x'),
      '--from',
      SOON,
      '--until',
      SOON,
    );
    expect(stderr).toContain('no council yet');
  });

  it('is refused where no log would take it', async () => {
    const base = ['propose', 'policy', '--pin', at('pin.json'), '--out', at('bad.json')];
    const one = ['--council', at('ada.pem.pub'), '--authority', at('bridge.pem.pub')];
    expect((await ratify(...base, ...one, '--threshold', '2')).stderr).toContain('fewer keys than the threshold');
    expect((await ratify(...base, ...one, '--council', at('bridge.pem.pub'))).stderr).toContain('two roles');
    expect((await ratify(...base, ...one, '--remove', 'f'.repeat(64))).stderr).toContain('has no key');
    expect(existsSync(at('bad.json'))).toBe(false);
  });

  it('is proposed, signed by its members, the authority and the anchor key, and then taken by the log [ratify-cli]', async () => {
    const councils = MEMBERS.flatMap((name) => ['--council', at(`${name}.pem.pub`)]);
    const bridge = ['--authority', at('bridge.pem.pub')];
    const proposed = await ratify(
      'propose',
      'policy',
      '--pin',
      at('pin.json'),
      '--out',
      at('p1.json'),
      ...councils,
      ...bridge,
      '--threshold',
      '2',
      // The entries of the test log are of that day.
      '--not-before',
      '2026-01-01T00:00:00Z',
    );
    expect(proposed.stdout).toContain('council: 2 of 3');
    expect(proposed.code).toBe(0);
    expect((await sign('p1.json', 'stranger')).stderr).toContain('has no vote');
    for (const name of ['ada', 'cyn', 'bridge']) expect((await sign('p1.json', name)).code).toBe(0);
    const before = await ratify('show', at('p1.json'), '--pin', at('pin.json'));
    expect(before.stdout).toContain('missing  anchor key of the log: 0 of 1');
    expect(before.code).toBe(1);
    const last = await sign('p1.json', 'anchor');
    expect(last.stdout).toContain('Complete: it can be submitted.');
    const envelope = read('p1.json');
    const signers = [signerOf('ada'), signerOf('cyn'), signerOf('bridge'), KEYS.anchor];
    log.appendEnvelope('policy', 'policy_1', envelope, signers);
    await pin();
    expect(JSON.parse(readFileSync(at('pin.json'), 'utf8'))).toMatchObject({
      origin: ORIGIN,
      epochs: [{}, { seq: 3 }],
    });
  });
});

describe('plumbline ratify, certificates', () => {
  const certificate = issue(7, Date.parse('2026-01-01T00:00:01.000Z'));
  const policy = () => readPolicy(policyOf(parseStatement(envelopePayload(read('p1.json'))), crypto).policy, crypto);
  const verdict = (file: string) =>
    acceptRatification(
      read(file),
      { policy: policy(), origin: ORIGIN, nowMs: Date.now(), hasNonce: () => false, vetoes: [] },
      crypto,
    );
  const propose = (out: string, ...more: string[]) =>
    ratify('propose', '--pin', at('pin.json'), '--out', at(out), ...more);

  beforeAll(() => {
    writeFileSync(at('cert.json'), JSON.stringify(certificate));
  });

  it('lists certificates whose issuer signed them, and is taken once council and authority have signed [ratify-cli]', async () => {
    const { stdout, code } = await propose('r1.json', '--certificate', at('cert.json'), '--expires', SOON);
    expect(code).toBe(0);
    expect(stdout).toContain('says: decision allow, verdict pass');
    expect(verdict('r1.json')).toMatchObject({ reason: 'unsigned' });
    expect((await sign('r1.json', 'ada')).stdout).toContain('missing  council: 1 of 2');
    expect((await sign('r1.json', 'ada')).stderr).toContain('has signed it already');
    expect((await sign('r1.json', 'anchor')).stderr).toContain('has no vote');
    await sign('r1.json', 'ben');
    expect((await sign('r1.json', 'bridge', '--certificate', at('cert.json'))).code).toBe(0);
    const shown = await ratify('show', at('r1.json'), '--pin', at('pin.json'), '--json');
    expect(shown.code).toBe(0);
    expect(JSON.parse(shown.stdout)).toMatchObject({ kind: 'ratification', complete: true, problem: null });
    expect(verdict('r1.json').accepted).toBe(true);
  });

  it('proposes nothing that has expired already [ratify-cli]', async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    const { code, stderr } = await propose('past.json', '--certificate', at('cert.json'), '--expires', past);
    expect([code, stderr, existsSync(at('past.json'))]).toEqual([
      2,
      expect.stringContaining(`${past} has passed`),
      false,
    ]);
  });

  it('covers a window of the one issuer', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const { stdout, code } = await propose('r2.json', '--from', SOON, '--until', until);
    expect(code).toBe(0);
    expect(stdout).toContain(KEYS.issuer.keyId);
    for (const name of ['ben', 'cyn', 'bridge']) await sign('r2.json', name);
    expect(verdict('r2.json')).toMatchObject({ accepted: true, ratification: { form: 'window' } });
  });

  it('records a rejection by the authority alone', async () => {
    await propose('veto.json', '--certificate', at('cert.json'), '--reject');
    expect((await sign('veto.json', 'bridge')).stdout).toContain('Complete');
    expect(verdict('veto.json')).toMatchObject({ accepted: false, reason: 'vetoed' });
  });

  it('proposes nothing that no log would take', async () => {
    const month = ['--from', '2026-01-01T00:00:00Z', '--until', '2026-03-01T00:00:00Z'];
    expect((await propose('x', ...month)).stderr).toContain('more than 31 days');
    expect((await propose('x')).stderr).toContain('name certificates');
    expect((await propose('x', '--listed', 'cert_1:ab')).stderr).toContain('--listed');
    expect((await propose('x', ...month.slice(0, 2))).stderr).toContain('needs --from and --until');
    for (const [option, day] of [
      ['--until', '2026-02-30'],
      ['--expires', '2099-02-30T00:00:00Z'],
    ] as const)
      expect((await propose('x', ...month.slice(0, 2), '--until', '2026-01-05', option, day)).stderr).toContain(
        `${option} must be a time`,
      );
    const changed = { ...certificate, signatures: issue(8, 0).signatures };
    writeFileSync(at('changed.json'), JSON.stringify(changed));
    expect((await propose('x', '--certificate', at('changed.json'))).stderr).toContain('issuer_signature');
    expect(existsSync(at('x'))).toBe(false);
  });

  it('signs nothing unless the signer agrees', async () => {
    await propose('r3.json', '--certificate', at('cert.json'));
    const args = ['ratify', 'sign', at('r3.json'), '--pin', at('pin.json'), '--key', at('ada.pem')];
    const no = await runCaptured(args, 'n\n');
    expect(no.stderr).toContain('[y/N]');
    expect(no.code).toBe(1);
    expect((await runCaptured(args, '')).code).toBe(1);
    expect(read('r3.json').signatures).toHaveLength(0);
    expect((await runCaptured(args, 'y\n')).code).toBe(0);
    expect(read('r3.json').signatures).toHaveLength(1);
  });

  it('signs nothing with a key that others of the machine can read', async () => {
    chmodSync(at('ben.pem'), 0o640);
    const { stderr } = await sign('r3.json', 'ben');
    chmodSync(at('ben.pem'), 0o600);
    expect(stderr).toContain('chmod 600');
  });

  it('signs nothing that another policy, another log or time has overtaken', async () => {
    const value = JSON.parse(readFileSync(at('pin.json'), 'utf8'));
    const signWith = async (change: object) => {
      writeFileSync(at('other-pin.json'), JSON.stringify({ ...value, ...change }));
      const { stderr } = await ratify(
        'sign',
        at('r3.json'),
        '--pin',
        at('other-pin.json'),
        '--key',
        at('ben.pem'),
        '--yes',
      );
      return stderr;
    };
    expect(await signWith({ origin: 'other.example/log' })).toContain('wrong_log');
    expect(await signWith({ epochs: value.epochs.slice(0, 1) })).toContain('epoch');
    expect(await signWith({ epochs: value.epochs.slice(1) })).toContain('does not follow');
    const { payload, payloadType } = read('r1.json');
    const late = Buffer.from(payload, 'base64').toString().replace(SOON, '2026-01-02T00:00:00.000Z');
    const expired = { payload: Buffer.from(late).toString('base64'), payloadType, signatures: [] };
    writeFileSync(at('late.json'), JSON.stringify(expired));
    expect((await sign('late.json', 'ben')).stderr).toContain('expired');
    expect(read('late.json').signatures).toHaveLength(0);
  });

  it('signs nothing to which a bad signature sticks', async () => {
    const { payload, payloadType } = read('r3.json');
    const { signatures } = read('r1.json');
    writeFileSync(at('mixed.json'), JSON.stringify({ payload, payloadType, signatures }));
    expect((await sign('mixed.json', 'cyn')).stderr).toContain('bad_signature');
  });

  it('moves on to a later epoch with the thresholds of both, and shows who leaves', async () => {
    const gone = signerOf('cyn').keyId;
    const args = ['--council', at('stranger.pem.pub'), '--remove', gone];
    const { stdout } = await ratify('propose', 'policy', '--pin', at('pin.json'), '--out', at('p2.json'), ...args);
    expect(stdout).toContain(`- ${gone}`);
    await sign('p2.json', 'stranger');
    await sign('p2.json', 'ada');
    const half = await sign('p2.json', 'bridge');
    expect(half.stdout).toContain('missing  council in force: 1 of 2');
    expect((await sign('p2.json', 'cyn')).stdout).toContain('Complete');
    expect((await sign('p2.json', 'anchor')).stderr).toContain('has no vote');
  });
});

describe('plumbline ratify submit', () => {
  let server: Server;
  afterEach(() => server?.close());

  const serveOnce = (status: number, answer: string) =>
    new Promise<{ url: string; body: Promise<string> }>((resolve) => {
      let got: (body: string) => void;
      const body = new Promise<string>((done) => {
        got = done;
      });
      server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        got(`${request.method} ${request.url} ${Buffer.concat(chunks)}`);
        response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
      });
      server.listen(0, '127.0.0.1', () => {
        resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, body });
      });
    });

  it('sends the envelope as it is and says what the service answered', async () => {
    const { url, body } = await serveOnce(201, JSON.stringify({ ok: true, data: { state: 'recorded' } }));
    const { code, stdout } = await ratify('submit', at('r1.json'), '--url', `${url}/`);
    expect(code).toBe(0);
    expect(stdout).toContain('recorded');
    expect(await body).toBe(`POST /api/v1/ratifications ${JSON.stringify({ envelope: read('r1.json') })}`);
  });

  it('tells a refusal with its reason, and when nobody answers', async () => {
    const error = { code: 'state_conflict', detail: 'replayed: the nonce was used before' };
    const { url } = await serveOnce(409, JSON.stringify({ ok: false, error }));
    const refused = await ratify('submit', at('r1.json'), '--url', url);
    expect(refused.stdout).toContain('refused: state_conflict: replayed');
    expect(refused.code).toBe(1);
    expect((await ratify('submit', at('r1.json'), '--url', 'http://127.0.0.1:1')).stderr).toContain('may have arrived');
    expect((await ratify('submit', at('r1.json'))).code).toBe(2);
  });
});
