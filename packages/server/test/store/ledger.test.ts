// SPDX-License-Identifier: Apache-2.0
/** The ledger's contract suite: the same promises on both drivers. */

import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { Frontier } from '@plumbline/core/ledger/frontier.ts';
import { leafHash } from '@plumbline/core/ledger/merkle.ts';
import { verifyInclusion } from '@plumbline/core/ledger/proof.ts';
import { proveInclusion, rootFromTiles } from '@plumbline/core/ledger/tile-reader.ts';
import { tilesOf } from '@plumbline/core/ledger/tiles.ts';
import { utf8 } from '@plumbline/core/seal/bytes.ts';
import { toHex } from '@plumbline/core/seal/hex.ts';
import { timestampOf } from '@plumbline/core/seal/timestamp.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseCertificate, eraseEntry } from '../../src/services/ledger-erasure.ts';
import { auditLedger } from '../../src/store/ledger/audit.ts';
import type { Claim, LedgerStores, NewRatification, StoredEntry } from '../../src/store/ledger-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { DRIVERS, type Place } from './drivers.ts';
import {
  crypto,
  genesisUnits,
  KEYS,
  newCertificate,
  noteUnit,
  ORIGIN,
  pinsOf,
  START_MS,
  signTree,
  unitOf,
} from './ledger-units.ts';

