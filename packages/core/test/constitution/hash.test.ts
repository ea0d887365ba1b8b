// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { articleOf, articlesOf } from '../../src/constitution/articles.ts';
import {
  articleTextHash,
  categoriesHash,
  constitutionHash,
  creedHash,
  publishedConstitution,
} from '../../src/constitution/hash.ts';
import { canonicalJson } from '../../src/seal/jcs.ts';
import { edited, files, load, sha256Hex } from './pack.ts';

const { constitution, categories } = load();

/** The same value with the members of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('constitution_hash', () => {
  it('of version 1.8 is the published one: another text is another version', () => {
    expect(constitution.version).toBe('1.8');
    expect(constitution.hash).toBe('cd260308244ee8f602636e3cf898cc275991a1d23e84507506381e94736d7dc7');
  });

  it('is the SHA-256 that a stranger computes from the files with a YAML reader and canonical JSON', () => {
    const read = (text: string) => parse(text.replaceAll('⟨join⟩', '')) as Record<string, unknown>;
    const { published_at, ...head } = read(files.find(({ path }) => path.endsWith('/constitution.yaml'))!.text);
    const titles = files.filter(({ path }) => /title-\d/.test(path)).map(({ text }) => read(text));
    expect(constitution.hash).toBe(sha256Hex(canonicalJson({ ...head, titles })));
    expect(constitution.published_at).toBe(published_at);
  });

  it('can be checked from the published document by leaving out the hash', () => {
    const { hash, ...text } = publishedConstitution(constitution);
    expect(sha256Hex(canonicalJson(text))).toBe(hash);
    expect(Object.keys(text)).toEqual(['version', 'license', 'titles', 'creed', 'amendments']);
  });

  it('does not depend on the order of files or members, nor on file names, comments or line breaks', () => {
    expect(load(files.toReversed()).constitution.hash).toBe(constitution.hash);
    expect(constitutionHash(reversed(constitution) as typeof constitution, sha256Hex)).toBe(constitution.hash);
    const moved = files.map(({ path, text }) => ({
      path: path.replace('constitution/title-', 'elsewhere/title-'),
      text: `# a comment\r\n${text.replaceAll('\n', '\r\n')}`,
    }));
    expect(load(moved).constitution.hash).toBe(constitution.hash);
  });

  it.each([
    ['the creed', 'constitution.yaml', 'answer to them', 'answer for them'],
    ['the version', 'constitution.yaml', '"1.8"', '"1.9"'],
    ['a rule', 'title-3-safety-of-persons.yaml', 'No one is threatened', 'Nobody is threatened'],
    ['a reason', 'title-3-safety-of-persons.yaml', 'A crisis passes', 'Crises pass'],
    ['an example', 'title-5-privacy.yaml', 'valid to 08/29', 'valid to 09/29'],
    ['the title of an article', 'title-1-human-authority.yaml', 'title: The Bridge', 'title: The bridge'],
    ['a category of an article', 'title-6-integrity-of-systems.yaml', '[cyber]', '[cyber, crime]'],
  ])('changes with %s', (_, name, from, to) => {
    expect(load(edited(name, from, to)).constitution.hash).not.toBe(constitution.hash);
  });

  it('stays with the text when only the date of publication or the categories change', () => {
    expect(load(edited('constitution.yaml', '2026-11-21T', '2026-11-22T')).constitution.hash).toBe(constitution.hash);
    const other = load(edited('categories.yaml', 'severity: medium', 'severity: low'));
    expect(other.constitution.hash).toBe(constitution.hash);
    expect(categoriesHash(other.categories, sha256Hex)).not.toBe(categoriesHash(categories, sha256Hex));
  });
});

describe('articleTextHash and creedHash', () => {
  it('tell every article and the creed apart, and change with their texts only', () => {
    const hashesOf = (source: typeof constitution) =>
      articlesOf(source).map((article) => articleTextHash(article, sha256Hex));
    const before = hashesOf(constitution);
    expect(new Set(before).size).toBe(42);
    const after = hashesOf(
      load(edited('title-2-truth.yaml', 'not deliberately deceived', 'never deceived')).constitution,
    );
    expect(after.flatMap((hash, i) => (hash === before[i] ? [] : [i + 1]))).toEqual([7]);
  });

  it('are recomputed from the published article and from the bare creed', () => {
    const seventh = articleOf(constitution, 7)!;
    const published: unknown = JSON.parse(JSON.stringify(publishedConstitution(constitution).titles[1]?.articles[0]));
    expect(articleTextHash(seventh, sha256Hex)).toBe(sha256Hex(canonicalJson(published)));
    expect(creedHash(constitution, sha256Hex)).toBe(sha256Hex(constitution.creed));
  });
});
