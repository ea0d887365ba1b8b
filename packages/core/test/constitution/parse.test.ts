// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { articleNumbers, articleOf, articlesOf } from '../../src/constitution/articles.ts';
import { parseConstitution } from '../../src/constitution/parse.ts';
import { formatProblem } from '../../src/constitution/problem.ts';
import { FOUNDING_ARTICLES } from '../../src/constitution/types.ts';
import { JOIN_MARK } from '../../src/constitution/yaml-source.ts';
import { CATEGORIES } from '../../src/engine/types.ts';
import { edited, files, lineOf, load, sha256Hex } from './pack.ts';

const problemsOf = (pack: typeof files) => parseConstitution(pack, sha256Hex).problems;

describe('parseConstitution on the published pack', () => {
  const { constitution, categories } = load();

  it('finds 42 articles in seven titles of six, numbered through', () => {
    expect(constitution.version).toBe('1.8');
    expect(constitution.license).toBe('CC0-1.0');
    expect(constitution.titles.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(constitution.titles.map(({ articles }) => articles.length)).toEqual([6, 6, 6, 6, 6, 6, 6]);
    expect(articlesOf(constitution).map(({ number }) => number)).toEqual(Array.from({ length: 42 }, (_, i) => i + 1));
  });

  it('finds every category governed by an article, and pointed at one that lists it', () => {
    const governed = new Set(articlesOf(constitution).flatMap((article) => article.categories));
    expect([...governed].sort()).toEqual([...CATEGORIES].sort());
    expect(Object.keys(categories)).toEqual([...CATEGORIES]);
    for (const row of Object.values(categories)) {
      expect(articleOf(constitution, row.article)?.categories).toContain(row.key);
    }
  });

  it('masks the excerpts of secrets and personal data, and of nothing else', () => {
    const sensitive = Object.values(categories).filter((row) => row.sensitive);
    expect(sensitive.map((row) => row.key)).toEqual(['secrets', 'pii']);
  });

  it('has no text twice, and no join mark left in any', () => {
    const texts = articlesOf(constitution).flatMap(({ rule, rationale, examples }) => [
      rule,
      rationale,
      ...examples.compliant,
      ...examples.violating,
    ]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.filter((text) => text.includes('⟨') || text.includes(JOIN_MARK))).toEqual([]);
    expect(files.some(({ text }) => text.includes(JOIN_MARK))).toBe(true);
  });

  it('gives each article by its number, and null for a number that it does not have', () => {
    for (const article of articlesOf(constitution)) expect(articleOf(constitution, article.number)).toBe(article);
    for (const number of [0, -1, 43, 1.5, Number.NaN]) expect(articleOf(constitution, number)).toBeNull();
    expect(articleNumbers(constitution).size).toBe(42);
  });
});

describe('parseConstitution on another pack', () => {
  const article = (number: number, category = '') =>
    `  - { number: ${number}, title: T${number}, rule: R${number}, rationale: W, categories: [${category}], examples: { compliant: [c${number}], violating: [v${number}] } }\n`;
  const small = [
    ...files.filter(({ path }) => !/title-\d/.test(path) && !path.endsWith('categories.yaml')),
    {
      path: 'my/categories.yaml',
      text: files.find(({ path }) => path.endsWith('categories.yaml'))!.text.replaceAll(/article: \d+/g, 'article: 1'),
    },
    {
      path: 'my/rules.yml',
      text: `n: 1\ntitle: All\narticles:\n${Array.from({ length: 40 }, (_, i) => article(i + 1, i ? '' : CATEGORIES.join(', '))).join('')}`,
    },
  ];

  it('takes any number of articles and any name of a title file', () => {
    const { constitution } = load(small);
    expect(articlesOf(constitution)).toHaveLength(40);
    expect(constitution.titles).toHaveLength(1);
  });

  it('asks for the founding articles', () => {
    const lost = small.map(({ path, text }) => ({ path, text: text.replace(article(40), '') }));
    expect(FOUNDING_ARTICLES).toContain(40);
    expect(problemsOf(lost)).toEqual([
      { path: 'my/rules.yml', line: 1, column: 1, message: 'founding article 40 is missing' },
    ]);
  });
});

describe('parseConstitution on title files with free names', () => {
  const renamed = (n: string) =>
    edited('title-2-truth.yaml', 'n: 2', n).map(({ path, text }) => ({ path: path.replace('title-', 'part-'), text }));
  const at = (message: string) => [{ path: 'constitution/part-2-truth.yaml', line: 2, column: 4, message }];

  it('refuses a number of a title that is taken, and one that leaves a gap', () => {
    const taken = problemsOf(renamed('n: 1')).filter(({ message }) => message.includes('title'));
    expect(taken).toContainEqual(at('title 1 is there already: constitution/part-1-human-authority.yaml:2')[0]);
    const gap = problemsOf(renamed('n: 9')).map(({ message }) => message);
    expect(gap).toContain('title 2 is missing before title 3');
  });

  it('refuses articles that do not run on in the order of the titles', () => {
    const swapped = renamed('n: 3').map(({ path, text }) =>
      path.endsWith('part-3-safety-of-persons.yaml') ? { path, text: text.replace('n: 3', 'n: 2') } : { path, text },
    );
    expect(problemsOf(swapped).map(({ message }) => message)).toEqual([
      ...[7, 8, 9, 10, 11, 12].map((number) => `article ${number} stands after article 18`),
      'articles 7 to 12 are missing before article 13',
    ]);
  });
});

describe('parseConstitution on a pack with a fault', () => {
  it.each([
    ['an unknown category', 'title-6-integrity-of-systems.yaml', '[cyber]', '[ciber]', /must be one of authority/],
    ['a member that is not known', 'title-2-truth.yaml', 'rationale: >-', 'reason: >-', /"reason" is not known here/],
    ['a number that is not one', 'title-2-truth.yaml', 'number: 9', 'number: nine', /number must be integer/],
    ['an article that is there twice', 'title-2-truth.yaml', 'number: 9', 'number: 2', /article 2 is there already/],
    ['a gap in the numbers', 'title-7-law-commerce-record.yaml', 'number: 42', 'number: 44', /articles 42 to 43 are/],
    ['a title that is there twice', 'title-3-safety-of-persons.yaml', 'n: 3', 'n: 2', /says title 2|is there already/],
    [
      'a title name that is taken',
      'title-4-dignity.yaml',
      'title: Dignity',
      'title: Truth',
      /"Truth" is a title already/,
    ],
    [
      'an article name that is taken',
      'title-4-dignity.yaml',
      'title: No harassment',
      'title: No violence',
      /article 13 is/,
    ],
    ['an empty text', 'title-4-dignity.yaml', 'title: No harassment', 'title: ""', /must not be empty/],
    ['white space at an end', 'title-4-dignity.yaml', 'title: No harassment', 'title: "No harassment "', /white space/],
    ['a date that is none', 'constitution.yaml', '2026-11-21T', '2026-02-30T', /is not a date/],
    ['an unknown severity', 'categories.yaml', 'severity: medium', 'severity: grave', /severity must be one of info/],
    [
      'an article that governs something else',
      'categories.yaml',
      'article: 31',
      'article: 14',
      /does not govern injection/,
    ],
    ['an article that does not exist', 'categories.yaml', 'article: 31', 'article: 99', /article 99 does not exist/],
    ['a mapping that is no id', 'categories.yaml', 'AML.T0056', 'AML.T56', /must match pattern/],
    ['a category that is there twice', 'categories.yaml', 'key: crime', 'key: fraud', /fraud is there already/],
    ['an alias', 'title-4-dignity.yaml', 'title: No harassment', 'title: *other', /alias/i],
    ['half of a surrogate pair', 'title-4-dignity.yaml', 'title: No harassment', 'title: "\\uD800"', /surrogate/],
    ['a key that is there twice', 'title-4-dignity.yaml', 'title: No harassment', 'number: 20', /unique/],
  ])('names file and line of %s', (_, name, from, to, message) => {
    const pack = edited(name, from, to);
    const result = parseConstitution(pack, sha256Hex);
    expect(result.constitution).toBeNull();
    expect(result.categories).toBeNull();
    const line = lineOf(name, from);
    const hits = result.problems.filter((problem) => problem.path.endsWith(name) && problem.line === line);
    expect(hits.map(formatProblem).join('\n'), JSON.stringify(result.problems)).toMatch(message);
    for (const problem of result.problems) expect(problem.column).toBeGreaterThan(0);
  });

  it('points at the empty list when an article has no example', () => {
    const name = 'title-1-human-authority.yaml';
    const example = "        - Who holds the role of THE_BRIDGE, and where are that person's decisions recorded?\n";
    const pack = edited(name, `compliant:\n${example}`, 'compliant: []\n');
    expect(problemsOf(pack)).toEqual([
      {
        path: `constitution/${name}`,
        line: lineOf(name, 'compliant: []', pack),
        column: 18,
        message: 'examples.compliant must not be empty',
      },
    ]);
  });

  it('points at the place where YAML breaks', () => {
    const name = 'title-5-privacy.yaml';
    const [problem] = problemsOf(edited(name, 'categories: [secrets]', 'categories: [secrets'));
    expect(problem?.path).toBe(`constitution/${name}`);
    expect(Math.abs((problem?.line ?? 0) - lineOf(name, 'categories: [secrets]'))).toBeLessThanOrEqual(1);
  });

  it('reports the problems of all files at once, in order', () => {
    const pack = edited('title-2-truth.yaml', 'number: 9', 'number: nine').map((file) =>
      file.path.endsWith('title-5-privacy.yaml') ? { ...file, text: file.text.replace('n: 5', 'n: "5"') } : file,
    );
    const problems = problemsOf(pack);
    expect(problems.map(({ path }) => path)).toEqual([
      'constitution/title-2-truth.yaml',
      'constitution/title-5-privacy.yaml',
    ]);
  });

  it.each(['constitution.yaml', 'categories.yaml'])('misses %s', (name) => {
    const problems = problemsOf(files.filter(({ path }) => !path.endsWith(`/${name}`)));
    expect(problems).toEqual([{ path: name, line: 1, column: 1, message: 'the file is missing' }]);
  });

  it('misses the articles, and takes an empty pack for no constitution', () => {
    expect(problemsOf([]).map(({ message }) => message)).toContain('there is no file of articles');
    expect(problemsOf(files.filter(({ path }) => !/title-\d/.test(path)))).toHaveLength(1);
  });

  it('refuses a category that has no row', () => {
    const { text } = files.find(({ path }) => path.endsWith('categories.yaml'))!;
    const row = text.slice(text.indexOf('  - key: cyber'), text.indexOf('  - key: misinformation'));
    expect(problemsOf(edited('categories.yaml', row, ''))[0]?.message).toBe('no row for cyber');
  });

  it('refuses an amendment of an article that does not exist', () => {
    const amendment = `amendments:
  - { version: "1.9", ratified_at: "2027-01-31T12:00:00.000Z", articles: [3, 77], summary: Says more plainly when to stop. }`;
    const [problem, ...others] = problemsOf(edited('constitution.yaml', 'amendments: []', amendment));
    expect(others).toEqual([]);
    expect(problem?.message).toBe('article 77 does not exist');
  });
});
