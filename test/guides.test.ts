// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicPem } from '@plumbline/client/node/key-file.ts';
import { envelopeSigners } from '@plumbline/core/ledger/signers.ts';
import { fromBase64 } from '@plumbline/core/seal/base64.ts';
import { signerKey } from '@plumbline/core/seal/crypto.ts';
import { type DsseEnvelope, envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { publicJwk } from '@plumbline/core/seal/jwk.ts';
import { decodeSpki, encodeSpki } from '@plumbline/core/seal/spki.ts';
import { parseStatement } from '@plumbline/core/seal/statement.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishTo } from '../packages/cli/test/verify/published.ts';
import { anchored, ironOf, LOG_VKEY, sigstoreOf, tlogProofOf } from '../packages/core/test/ledger/anchored.ts';
import {
  crypto,
  freshLog,
  issue,
  KEYS,
  PROMPT,
  RESPONSE,
  START_MS,
  type TestLog,
} from '../packages/core/test/ledger/test-log.ts';
import { testPrivateKey, testSigner } from '../packages/core/test/seal/test-keys.ts';
import { guideRunner, missingLine, stepsOf } from './support/guide.ts';

const SERVICE = 'http://127.0.0.1:8787';
const pem = (signer: (typeof KEYS)['anchor']) => publicPem(encodeSpki(signerKey(signer)));

/** A log on a port: its files, and a mailbox for what was signed. It records; that all of it holds, the next `pin` proves. */
async function publish(folder: string, log: TestLog): Promise<{ server: Server; url: string }> {
  const files = join(folder, 'published', 'log');
  const refresh = async () => {
    log.publish();
    await publishTo(files, log);
  };
  await refresh();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      record(log, JSON.parse(await textOf(request)).envelope as DsseEnvelope);
      await refresh();
      return response.writeHead(201).end(JSON.stringify({ ok: true, data: {} }));
    }
    try {
      return response.end(readFileSync(join(folder, 'published', request.url ?? '')));
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function record(log: TestLog, envelope: DsseEnvelope): void {
  const { predicateType, predicate } = parseStatement(envelopePayload(envelope));
  const type = /predicates\/([a-z]+)\/v1$/.exec(predicateType)?.[1] ?? '';
  voters.push(...policyKeys(predicate));
  const signers = envelopeSigners(envelope, voters, crypto);
  if (!signers.ok) throw new Error(signers.detail);
  const asSigners = signers.signatures.map(({ publicKey }, n) => ({
    keyId: envelope.signatures[n]?.keyid ?? '',
    algorithm: publicKey.algorithm,
    publicKeyRaw: publicKey.raw,
    sign: () => new Uint8Array(0),
  }));
  log.appendEnvelope(type, `${type}_${log.size}`, envelope, asSigners);
}

const voters = [signerKey(KEYS.anchor)];

function policyKeys(predicate: Readonly<Record<string, unknown>>) {
  const policy = predicate.policy as { roles: Record<string, { keys: string[] }> } | undefined;
  const keys = [...(policy?.roles.council?.keys ?? []), ...(policy?.roles.authority?.keys ?? [])];
  return keys.map((key) => decodeSpki(fromBase64(key)));
}

describe.each([
  ['verify-offline.md', START_MS + 86_400_000],
  ['ratify.md', START_MS + 2_500],
] as const)('%s', (guide, timeMs) => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  let server: Server;
  let run: (step: string) => Promise<string>;

  beforeAll(async () => {
    const life = anchored();
    const log = guide === 'ratify.md' ? freshLog() : life.log;
    const put = (name: string, text: string, mode = 0o644) => writeFileSync(join(folder, name), text, { mode });
    put('certificate.iron.json', JSON.stringify(await ironOf(life)));
    put('certificate.sigstore.json', JSON.stringify(await sigstoreOf(life)));
    put('certificate.tlog-proof', await tlogProofOf(life));
    put('certificate.json', JSON.stringify(issue(7, START_MS + 2_000)));
    put('prompt.txt', PROMPT);
    put('response.txt', RESPONSE);
    put('keys.txt', `${LOG_VKEY.text}\n`);
    put('anchor.pem', pem(KEYS.anchor));
    const jwk = (role: string, signer: (typeof KEYS)['log']) => ({ ...publicJwk(signerKey(signer), crypto), role });
    // As after a rotation: the key that issues today stands before the one that signed this certificate.
    const keys = [jwk('log', KEYS.log), jwk('issuer', testSigner(71)), jwk('issuer', KEYS.issuer)];
    put('jwks.json', JSON.stringify({ keys }));
    mkdirSync(join(folder, 'data', 'ledger-keys'), { recursive: true });
    put('data/ledger-keys/anchor.pem', testPrivateKey(4).export({ type: 'pkcs8', format: 'pem' }).toString(), 0o600);
    const published = await publish(folder, log);
    server = published.server;
    cpSync(join(folder, 'published', 'log'), join(folder, 'mirror'), { recursive: true });
    cpSync(join(folder, 'mirror'), join(folder, 'tampered'), { recursive: true });
    const entries = join(folder, 'tampered', `tile/entries/000.p/${log.size}`);
    const bytes = readFileSync(entries);
    bytes[bytes.indexOf('"ts":"2026') + 7] = 0x33;
    writeFileSync(entries, bytes);
    const command = guideRunner(folder, timeMs, { GENESIS: log.genesis });
    run = (step) => command(step.replaceAll(SERVICE, published.url));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(stepsOf(guide))('shows commands that work: $command', async ({ command, shown }) => {
    const output = await run(command);
    expect(missingLine(output, shown), output).toBeNull();
  });
});
