// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConcepts } from '../../src/search/concepts-file.ts';
import { SearchIndex } from '../../src/search/search-index.ts';

const concepts = readConcepts(readFileSync(new URL('../../../../models/concepts.bin', import.meta.url)));
const pairs = parse(readFileSync(new URL('paraphrases.yaml', import.meta.url), 'utf8')) as Record<
  'tuning' | 'held_out',
  readonly (readonly [query: string, text: string])[]
>;

/** How often the text that means the same stands first, and among the first three. */
function recall(index: SearchIndex, set: keyof typeof pairs): { first: number; three: number } {
  for (const [i, [, text]] of pairs[set].entries()) index.add({ id: String(i), text });
  const ranks = pairs[set].map(([query], i) =>
    index.search(query, { limit: 30 }).findIndex(({ id }) => id === String(i)),
  );
  return {
    first: ranks.filter((rank) => rank === 0).length,
    three: ranks.filter((rank) => rank >= 0 && rank < 3).length,
  };
}

function indexOf(texts: Readonly<Record<string, string>>, known = true): SearchIndex {
  const index = new SearchIndex(known ? concepts : null);
  for (const [id, text] of Object.entries(texts)) index.add({ id, text });
  return index;
}

const idsOf = (index: SearchIndex, query: string) => index.search(query, { limit: 10 }).map(({ id }) => id);

describe('search', () => {
  it('finds what means the same in other words, which words alone never do [search-meaning]', () => {
    expect(recall(new SearchIndex(null), 'tuning').first).toBe(0);
    const tuned = recall(new SearchIndex(concepts), 'tuning');
    expect(tuned.first).toBeGreaterThanOrEqual(22);
    expect(tuned.three).toBeGreaterThanOrEqual(28);
  });

  it('does as well on pairs that nobody had in view', () => {
    expect(recall(new SearchIndex(null), 'held_out').first).toBeLessThanOrEqual(1);
    expect(recall(new SearchIndex(concepts), 'held_out').first).toBeGreaterThanOrEqual(24);
  });

  it('says which search ran', () => {
    expect(new SearchIndex(concepts).engine).toBe('concepts+bm25/1');
    expect(new SearchIndex(null).engine).toBe('bm25/1');
  });

  it('lets shared words lead', () => {
    const index = indexOf({ same: 'The car is cheap.', alike: 'The automobile is inexpensive.', other: 'Rain fell.' });
    expect(idsOf(index, 'a cheap car').slice(0, 2)).toEqual(['same', 'alike']);
    expect(index.search('a cheap car', { limit: 1 })[0]?.matched).toEqual(['cheap', 'car']);
  });

  it('finds forms of a word, identifiers and their parts, and other scripts', () => {
    const index = indexOf(
      {
        a: 'Certificates are stored.',
        b: 'Set trusted_proxies there.',
        c: '証明書は保存されます',
        d: 'Der Schlüssel läuft ab.',
      },
      false,
    );
    expect(idsOf(index, 'storing a certificate')).toEqual(['a']);
    expect(idsOf(index, 'proxies')).toEqual(['b']);
    expect(idsOf(index, 'trusted_proxies')).toEqual(['b']);
    expect(idsOf(index, '証明書')).toEqual(['c']);
    expect(idsOf(index, 'Schlüssel')).toEqual(['d']);
  });

  it('takes the questions that an entry answers for a part of what it is about', () => {
    const index = new SearchIndex(null);
    index.add({ id: 'asked', title: 'Keys', text: 'Send it in the header.', asked: 'How do I log in?' });
    index.add({ id: 'aside', title: 'Logs', text: 'They may hold what is long. A log is kept.' });
    const hits = index.search('How can I log in?', { limit: 5 });
    expect(hits.map(({ id, about }) => [id, about])).toEqual([
      ['aside', 1],
      ['asked', 1],
    ]);
    expect(index.search('header', { limit: 1 })[0]).toMatchObject({ id: 'asked', about: 0 });
  });

  it('leaves out what is not accepted before it counts the results', () => {
    const index = indexOf({ a: 'key', b: 'key', c: 'key' });
    expect(index.search('key', { limit: 1, accept: (id) => id !== 'a' }).map(({ id }) => id)).toEqual(['b']);
  });

  it('leaves the fillers of a question out, unless nothing else is left of it', () => {
    const index = indexOf({ a: 'Mean values are given.', b: 'The ledger grows.' }, false);
    expect(idsOf(index, 'What does the ledger mean?')).toEqual(['b']);
    expect(idsOf(index, 'What does mean mean?')).toEqual(['a']);
  });

  it('finds nothing for nothing', () => {
    const index = indexOf({ a: 'A key is needed.' });
    for (const query of ['', 'the of and', '???', 'zzyzx']) expect(index.search(query, { limit: 5 })).toEqual([]);
    expect(new SearchIndex(concepts).search('key', { limit: 5 })).toEqual([]);
  });

  it('an entry that was replaced or removed leaves no trace: the index is the one that never had it', () => {
    const word = fc.constantFrom('key', 'car', 'automobile', 'cheap', 'ledger', 'rain', 'doctor', 'physician');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), text: fc.option(text, { nil: null }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), text, (steps, query) => {
        const lived = new SearchIndex(concepts);
        const kept = new Map<string, string>();
        for (const { id, text } of steps) {
          if (text === null) {
            expect(lived.remove(id)).toBe(kept.delete(id));
          } else {
            lived.add({ id, text });
            kept.set(id, text);
          }
        }
        if (steps.length % 2 === 0) lived.settle();
        const fresh = indexOf(Object.fromEntries(kept));
        expect(lived.size).toBe(kept.size);
        const rounded = (index: SearchIndex) =>
          index.search(query, { limit: 10 }).map(({ id, score }) => [id, score.toFixed(6)]);
        expect(rounded(lived).sort()).toEqual(rounded(fresh).sort());
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  it('takes entries after it has settled', () => {
    const index = indexOf({ a: 'The key is lost.', b: 'Rain fell.' });
    index.settle();
    expect(idsOf(index, 'a key')[0]).toBe('a');
    index.add({ id: 'c', text: 'Another key.' });
    index.remove('a');
    expect(idsOf(index, 'a key')[0]).toBe('c');
    expect(idsOf(index, 'a key')).not.toContain('a');
  });

  it('scores stay between 0 and 1', () => {
    const index = indexOf({ a: 'key key key', b: 'a key is needed', c: 'automobile' });
    for (const query of ['key', 'key key needed', 'car', 'automobile'])
      for (const { score } of index.search(query, { limit: 5 })) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
  });
});
