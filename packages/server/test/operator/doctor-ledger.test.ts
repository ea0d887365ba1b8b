// SPDX-License-Identifier: Apache-2.0
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNodeCrypto } from '../../src/crypto.ts';
import { auditCheck } from '../../src/operator/doctor-ledger.ts';
import { runOperator } from '../../src/operator/index.ts';
import { openStore } from '../../src/store/open.ts';
import { startApp, type TestApp, temporaryFolder, WIDE } from '../e2e/test-app.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { byteChanged, past } from '../store/tampering.ts';
import { capturedIo } from './captured-io.ts';

describe.each(SHARED_DRIVERS)('plumbline doctor on the ledger on $name', (driver) => {
  let place: Place;
  let folder: string;
  let app: TestApp;
  beforeEach(async () => {
    place = await driver.place();
    folder = temporaryFolder();
    app = await startApp(WIDE, { store: await openStore({ url: place.url }) }, folder);
  });
  afterEach(async () => {
    await app.close();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function doctor() {
    const io = capturedIo({ PLUMBLINE_DATA_DIR: folder, PORT: '0', PLUMBLINE_DATABASE_URL: place.url });
    const code = await runOperator(['doctor', '--json'], io);
    const { checks } = JSON.parse(io.out()) as { checks: { name: string; status: string; detail: string }[] };
    return { code, ledger: checks.filter(({ name }) => name === 'ledger') };
  }

  it('verifies every entry beside the running service, and says so where it does not get to all [doctor]', async () => {
    const { ledger } = app.context;
    expect(await auditCheck(ledger.stores, ledger.governance, createNodeCrypto())).toEqual({
      name: 'ledger',
      status: 'pass',
      detail: '3 entries, every one verified',
    });
    const late = await auditCheck(ledger.stores, ledger.governance, createNodeCrypto(), -1);
    expect(late).toMatchObject({ status: 'warn', detail: expect.stringContaining('0 of 3 entries were verified') });
  });

  it('fails where an entry was changed, and names it [doctor]', async () => {
    const { header } = (await app.context.ledger.stores.chain.entry(2)) as { header: Uint8Array };
    expect(
      await past(place.url, byteChanged(place.url, { table: 'ledger_entry', column: 'header', seq: 2 }, 360, header)),
    ).toBe(1);
    const { ledger } = app.context;
    expect(await auditCheck(ledger.stores, ledger.governance, createNodeCrypto())).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('it does not verify: entry 2: '),
    });
    if (!place.url.startsWith('postgres')) return;
    expect(await doctor()).toMatchObject({ code: 1, ledger: [{ status: 'fail' }] });
  });
});
