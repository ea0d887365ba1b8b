// SPDX-License-Identifier: Apache-2.0
/** Two witnesses, both asked for: what both have co-signed stays anchored while they are apart on the newest checkpoint. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cosign } from '@plumbline/core/ledger/cosignature.ts';
import { parseNote } from '@plumbline/core/ledger/note.ts';
import { NOTE_ALGORITHMS, verifierKey } from '@plumbline/core/ledger/vkey.ts';
import { describe, expect, it } from 'vitest';
import { testSigner } from '../../../core/test/seal/test-keys.ts';
import { crypto, installCouncil, listed, submit } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const WITNESSES = [
  { name: 'witness.example/w1', signer: testSigner(61) },
  { name: 'witness.example/w2', signer: testSigner(62) },
] as const;
/** Nobody listens there: what the witnesses say is put into the store as it would come from them. */
const NOWHERE = 'http://127.0.0.1:9';

describe('a quorum of two witnesses', () => {
  it('once met is met for ever [witness]', async () => {
    const dataDir = temporaryFolder();
    const file = join(dataDir, 'plumbline.yaml');
    const vkeys = WITNESSES.map(
      ({ name, signer }) => verifierKey(name, NOTE_ALGORITHMS.cosignature, signer.publicKeyRaw, crypto).text,
    );
    const rows = vkeys.map((vkey) => `    - { url: '${NOWHERE}', vkey: '${vkey}' }\n`).join('');
    writeFileSync(file, `ledger:\n  witness_quorum: 2\n  witnesses:\n${rows}`);
    const app = await startApp({ ...WIDE, PLUMBLINE_CONFIG: file }, {}, dataDir);
    try {
      await installCouncil(app);
      const { certificate_id: id } = await anchored(app);
      const reason = async () => (await app.context.app.inject(`/api/v1/verify?cert=${id}`)).json().data.reason;
      expect(await reason()).toBe('pending_witnesses');
      await anchored(app);
      await cosignNewest(app, 0);
      expect(await reason()).toBe('pending_witnesses');
      await cosignNewest(app, 1);
      expect(await reason()).toBe('anchored');
      for (const at of [0, 1]) {
        await anchored(app);
        await cosignNewest(app, at);
        expect(await reason()).toBe('anchored');
      }
    } finally {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

/** Ratified, and covered by a checkpoint of its own. */
async function anchored(app: TestApp): Promise<{ certificate_id: string }> {
  const certificate = (await post(app, '/api/v1/certify', PAIR)).json().data;
  expect((await submit(app, await listed(app, [certificate]))).statusCode).toBe(201);
  return certificate;
}

async function cosignNewest(app: TestApp, at: number): Promise<void> {
  const { checkpoints } = app.context.store.ledger.chain;
  const newest = await checkpoints.newest();
  const witness = WITNESSES[at];
  if (newest === null || witness === undefined) throw new Error('nothing to co-sign');
  const seconds = Math.floor(newest.atMs / 1000);
  const line = cosign(parseNote(newest.note).text, witness.name, witness.signer, seconds, crypto).trimEnd();
  await checkpoints.addCosignature({ size: newest.size, witness: witness.name, line, witnessedAtS: seconds });
}
