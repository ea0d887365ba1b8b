// SPDX-License-Identifier: Apache-2.0
/** Somebody with the database open, and without keys, changes what is to be anchored before it is. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DsseEnvelope } from '@plumbline/core/seal/dsse.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOperator } from '../../src/operator/index.ts';
import { auditLedger } from '../../src/store/ledger/audit.ts';
import { openStore } from '../../src/store/open.ts';
import { capturedIo } from '../operator/captured-io.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { past } from '../store/tampering.ts';
import { installCouncil, listed, submit, window } from './council.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE } from './test-app.ts';

const PAIR = { prompt: 'When does the library open?', response: 'The library opens at nine.' };
const DAY_MS = 86_400_000;
const FOREIGN_ID = 'cert_01JZ0000000000000000000000';

interface Certified {
  readonly certificate_id: string;
  readonly envelope: DsseEnvelope;
  readonly issued_at: string;
}

describe.each(SHARED_DRIVERS)('anchoring of rows that do not verify on $name', (driver) => {
  let place: Place;
  let dataDir: string;
  let app: TestApp;
  const start = async () => startApp(WIDE, { store: await openStore({ url: place.url }) }, dataDir);
  beforeEach(async () => {
    place = await driver.place();
    dataDir = temporaryFolder();
    app = await start();
    await installCouncil(app);
  });
  afterEach(async () => {
    await app.close();
    await place.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const isPostgres = () => place.url.startsWith('postgres');
  const certify = async () => (await post(app, '/api/v1/certify', PAIR)).json().data as Certified;
  const open = async () => {
    const now = app.context.ledger.nowMs();
    const submitted = await submit(app, await window(app, now - 60_000, now + 3_600_000));
    expect(submitted.statusCode).toBe(201);
  };
  const seqOf = async (id: string) => (await app.context.ledger.stores.certificates.find(id))?.anchoredSeq ?? null;
  const replaced = (from: string, to: string) =>
    isPostgres()
      ? `convert_to(replace(convert_from(envelope, 'UTF8'), '${from}', '${to}'), 'UTF8')`
      : `CAST(replace(CAST(envelope AS TEXT), '${from}', '${to}') AS BLOB)`;
  const otherSignature = ({ envelope }: Certified) => {
    const [{ sig } = { sig: '' }] = envelope.signatures;
    return replaced(sig, `${sig.startsWith('A') ? 'B' : 'A'}${sig.slice(1)}`);
  };
  const change = async (to: string, { certificate_id }: Certified) =>
    expect(await past(place.url, `UPDATE certificate SET ${to} WHERE id = '${certificate_id}'`)).toBe(1);

  /** The ledger holds, it signs, and it says what was left out. */
  async function expectLeftOut(id: string, why: string) {
    expect(await seqOf(id)).toBeNull();
    expect(app.logged()).toContain(`${id} is ratified and not anchored, because its row does not verify: ${why}`);
    expect(app.logged().split(`${id} is ratified and not anchored`)).toHaveLength(2);
    const { ledger } = (await app.context.app.inject('/api/health')).json().data.checks;
    expect(ledger).toMatchObject({ status: 'warn', observed: expect.stringContaining('not anchored') });
    expect(JSON.stringify(ledger)).not.toContain(id);
    const { origin, stores, governance, crypto } = app.context.ledger;
    const pins = { origin, genesis: governance.genesis.hash, vkeys: [] };
    expect(await auditLedger(stores.chain, { pins, index: stores }, crypto)).toMatchObject({ verdict: 'VALID' });
    expect(app.context.ledger.refusal).toBeNull();
  }

  it('leaves them out of a window and anchors the others, and them once they are put back [anchor-sound]', async () => {
    const [damaged, sound] = [await certify(), await certify()];
    await change(`envelope = ${otherSignature(damaged)}`, damaged);
    await app.close();
    app = await start();
    await open();
    expect(await seqOf(sound.certificate_id)).not.toBeNull();
    await app.context.ledger.follow();
    await expectLeftOut(damaged.certificate_id, 'envelope: the signature of key');
    const [{ sig } = { sig: '' }] = damaged.envelope.signatures;
    const changed = `${sig.startsWith('A') ? 'B' : 'A'}${sig.slice(1)}`;
    await change(`envelope = ${replaced(changed, sig)}`, damaged);
    // Another ratification has everything in force looked at again.
    await open();
    expect(await seqOf(damaged.certificate_id)).not.toBeNull();
    const certified = (await post(app, '/api/v1/certify', PAIR)).json().data;
    expect(certified.state).toBe('anchored');
  });

  it('anchors no row that was written into an open window [anchor-sound]', async () => {
    const real = await certify();
    const payload = Buffer.from(real.envelope.payload, 'base64').toString();
    const forged = payload.replaceAll(real.certificate_id, FOREIGN_ID);
    const bytes = Buffer.from(forged);
    const digest = Buffer.from(app.context.ledger.crypto.sha256(bytes)).toString('hex');
    const swapped = replaced(real.envelope.payload, bytes.toString('base64'));
    const columns = 'created_at_ms, expires_at_ms, issuer_key_id, commitment';
    const insert = `INSERT INTO certificate (id, payload_sha256, envelope, ${columns}) SELECT '${FOREIGN_ID}', '${digest}', ${swapped}, ${columns} FROM certificate WHERE id = '${real.certificate_id}'`;
    expect(await past(place.url, insert)).toBe(1);
    await open();
    expect(await seqOf(real.certificate_id)).not.toBeNull();
    await expectLeftOut(FOREIGN_ID, 'envelope: the signature of key');
  });

  it.each([
    ['another time of issue', 'created_at_ms = created_at_ms - 1', 'created_at_ms: the envelope says another time'],
    ['another commitment', "commitment = 'x'", 'commitment: the envelope says another'],
    ['another digest', `payload_sha256 = '${'0'.repeat(64)}'`, 'envelope: is another certificate than the row says'],
    ['no JSON', 'envelope = ', 'envelope: '],
  ])('anchors no row with %s [anchor-sound]', async (_, to, why) => {
    const damaged = await certify();
    const nonsense = isPostgres() ? "'\\x7b'::bytea" : "x'7b'";
    await change(to.endsWith('= ') ? `${to}${nonsense}` : to, damaged);
    await open();
    await expectLeftOut(damaged.certificate_id, why);
  });

  const health = async () => (await app.context.app.inject('/api/health')).json().data.checks.ledger;

  it('anchors one of a recorded list once its row is put back, without a restart [anchor-again]', async () => {
    const [damaged, sound] = [await certify(), await certify()];
    const commitment = (await app.context.ledger.stores.certificates.find(damaged.certificate_id))?.commitment;
    const damage = `UPDATE certificate SET commitment = 'x' WHERE id = '${damaged.certificate_id}';`;
    const whenRecorded = 'CREATE TRIGGER damage AFTER INSERT ON ratification';
    await (isPostgres()
      ? past(
          place.url,
          `CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${damage} RETURN NEW; END $$`,
          `${whenRecorded} FOR EACH ROW EXECUTE FUNCTION damage()`,
        )
      : past(place.url, `${whenRecorded} BEGIN ${damage} END`));
    const submitted = await submit(app, await listed(app, [damaged, sound]));
    expect(submitted.json().data.certificates).toMatchObject([{ anchored: false }, { anchored: true }]);
    await expectLeftOut(damaged.certificate_id, 'commitment: the envelope says another');
    await change(`commitment = '${commitment}'`, damaged);
    await expect.poll(() => seqOf(damaged.certificate_id), { timeout: 20_000 }).not.toBeNull();
    await expect.poll(async () => (await health()).observed, { timeout: 20_000 }).not.toContain('not anchored');
  });

  it('no longer warns of one that was erased [anchor-again]', async () => {
    const damaged = await certify();
    await change(`commitment = 'x'`, damaged);
    await open();
    await expectLeftOut(damaged.certificate_id, 'commitment: the envelope says another');
    await app.context.ledger.stores.chain.write({
      rows: [{ kind: 'certificate_erased', certificateId: damaged.certificate_id }],
    });
    await expect.poll(async () => (await health()).observed, { timeout: 20_000 }).not.toContain('not anchored');
    expect(await seqOf(damaged.certificate_id)).toBeNull();
  });

  async function doctor(code = 0): Promise<readonly { name: string; status: string; detail: string }[]> {
    const folder = isPostgres() ? dataDir : dirname(place.url);
    const io = capturedIo({
      PORT: '0',
      PLUMBLINE_DATA_DIR: folder,
      PLUMBLINE_LEDGER_KEYS_DIR: join(dataDir, 'ledger-keys'),
      ...(isPostgres() && { PLUMBLINE_DATABASE_URL: place.url }),
    });
    expect(await runOperator(['doctor', '--json'], io)).toBe(code);
    const { checks } = JSON.parse(io.out()) as { checks: { name: string; status: string; detail: string }[] };
    return checks.filter(({ name }) => name.startsWith('cert'));
  }

  it('are named by doctor with what is wrong, ratified or not [doctor-certificates]', async () => {
    const [damaged, preview] = [await certify(), await certify(), await certify()];
    expect(await doctor()).toMatchObject([
      { name: 'certificates', status: 'pass', detail: expect.stringMatching(/^3 PREVIEWs .* all verify$/) },
    ]);
    await change(`envelope = ${otherSignature(damaged)}`, damaged);
    await change(`commitment = 'x'`, preview);
    const named = [
      {
        name: damaged.certificate_id,
        status: 'warn',
        detail: expect.stringContaining('envelope: the signature of key'),
      },
      { name: preview.certificate_id, status: 'warn', detail: 'commitment: the envelope says another' },
    ];
    const [summary, ...rest] = await doctor();
    expect(summary).toMatchObject({ status: 'warn', detail: expect.stringContaining('2 cannot be anchored') });
    expect(rest).toEqual(named);
    await open();
    expect(await doctor()).toMatchObject([{ detail: expect.stringMatching(/^2 PREVIEWs/) }, ...named]);
  });

  it('are found by doctor however old they are, where a list or a window in force covers them [doctor-certificates]', async () => {
    const [old, older] = [await certify(), await certify()];
    const from = app.context.ledger.nowMs() - 50 * DAY_MS - 60_000;
    expect((await submit(app, await window(app, from, from + DAY_MS))).statusCode).toBe(201);
    expect((await submit(app, await listed(app, [old]))).statusCode).toBe(201);
    await change(`created_at_ms = created_at_ms - ${40 * DAY_MS}, anchored_seq = NULL`, old);
    await change(`created_at_ms = created_at_ms - ${50 * DAY_MS}`, older);
    // The audit sees as well that what was anchored is not kept as it was signed.
    const [summary, ...rest] = await doctor(1);
    expect(summary?.detail).toContain('2 cannot be anchored');
    expect(rest.map(({ name, detail }) => [name, detail])).toEqual(
      [old, older].map((one) => [one.certificate_id, 'created_at_ms: the envelope says another time']),
    );
  });

  it('takes no list with one, and says why [anchor-sound]', async () => {
    const [damaged, sound] = [await certify(), await certify()];
    await change(`envelope = ${otherSignature(damaged)}`, damaged);
    const refused = await submit(app, await listed(app, [damaged, sound]));
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'damaged']);
    expect((await submit(app, await listed(app, [sound]))).json().data.certificates).toMatchObject([
      { anchored: true },
    ]);
  });
});
