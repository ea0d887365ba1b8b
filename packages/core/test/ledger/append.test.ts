// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_HEAD, type LedgerHead, placeEntries } from '../../src/ledger/append.ts';
import { parseEntryHeader } from '../../src/ledger/entry.ts';
import { FormatError } from '../../src/seal/format-error.ts';
import { crypto, freshLog } from './test-log.ts';

const log = freshLog();
while (log.size < 70) log.heartbeat();
const drafts = log.headers.map((header) => {
  const { seq: _seq, prev: _prev, ...draft } = parseEntryHeader(header);
  return draft;
});

describe('placeEntries', () => {
  it('makes the same log in batches of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 }), (batches) => {
        let head: LedgerHead = EMPTY_HEAD;
        for (const count of [...batches, drafts.length]) {
          const placed = placeEntries(head, drafts.slice(head.size, head.size + count), crypto);
          for (const { seq, header, leaf } of placed.entries) {
            expect(header).toEqual(log.headers[seq]);
            expect(leaf).toEqual(log.leaves[seq]);
          }
          head = placed.head;
        }
        expect(placeEntries(head, [], crypto).root).toEqual(log.frontier.root());
        expect(head.edge).toEqual(log.frontier.bytes());
      }),
      { seed: 10, numRuns: 25 },
    );
  });

  it('places nothing behind a head that is none, and no draft that no header may hold', () => {
    const head = { ...EMPTY_HEAD, size: 2 };
    expect(() => placeEntries(head, [], crypto)).toThrow(RangeError);
    expect(() => placeEntries({ ...head, lastLeaf: new Uint8Array(32) }, [], crypto)).toThrow(FormatError);
    const [draft] = drafts;
    if (!draft) throw new Error('no draft');
    expect(() => placeEntries(EMPTY_HEAD, [draft, { ...draft, subject: 'Jane Doe' }], crypto)).toThrow(TypeError);
  });
});