describe.each(DRIVERS)('the ledger in $name', (driver) => {
  let place: Place;
  let store: Store;
  let ledger: LedgerStores;
  let chain: LedgerStores['chain'];

  beforeEach(async () => {
    place = await driver.place();
    store = await openStore({ url: place.url });
    ledger = store.ledger;
    chain = ledger.chain;
  });

  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const appendNotes = (count: number, prefix = 'n') =>
    Promise.all(Array.from({ length: count }, (_, i) => chain.append(noteUnit(`${prefix}_${i}`))));

  async function allEntries(): Promise<StoredEntry[]> {
    const all: StoredEntry[] = [];
    for await (const page of chain.entries({ from: 0 })) all.push(...page);
    return all;
  }

  describe('append', () => {
    it('numbers entries from 0, each naming the one before, with the root that the tree of them has', async () => {
      const acknowledged = await appendNotes(700);
      const stored = await allEntries();
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, i) => i));
      expect(acknowledged.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(stored.map(({ seq }) => seq));
      const frontier = new Frontier(crypto);
      let prev = '0'.repeat(64);
      for (const { header, leaf, subject } of stored) {
        expect(parseEntryHeader(header)).toMatchObject({ prev, subject });
        expect(leaf).toEqual(leafHash(header, crypto));
        prev = toHex(leaf);
        frontier.append(leaf);
      }
      const head = await chain.head();
      expect(head).toEqual({
        size: 700,
        lastLeaf: stored.at(-1)?.leaf,
        edge: frontier.bytes(),
        root: frontier.root(),
      });
      for (const { seq, leaf } of acknowledged) expect(leaf).toEqual(stored[seq]?.leaf);
    });

    it('keeps the payload that the header names', async () => {
      const { seq } = await chain.append(noteUnit('a'));
      const [payload, entry] = await Promise.all([chain.payload(seq), chain.entry(seq)]);
      if (payload?.state !== 'kept' || entry === null) throw new Error('entry or payload is gone');
      expect(parseEntryHeader(entry.header).payloadDigest).toEqual(crypto.sha256(payload.bytes));
    });

    it('one bad draft takes no other with it', async () => {
      const bad = noteUnit('a subject with spaces');
      const results = await Promise.allSettled([
        chain.append(noteUnit('a')),
        chain.append(bad),
        chain.append(noteUnit('b')),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await chain.head()).size).toBe(2);
    });

    it('appends several or none, and says when the ledger is not what the caller saw', async () => {
      await chain.appendAll(genesisUnits(), { requireSize: 0 });
      await expect(chain.appendAll(genesisUnits(), { requireSize: 0 })).rejects.toMatchObject({
        code: 'state_conflict',
      });
      await expect(chain.append(noteUnit('x'), { requirePolicySeq: 0 })).rejects.toMatchObject({
        code: 'state_conflict',
      });
      expect(await chain.append(noteUnit('x'), { requirePolicySeq: 1 })).toMatchObject({ seq: 3 });
      const decision = unitOf('ratification', 'rat_1', utf8('{}'), [KEYS.anchor]);
      const both = [decision, noteUnit('judged before it')].map((unit) =>
        chain.append(unit, { requireRatificationSeq: null }),
      );
      // In one batch or in two: what was judged without the ratification comes too late.
      expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      await expect(chain.append(noteUnit('x'), { requireRatificationSeq: 3 })).rejects.toMatchObject({
        code: 'state_conflict',
      });
      expect(await chain.append(noteUnit('x'), { requireRatificationSeq: 4 })).toMatchObject({ seq: 5 });
      const twice = { rows: [{ kind: 'anchored', certificateId: 'cert_none' }] } as const;
      await expect(chain.appendAll([noteUnit('y'), noteUnit('z', twice)])).rejects.toMatchObject({ code: 'not_found' });
      expect((await chain.head()).size).toBe(6);
    });
  });

  describe('idempotency of appending', () => {
    const key = { scope: 'anchor', key: 'cert_1 anchored', bodyHash: 'a'.repeat(64) };

    it('gives the earlier entry for the same key and body, at once and later', async () => {
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, i) => chain.append(noteUnit(`try_${i}`, { idempotency: key }))),
      );
      expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(new Set(results.map(({ seq }) => seq))).toEqual(new Set([0]));
      await chain.append(noteUnit('between'));
      const later = await chain.append(noteUnit('later', { idempotency: key }));
      expect(later).toEqual({ ...results.find(({ replayed }) => !replayed), replayed: true });
      expect((await chain.head()).size).toBe(2);
    });

    it('refuses another body under the same key, and keeps scopes apart', async () => {
      const other = { ...key, bodyHash: 'b'.repeat(64) };
      const results = await Promise.allSettled([
        chain.append(noteUnit('one', { idempotency: key })),
        chain.append(noteUnit('two', { idempotency: other })),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      await expect(chain.append(noteUnit('two', { idempotency: other }))).rejects.toMatchObject({
        code: 'idempotency_mismatch',
        status: 422,
      });
      expect(await chain.append(noteUnit('three', { idempotency: { ...other, scope: 'ratify' } }))).toMatchObject({
        seq: 1,
        replayed: false,
      });
    });
  });

  describe('reading', () => {
    it('finds entries by subject, type and range, in both orders', async () => {
      await chain.appendAll(genesisUnits());
      await appendNotes(20);
      const all = await allEntries();
      const fifth = all[5] as StoredEntry;
      expect(await chain.entry(5)).toEqual(fifth);
      expect(await chain.leafOf(5)).toEqual(fifth.leaf);
      expect(await chain.findBySubject(fifth.subject)).toEqual([fifth]);
      expect(await chain.newestOfType('policy')).toMatchObject({ seq: 1 });
      expect(await chain.entry(23)).toBeNull();
      expect(await chain.newestOfType('incident')).toBeNull();
      const read = async (range: Parameters<typeof chain.entries>[0]) => {
        const seqs: number[] = [];
        for await (const page of chain.entries(range)) seqs.push(...page.map(({ seq }) => seq));
        return seqs;
      };
      expect(await read({ from: 4, to: 8 })).toEqual([4, 5, 6, 7]);
      expect(await read({ from: 0, descending: true, limit: 3 })).toEqual([22, 21, 20]);
      expect(await read({ from: 0, types: ['genesis', 'constitution'] })).toEqual([0, 2]);
      expect(await read({ from: 0, types: [] })).toEqual([]);
    });

    it('serves every tile of the size, and proofs out of them', async () => {
      await appendNotes(600);
      await appendNotes(17, 'm');
      const { size, root } = await chain.head();
      for (const { level, n, width } of tilesOf(size))
        expect((await chain.tiles.readTile(level, n, width)).length).toBeGreaterThanOrEqual(32 * width);
      expect(await rootFromTiles(chain.tiles, size, crypto)).toEqual(root);
      for (const index of [0, 255, 256, 511, 512, 616]) {
        const path = await proveInclusion(chain.tiles, index, size, crypto);
        const leaf = (await chain.leafOf(index)) as Uint8Array;
        expect(verifyInclusion(leaf, index, size, path, root, crypto)).toBe(true);
      }
      await expect(chain.tiles.readTile(0, 2, 106)).rejects.toThrow(RangeError);
      const before = await chain.tiles.readTile(1, 0, 2);
      expect(await chain.rebuildTiles()).toBe(3);
      expect(await chain.tiles.readTile(1, 0, 2)).toEqual(before);
      await appendNotes(300, 'o');
      expect(await rootFromTiles(chain.tiles, 917, crypto)).toEqual((await chain.head()).root);
    });
  });

  describe('erasing a payload', () => {
    const parts = () => ({
      stores: ledger,
      origin: ORIGIN,
      anchorKey: KEYS.anchor,
      crypto,
      nowMs: () => START_MS,
      newId: (prefix: string) => `${prefix}1`,
      salt: () => new Uint8Array(32),
    });
    const reason = { legalBasis: 'order 7 of a court', decidedBy: 'data protection officer' };

    it('leaves the entry, says since when and why, and the chain valid [ledger-erasure]', async () => {
      await chain.appendAll(genesisUnits());
      await appendNotes(5);
      await chain.checkpoints.publish(signTree, START_MS);
      expect(await chain.payload(4)).toMatchObject({ state: 'kept' });
      const erased = { seq: 4, type: 'note', recordedIn: 8, certificateId: null };
      expect(await eraseEntry(parts(), 4, reason)).toEqual({ ...erased, isRepeated: false });
      expect(await eraseEntry({ ...parts(), nowMs: () => START_MS + 1 }, 4, reason)).toEqual({
        ...erased,
        isRepeated: true,
      });
      expect(await chain.payload(4)).toEqual({ state: 'erased', erasedAtMs: START_MS });
      expect(await chain.payload(99)).toBeNull();
      const report = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
      expect(report).toMatchObject({ verdict: 'VALID', canonicalSpineValid: true, size: 9, storeFaults: [] });
      expect(report.erasures).toEqual([
        {
          seq: 4,
          recordedIn: 8,
          legalBasis: reason.legalBasis,
          decidedBy: reason.decidedBy,
          erasedAt: timestampOf(START_MS),
        },
      ]);
      // The checkpoint does not cover the entry that says so; an audit up to it finds that entry all the same.
      const upTo = (await chain.checkpoints.newest()) ?? undefined;
      const early = await auditLedger(chain, { pins: await pinsOf(chain), upTo }, crypto);
      expect(early).toMatchObject({ verdict: 'VALID', size: 8, erasures: [], storeFaults: [] });
    });

    it('that no entry records is a fault of the store, as is one of an entry that comes later', async () => {
      await chain.appendAll(genesisUnits());
      await appendNotes(5);
      await chain.write({ rows: [{ kind: 'erased', seq: 5, atMs: START_MS }] });
      const report = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
      expect(report).toMatchObject({ verdict: 'BROKEN', storeFaults: [{ seq: 5, table: 'ledger_payload' }] });
      await eraseEntry(parts(), 5, reason);
      expect(await auditLedger(chain, { pins: await pinsOf(chain) }, crypto)).toMatchObject({ storeFaults: [] });
      await expect(chain.write({ rows: [{ kind: 'erased', seq: 99, atMs: START_MS }] })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('is refused for what later proofs need, and for what is not there [ledger-erasure]', async () => {
      await chain.appendAll(genesisUnits());
      for (const seq of [0, 1, 2])
        await expect(eraseEntry(parts(), seq, reason)).rejects.toMatchObject({ code: 'withheld_by_policy' });
      await expect(eraseEntry(parts(), 99, reason)).rejects.toMatchObject({ code: 'not_found' });
      await expect(eraseCertificate(parts(), 'cert_none', reason)).rejects.toMatchObject({ code: 'not_found' });
      expect((await chain.head()).size).toBe(3);
    });

    it('of an anchor takes the certificate along, and answers that are kept for a key [ledger-erasure]', async () => {
      const [anchored, preview] = [newCertificate(), newCertificate()];
      const rows = [anchored, preview].map((certificate) => ({ kind: 'certificate', certificate }) as const);
      await chain.write({ rows });
      const anchor = unitOf('anchor', anchored.id, utf8('{"salt":"1"}'), [KEYS.anchor], {
        rows: [{ kind: 'anchored', certificateId: anchored.id }],
      });
      await chain.append(anchor);
      const asked = {
        scope: 'someone certify',
        bodyHash: 'a'.repeat(64),
        nowMs: START_MS,
        leaseEndsAtMs: START_MS + 9,
      };
      for (const { id } of [anchored, preview]) {
        const outcome = await ledger.idempotency.claim({ ...asked, key: id });
        if (outcome.status !== 'claimed') throw new Error(outcome.status);
        await ledger.idempotency.complete(outcome.claim, { status: 200, body: utf8(`{"certificate_id":"${id}"}`) });
      }
      expect(await eraseCertificate(parts(), anchored.id, reason)).toMatchObject({
        seq: 0,
        certificateId: anchored.id,
      });
      expect(await chain.payload(0)).toMatchObject({ state: 'erased' });
      expect(await ledger.certificates.find(anchored.id)).toMatchObject({ envelope: null, anchoredSeq: 0 });
      expect(await ledger.certificates.find(preview.id)).toMatchObject({ envelope: preview.envelope });
      expect((await ledger.idempotency.claim({ ...asked, key: anchored.id })).status).toBe('claimed');
      expect((await ledger.idempotency.claim({ ...asked, key: preview.id })).status).toBe('replay');
      const { size } = await chain.head();
      expect(await eraseCertificate(parts(), preview.id, reason)).toBeNull();
      expect(await ledger.certificates.find(preview.id)).toMatchObject({ envelope: null });
      expect((await chain.head()).size).toBe(size);
    });
  });

  describe('checkpoints', () => {
    it('are published once for a size, and cover what came before', async () => {
      expect(await chain.checkpoints.publish(signTree, START_MS)).toBeNull();
      await appendNotes(3);
      const first = await chain.checkpoints.publish(signTree, START_MS);
      expect(first).toMatchObject({ status: 'published', checkpoint: { size: 3, atMs: START_MS } });
      const again = await chain.checkpoints.publish(() => {
        throw new Error('signed twice');
      }, START_MS + 1);
      expect(again).toEqual({ ...first, status: 'unchanged' });
      await appendNotes(2, 'm');
      await Promise.all([1, 2, 3].map((ms) => chain.checkpoints.publish(signTree, START_MS + ms)));
      expect((await chain.checkpoints.newest())?.size).toBe(5);
      expect((await chain.checkpoints.covering(2))?.size).toBe(3);
      expect((await chain.checkpoints.covering(3))?.size).toBe(5);
      expect(await chain.checkpoints.covering(5)).toBeNull();
      const sizes: number[] = [];
      for await (const page of chain.checkpoints.after(0)) sizes.push(...page.map(({ size }) => size));
      expect(sizes).toEqual([3, 5]);
    });

    it('store nothing when signing fails', async () => {
      await appendNotes(1);
      const failing = chain.checkpoints.publish(() => {
        throw new Error('no key');
      }, START_MS);
      await expect(failing).rejects.toThrow('no key');
      expect(await chain.checkpoints.newest()).toBeNull();
      await appendNotes(1);
    });

    it('keep the newest cosignature of each witness beside them', async () => {
      await appendNotes(1);
      await chain.checkpoints.publish(signTree, START_MS);
      const line = { size: 1, witness: 'witness.example/w1', line: '— w1 AAAA', witnessedAtS: 10 };
      expect(await chain.checkpoints.addCosignature({ ...line, size: 2 })).toBe(false);
      expect(await chain.checkpoints.addCosignature(line)).toBe(true);
      await chain.checkpoints.addCosignature({ ...line, line: 'newer', witnessedAtS: 11 });
      await chain.checkpoints.addCosignature({ ...line, line: 'older', witnessedAtS: 9 });
      expect(await chain.checkpoints.cosignatures(1)).toEqual([{ ...line, line: 'newer', witnessedAtS: 11 }]);
      await appendNotes(1);
      await chain.checkpoints.publish(signTree, START_MS);
      await chain.checkpoints.addCosignature({ ...line, size: 2, witnessedAtS: 12 });
      expect(await chain.checkpoints.newestCosignatures()).toMatchObject([{ size: 2, witnessedAtS: 12 }]);
      await chain.checkpoints.addCosignature({ ...line, witness: 'witness.example/w2', witnessedAtS: 12 });
      expect(await chain.checkpoints.cosignedBy(2, 0)).toEqual([1]);
      expect(await chain.checkpoints.cosignedBy(1, 0)).toEqual([1, 2]);
      expect(await chain.checkpoints.cosignedBy(1, 1)).toEqual([2]);
    });
  });

  describe('certificates', () => {
    it('are kept as PREVIEW, anchored once and revoked once, in the transaction of the entry', async () => {
      const certificate = newCertificate();
      await ledger.chain.write({ rows: [{ kind: 'certificate', certificate }] });
      const preview = { ...certificate, anchoredSeq: null, revokedSeq: null, supersededBy: null };
      expect(await ledger.certificates.find(certificate.id)).toEqual(preview);
      await expect(ledger.chain.write({ rows: [{ kind: 'certificate', certificate }] })).rejects.toMatchObject({
        code: 'already_exists',
      });
      const anchored = { rows: [{ kind: 'anchored', certificateId: certificate.id }] } as const;
      const tries = await Promise.allSettled([1, 2, 3].map((i) => chain.append(noteUnit(`anchor_${i}`, anchored))));
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect(await ledger.certificates.find(certificate.id)).toMatchObject({ anchoredSeq: 0, revokedSeq: null });
      const revoked = { kind: 'revoked', certificateId: certificate.id, supersededBy: 'cert_next' } as const;
      await chain.append(noteUnit('revoke', { rows: [revoked] }));
      await expect(chain.append(noteUnit('again', { rows: [revoked] }))).rejects.toMatchObject({
        code: 'state_conflict',
      });
      expect(await ledger.certificates.find(certificate.id)).toMatchObject({
        anchoredSeq: 0,
        revokedSeq: 1,
        supersededBy: 'cert_next',
      });
      expect((await chain.head()).size).toBe(2);
      await expect(chain.write(anchored)).rejects.toThrow(TypeError);
    });

    it('are listed and counted by what became of them, and erased', async () => {
      const all = Array.from({ length: 6 }, (_, i) => newCertificate({ createdAtMs: START_MS + i }));
      await chain.write({ rows: all.map((certificate) => ({ kind: 'certificate', certificate })) });
      const ids = all.map(({ id }) => id);
      await chain.append(noteUnit('a', { rows: [{ kind: 'anchored', certificateId: ids[1] as string }] }));
      await chain.append(
        noteUnit('r', { rows: [{ kind: 'revoked', certificateId: ids[2] as string, supersededBy: null }] }),
      );
      const page = (after: Pick<(typeof all)[number], 'id' | 'createdAtMs'> | null) =>
        ledger.certificates.previews(KEYS.issuer.keyId, START_MS, START_MS + 5, { after, limit: 2 });
      expect((await page(null)).map(({ id }) => id)).toEqual([ids[0], ids[3]]);
      expect((await page(all[3] ?? null)).map(({ id }) => id)).toEqual([ids[4]]);
      const sameMoment = [newCertificate({ createdAtMs: START_MS + 4 }), newCertificate({ createdAtMs: START_MS + 4 })];
      await chain.write({ rows: sameMoment.map((certificate) => ({ kind: 'certificate', certificate })) });
      const last = [all[4], ...sameMoment].map((certificate) => certificate?.id ?? '').sort();
      const [, second] = await page(all[3] ?? null);
      expect([...(await page(all[3] ?? null)), ...(await page(second ?? null))].map(({ id }) => id)).toEqual(last);
      for (const { id } of sameMoment) await chain.write({ rows: [{ kind: 'certificate_erased', certificateId: id }] });
      expect(await ledger.certificates.counts(START_MS, START_MS + 6)).toEqual({ preview: 6, anchored: 1, revoked: 1 });
      expect(await ledger.certificates.counts(0, 1)).toEqual({ preview: 0, anchored: 0, revoked: 0 });
      const erased = (certificateId: string) => chain.write({ rows: [{ kind: 'certificate_erased', certificateId }] });
      await erased(ids[0] as string);
      expect(await ledger.certificates.find(ids[0] as string)).toMatchObject({ envelope: null, anchoredSeq: null });
      expect((await page(null)).map(({ id }) => id)).toEqual([ids[3], ids[4]]);
      await expect(erased('cert_none')).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('ratifications', () => {
    const ratification = (n: number, scope: NewRatification['scope']): NewRatification => ({
      sha256: n.toString(16).padStart(64, '0'),
      nonce: `nonce_${n}`,
      epoch: 1,
      decision: 'approve',
      submittedAtMs: START_MS + n,
      expiresAtMs: START_MS + 1_000,
      envelope: utf8(`{"n":${n}}`),
      scope,
    });

    it('are recorded with their entry and found by what they name; a nonce counts once', async () => {
      const listed = ratification(1, { form: 'listed', certificateIds: ['cert_b', 'cert_a'] });
      const window = ratification(2, { form: 'window', issuerKeyId: 'key', fromMs: 10, untilMs: 20 });
      await chain.append(noteUnit('r1', { rows: [{ kind: 'ratification', ratification: listed }] }));
      await chain.append(noteUnit('r2', { rows: [{ kind: 'ratification', ratification: window }] }));
      const replay = { ...ratification(3, window.scope), nonce: listed.nonce };
      await expect(
        chain.append(noteUnit('r3', { rows: [{ kind: 'ratification', ratification: replay }] })),
      ).rejects.toMatchObject({ code: 'state_conflict' });
      expect(await ledger.ratifications.find(listed.sha256)).toEqual({ ...listed, seq: 0 });
      expect(await ledger.ratifications.findByNonce(window.nonce)).toEqual({ ...window, seq: 1 });
      expect(await ledger.ratifications.listing('cert_a')).toEqual([{ ...listed, seq: 0 }]);
      expect(await ledger.ratifications.windowsAt('key', 10)).toEqual([{ ...window, seq: 1 }]);
      expect(await ledger.ratifications.windowsAt('key', 20)).toEqual([]);
      expect((await ledger.ratifications.ofEpoch(1)).map(({ nonce }) => nonce)).toEqual([listed.nonce, window.nonce]);
      expect((await chain.head()).size).toBe(2);
    });
  });

  describe('idempotency of requests', () => {
    const request = (changes: object = {}) => ({
      scope: 'caller POST /api/v1/certify',
      key: 'key-1',
      bodyHash: 'a'.repeat(64),
      nowMs: START_MS,
      leaseEndsAtMs: START_MS + 1_000,
      ...changes,
    });
    const answer = { status: 200, body: utf8('{"ok":true}') };
    const claimed = async (changes: object = {}): Promise<Claim> => {
      const outcome = await ledger.idempotency.claim(request(changes));
      if (outcome.status !== 'claimed') throw new Error(`not claimed: ${outcome.status}`);
      return outcome.claim;
    };

    it('lets one of many through, and answers the others the same afterwards', async () => {
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => ledger.idempotency.claim(request())));
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['claimed', ...Array(11).fill('in_flight')]);
      const claim = outcomes.flatMap((outcome) => (outcome.status === 'claimed' ? [outcome.claim] : []))[0] as Claim;
      const certificate = newCertificate();
      await chain.write({ rows: [{ kind: 'certificate', certificate }], answer: { claim, build: () => answer } });
      expect(await ledger.idempotency.claim(request())).toEqual({ status: 'replay', answer });
      expect(await ledger.idempotency.claim(request({ bodyHash: 'b'.repeat(64) }))).toEqual({ status: 'mismatch' });
    });

    it('frees the key of a process that died, whose late effect is then refused', async () => {
      const dead = await claimed();
      const heir = await claimed({ nowMs: START_MS + 1_000, leaseEndsAtMs: START_MS + 2_000 });
      const late = { rows: [{ kind: 'certificate', certificate: newCertificate() }] } as const;
      await expect(chain.write({ ...late, answer: { claim: dead, build: () => answer } })).rejects.toMatchObject({
        code: 'idempotency_in_flight',
        status: 409,
      });
      expect(await ledger.certificates.find(late.rows[0].certificate.id)).toBeNull();
      expect(await ledger.idempotency.complete(dead, answer)).toBe(false);
      const entry = await chain.append(
        noteUnit('effect', {
          answer: { claim: heir, build: (placed) => ({ status: 201, body: utf8(`${placed?.seq}`) }) },
        }),
      );
      expect(await ledger.idempotency.claim(request())).toEqual({
        status: 'replay',
        answer: { status: 201, body: utf8(`${entry.seq}`) },
      });
    });

    it('gives the answer that was kept with the effect when its process died before it had a better one', async () => {
      const provisional = (claim: Claim) => ({
        answer: { claim, build: () => answer, isProvisional: true },
      });
      const better = { status: 200, body: utf8('{"ok":true,"anchored":true}') };
      const finished = await claimed();
      await chain.append(noteUnit('finishes', provisional(finished)));
      expect(await ledger.idempotency.claim(request())).toEqual({ status: 'in_flight' });
      expect(await ledger.idempotency.complete(finished, better)).toBe(true);
      expect(await ledger.idempotency.complete(finished, answer)).toBe(false);
      expect(await ledger.idempotency.claim(request())).toEqual({ status: 'replay', answer: better });

      const dead = await claimed({ key: 'key-2' });
      await chain.append(noteUnit('dies', provisional(dead)));
      const later = { key: 'key-2', nowMs: START_MS + 999 };
      expect(await ledger.idempotency.claim(request(later))).toEqual({ status: 'in_flight' });
      expect(await ledger.idempotency.sweep(START_MS + 1_000)).toBe(0);
      const after = { key: 'key-2', nowMs: START_MS + 1_000 };
      expect(await ledger.idempotency.claim(request(after))).toEqual({ status: 'replay', answer });

      const failed = await claimed({ key: 'key-3' });
      await chain.append(noteUnit('fails', provisional(failed)));
      await ledger.idempotency.release({ ...failed, token: 'of-another' });
      expect(await ledger.idempotency.claim(request({ key: 'key-3' }))).toEqual({ status: 'in_flight' });
      await ledger.idempotency.release(failed);
      expect(await ledger.idempotency.claim(request({ key: 'key-3' }))).toEqual({ status: 'replay', answer });
      expect(await ledger.idempotency.complete(failed, better)).toBe(false);
    });

    it('keeps answers for a day, and nothing of a request that was given back', async () => {
      await ledger.idempotency.release(await claimed());
      expect(await ledger.idempotency.complete(await claimed(), answer)).toBe(true);
      const dayLater = START_MS + 24 * 3_600_000;
      expect(await ledger.idempotency.claim(request({ nowMs: dayLater - 1 }))).toEqual({ status: 'replay', answer });
      await claimed({ key: 'key-2', leaseEndsAtMs: dayLater });
      expect(await ledger.idempotency.sweep(dayLater - 1)).toBe(0);
      expect(await ledger.idempotency.sweep(dayLater)).toBe(2);
      await claimed({ nowMs: dayLater });
    });
  });
});
