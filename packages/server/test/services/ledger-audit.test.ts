// SPDX-License-Identifier: Apache-2.0
/** A ledger that is too long to be read at every question: what is new is verified, what is old is read anew in slices. */
import { signCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { heartbeatStatement } from '@plumbline/core/seal/ledger-statements.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerAudit } from '../../src/services/ledger-audit.ts';
import { signedUnit } from '../../src/services/ledger-entries.ts';
import { openStore } from '../../src/store/open.ts';
import { startApp, type TestApp, WIDE } from '../e2e/test-app.ts';
import { type Place, SHARED_DRIVERS } from '../store/drivers.ts';
import { past } from '../store/tampering.ts';

const HOUR_MS = 3_600_000;

describe.each(SHARED_DRIVERS)('the audit of a long ledger on $name', (driver) => {
  let place: Place;
  let app: TestApp;
  let audit: LedgerAudit;

  beforeEach(async () => {
    place = await driver.place();
    app = await startApp(WIDE, { store: await openStore({ url: place.url }) });
    for (let round = 0; round < 3; round++) await grow(300);
    audit = auditWith({ budgetMs: 0, fullScanMs: 1_000 * HOUR_MS });
  });
  afterEach(async () => {
    await audit.stop();
    await app.close();
    await place.remove();
  });

  const auditWith = (options: { budgetMs: number; fullScanMs: number }) =>
    new LedgerAudit({
      ledger: app.context.ledger,
      baseUrl: () => 'http://127.0.0.1',
      restFactor: 0,
      onError: (error) => {
        throw error;
      },
      ...options,
    });

  async function grow(entries: number, isPublished = true): Promise<void> {
    const { ledger } = app.context;
    const facts = { log_origin: ledger.origin, size: 1, root: toHex(new Uint8Array(32)) };
    const unit = () => {
      const entry = { type: 'heartbeat', subject: ledger.newId('hb_'), atMs: ledger.nowMs() };
      return signedUnit(entry, heartbeatStatement(facts, ledger.salt()), [ledger.signer('anchor')], ledger.crypto);
    };
    await ledger.stores.chain.appendAll(Array.from({ length: entries }, unit));
    if (!isPublished) return;
    const sign = (tree: { size: number; root: Uint8Array }) =>
      signCheckpoint({ origin: ledger.origin, ...tree }, ledger.logSigners(), ledger.crypto);
    await ledger.stores.chain.checkpoints.publish(sign, ledger.nowMs());
  }

  const damage = (seq: number) => past(place.url, `UPDATE ledger_entry SET subject = 'hb_other' WHERE seq = ${seq}`);

  it('reads all of it once, then what is new, and the old entries slice by slice [ledger-audit]', async () => {
    expect(await audit.report()).toMatchObject({ verdict: 'VALID', method: 'full', blocks_checked: 903 });
    const fullScanAt = (await audit.report()).full_scan_at;
    await grow(5);
    const next = await audit.report();
    expect(next).toMatchObject({ verdict: 'VALID', method: 'incremental', range: { from: 903, to: 908 } });
    // Slices end at checkpoints: of 303, 603, 903 and 908 entries.
    for (let slice = 0; slice < 3; slice++) await audit.look();
    expect(audit.integrity()).toBe('valid');
    expect((await audit.report()).full_scan_at).toBe(fullScanAt);
    await audit.look();
    expect((await audit.report()).full_scan_at).not.toBe(fullScanAt);
  });

  it('is not misled by entries that no checkpoint covers yet, however often it is asked [ledger-audit]', async () => {
    expect((await audit.report()).verdict).toBe('VALID');
    // What no checkpoint covers is read again until one does: by its root alone the next one can be judged.
    for (const isPublished of [false, false, false, true, false, false]) {
      await grow(1, isPublished);
      const { size } = await app.context.ledger.stores.chain.head();
      expect(await audit.report()).toMatchObject({ verdict: 'VALID', method: 'incremental', height: size });
    }
    expect(app.context.ledger.refusal).toBeNull();
  });

  it('finds an old entry that was changed when the pass comes to it, and then signs no more [ledger-audit]', async () => {
    expect((await audit.report()).verdict).toBe('VALID');
    expect(await damage(450)).toBe(1);
    expect(await audit.report()).toMatchObject({ verdict: 'VALID', method: 'incremental' });
    await audit.look();
    expect([audit.problem, app.context.ledger.refusal]).toEqual([null, null]);
    await audit.look();
    expect(audit.problem).toContain('entry 450: ledger_entry, subject');
    expect(app.context.ledger.refusal).toContain('the ledger does not verify: entry 450');
    const report = await audit.report();
    expect(report).toMatchObject({ canonical_spine_valid: false, verdict: 'BROKEN', first_error: { index: 450 } });
    expect(report.verified_through).toBe(450);
  });

  it('reads old entries faster where the time for a whole pass asks for it', async () => {
    await audit.stop();
    // A whole pass in a minute: one look reads everything.
    audit = auditWith({ budgetMs: 0, fullScanMs: 60_000 });
    await audit.report();
    await damage(880);
    await audit.look();
    expect(audit.problem).toContain('entry 880');
  });

  it('reads all of it each time where that is cheap', async () => {
    audit = auditWith({ budgetMs: 60_000, fullScanMs: 1_000 * HOUR_MS });
    for (let round = 0; round < 2; round++) expect(await audit.report()).toMatchObject({ method: 'full' });
    await damage(10);
    expect(await audit.report()).toMatchObject({ verdict: 'BROKEN', method: 'full', first_error: { index: 10 } });
  });
});
