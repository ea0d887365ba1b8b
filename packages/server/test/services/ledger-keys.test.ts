// SPDX-License-Identifier: Apache-2.0
import { chmodSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyring, LEDGER_KEYS_FOLDER, readKeyring } from '../../src/services/ledger-keys.ts';
import { post, startApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';

const PAIR = { prompt: 'When does it open?', response: 'At nine.' };

describe('ledger keys', () => {
  it('are made on first start, one file a role, readable by the owner alone [ledger-keys]', async () => {
    const app = await startApp();
    try {
      const folder = join(app.dataDir, LEDGER_KEYS_FOLDER);
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['anchor.pem', 'issuer.pem', 'log.pem']));
      for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
      const { signers, problems } = readKeyring(folder);
      expect(problems).toEqual([]);
      const ids = Object.values(signers).map(({ keyId }) => keyId);
      expect(new Set(ids).size).toBe(ids.length);
    } finally {
      await app.close();
    }
  });

  it('stay as they are when they are made again [ledger-keys]', () => {
    const folder = join(temporaryFolder(), 'keys');
    const ids = (keyring: ReturnType<typeof readKeyring>) => Object.values(keyring.signers).map(({ keyId }) => keyId);
    const first = ids(createKeyring(folder));
    expect(ids(createKeyring(folder))).toEqual(first);
  });
});

/** Starts on a ledger that exists, after something happened to its keys. */
async function restartAfter(change: (folder: string) => void) {
  const dataDir = temporaryFolder();
  const first = await startApp(WIDE, {}, dataDir);
  const { certificate_id } = (await post(first, '/api/v1/certify', PAIR)).json().data;
  const genesis = first.context.ledger.governance.genesis.hash;
  await first.close();
  change(join(dataDir, LEDGER_KEYS_FOLDER));
  const app = await startApp(WIDE, {}, dataDir);
  return {
    app,
    genesis,
    certificate_id,
    async end() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const CHANGES: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  ['lost', (folder) => rmSync(join(folder, 'log.pem')), /the log key is missing/],
  ['foreign', (folder) => foreign(folder), /the anchor key is not one that policy 0/],
  ['open to others', (folder) => chmodSync(join(folder, 'issuer.pem'), 0o644), /open to others/],
  ['damaged', (folder) => writeFileSync(join(folder, 'issuer.pem'), 'none'), /damaged/],
];

function foreign(folder: string): void {
  const elsewhere = join(temporaryFolder(), 'keys');
  createKeyring(elsewhere);
  renameSync(join(elsewhere, 'anchor.pem'), join(folder, 'anchor.pem'));
}

describe('a key that is not right', () => {
  it.each(CHANGES)(
    '%s: nothing is signed, no chain is begun, and health says why [ledger-lost-key]',
    async (_, change, why) => {
      const { app, genesis, certificate_id, end } = await restartAfter(change);
      try {
        const refused = await post(app, '/api/v1/certify', PAIR);
        expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'ledger_unavailable']);
        expect(refused.json().error.detail).toMatch(why);
        expect(app.context.ledger.governance.genesis.hash).toBe(genesis);
        expect((await app.context.store.ledger.chain.head()).size).toBe(3);
        const health = await app.context.app.inject('/api/health');
        expect([health.statusCode, health.json().data.checks.ledger.status]).toEqual([503, 'fail']);
        expect(health.json().data.checks.ledger.observed).toMatch(why);
        // Reading needs no key, and judging no ledger.
        const known = (await app.context.app.inject(`/api/v1/verify?cert=${certificate_id}`)).json().data;
        expect(known).toMatchObject({ state: 'PREVIEW', signature_valid: true });
        expect((await post(app, '/api/v1/evaluate', { text: 'Calm water.' })).statusCode).toBe(200);
      } finally {
        await end();
      }
    },
  );
});
