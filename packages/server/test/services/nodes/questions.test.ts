// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConcepts } from '@plumbline/core/search/concepts-file.ts';
import { termsIn } from '@plumbline/core/search/tokens.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../src/config.ts';
import { readAskedQuestions, readDocumentation, readPlainWords } from '../../../src/services/nodes/documents-folder.ts';
import { Library } from '../../../src/services/nodes/library.ts';
import { Nodes } from '../../../src/services/nodes.ts';
import { ruleset } from '../airlock/airlock-scene.ts';

interface Question {
  readonly question: string;
  readonly expected: readonly string[];
}

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const fileOf = <T>(name: string) =>
  parse(readFileSync(new URL(`questions/${name}.yaml`, import.meta.url), 'utf8')) as T;
const offTopic =
  fileOf<Readonly<Record<'tuning' | 'held_out' | 'unseen' | 'last' | 'final', readonly string[]>>>('off-topic');

const nodes = new Nodes(loadConfig({}, '/').settings.nodes).list.map(({ id, name, persona, station, texts }) => ({
  id,
  alias: name,
  persona,
  station,
  texts: texts.map((text) => ({ ...text, url: null })),
}));
const library = new Library({
  constitution: ruleset.constitution,
  categories: ruleset.categories,
  plainWords: readPlainWords(ROOT, ruleset.constitution.version),
  documentation: readDocumentation(ROOT),
  asked: readAskedQuestions(ROOT),
  nodes,
  concepts: readConcepts(readFileSync(`${ROOT}models/concepts.bin`)),
});
const SETS = ['newcomer', 'held-out', 'fresh', 'unseen', 'last', 'final'];
const EMBER = { id: 'S5_LOCUS' };

const find = (question: string) => library.find(question, EMBER);
/** A later piece of a section is the section. */
const firstOf = (question: string) => find(question).passages[0]?.id.replace(/~\d+$/, '') ?? '';
const missed = (questions: readonly Question[]) =>
  questions.filter(({ question, expected }) => !expected.includes(firstOf(question)));

describe('the library', () => {
  it('puts the right passage first for at least 34 of the 40 questions of a newcomer [newcomer-questions]', () => {
    const questions = fileOf<readonly Question[]>('newcomer');
    expect(questions).toHaveLength(40);
    const misses = missed(questions);
    expect(40 - misses.length, misses.map(({ question }) => question).join('\n')).toBeGreaterThanOrEqual(34);
    expect(questions.filter(({ question }) => find(question).sure).length).toBeGreaterThanOrEqual(34);
  });

  it.each([
    ['held-out', 23, 26],
    ['fresh', 23, 26],
    ['unseen', 18, 23],
    ['last', 20, 25],
    ['final', 22, 25],
  ])(
    'puts a named passage first, or among the first three, for most of the questions of %s, which were written before anybody ran them',
    (name, first, three) => {
      const questions = fileOf<readonly Question[]>(name);
      expect(questions).toHaveLength(30);
      expect(30 - missed(questions).length).toBeGreaterThanOrEqual(first);
      const amongThree = questions.filter(({ question, expected }) =>
        find(question)
          .passages.slice(0, 3)
          .some(({ id }) => expected.includes(id.replace(/~\d+$/, ''))),
      );
      expect(amongThree.length).toBeGreaterThanOrEqual(three);
    },
  );

  it('is not sure of questions that its sources do not answer [off-topic]', () => {
    expect(offTopic.tuning.filter((question) => find(question).sure)).toEqual([]);
    expect(offTopic.held_out).toHaveLength(25);
    expect(offTopic.held_out.filter((question) => find(question).sure).length).toBeLessThanOrEqual(1);
  });

  it('is not sure of sums, weather, poems and general knowledge that nobody had in view, but for a few', () => {
    expect(find('What is 2+2?').sure).toBe(false);
    for (const [set, most] of [
      ['unseen', 1],
      ['last', 2],
      ['final', 0],
    ] as const)
      expect(offTopic[set].filter((question) => find(question).sure).length, set).toBeLessThanOrEqual(most);
  });

  it('orders what a question names alone by what is about it, and answers who asks with no subject at all', () => {
    for (const [question, id] of [
      ['Which limits are there?', 'docs/guides/keys-and-limits.md#limits-of-other-routes'],
      ['What is Plumbline?', 'README.md#plumbline'],
      ['What is a node?', 'docs/explanation/nodes.md#the-nodes'],
      ['Who are you?', 'docs/explanation/nodes.md#the-seven-nodes'],
      ['what can you do', 'docs/explanation/overview.md#what-this-service-is-for'],
      ['Hello!', 'docs/explanation/overview.md#what-this-service-is-for'],
    ] as const)
      expect([question, firstOf(question), find(question).sure]).toEqual([question, id, true]);
  });

  it('knows for each question of docs/questions.md a section, and none that stands in a set of the tests', () => {
    const known = new Set(readDocumentation(ROOT).map(({ id }) => id));
    const asked = [...readAskedQuestions(ROOT)];
    expect(asked.filter(([id]) => !known.has(id)).map(([id]) => id)).toEqual([]);
    expect(asked.length).toBeGreaterThan(100);
    const wordsOf = (question: string) => [...new Set(termsIn(question))].sort().join(' ');
    const inSets = new Set(
      SETS.flatMap((name) => fileOf<readonly Question[]>(name)).map(({ question }) => wordsOf(question)),
    );
    const copied = asked.flatMap(([, questions]) => questions).filter((question) => inSets.has(wordsOf(question)));
    // Of short questions little but their subject is left.
    expect(copied.filter((question) => wordsOf(question).split(' ').length > 2)).toEqual([]);
  });

  it('names passages that exist, so that no question counts by mistake', () => {
    const known = new Set(readDocumentation(ROOT).map(({ id }) => id));
    for (const name of SETS.filter((set) => set !== 'fresh'))
      for (const { question, expected } of fileOf<readonly Question[]>(name)) {
        const there = expected.filter((id) => known.has(id) || /^(?:article:\d+|constitution)$/.test(id));
        expect([question, there.length > 0]).toEqual([question, true]);
      }
  });

  it('answers a rule that is asked for in plain words with its article, not with a page that has the word', () => {
    for (const [question, article] of [
      ['Which rule says you may not lie?', 7],
      ['Is stalking allowed?', 20],
      ['Are fingerprints protected?', 30],
    ] as const)
      expect([question, find(question).passages[0]?.article]).toEqual([question, article]);
  });

  it('reads plain words for the constitution that they were written for, and for no other', () => {
    expect(readPlainWords(ROOT, ruleset.constitution.version).size).toBe(ruleset.articles.size);
    expect(readPlainWords(ROOT, '0.1').size).toBe(0);
  });

  it('lets no example of a generated page answer', () => {
    for (const { id, text } of readDocumentation(ROOT).filter((each) =>
      each.id.startsWith('docs/reference/operations'),
    ))
      expect([id, text.includes('{"')]).toEqual([id, false]);
  });

  it('keeps the texts of a node to that node', () => {
    const [text] = nodes.find(({ id }) => id === 'S4_KIPP')?.texts ?? [];
    const idsFor = (id: string) => library.find(text?.title ?? '', { id }).passages.map((passage) => passage.id);
    expect(idsFor('S4_KIPP')).toContain('node:S4_KIPP:1');
    expect(idsFor('S5_LOCUS').filter((id) => id.startsWith('node:S4'))).toEqual([]);
  });

  it('holds the articles word for word, without the violating examples', () => {
    const [first] = find('What does article 31 say about untrusted text?').passages.filter(
      ({ article }) => article !== null,
    );
    const article = ruleset.articles.get(first?.article ?? 0);
    expect(first?.text).toContain(article?.rule.trim().replace(/\s+/g, ' '));
    for (const example of article?.examples.violating ?? []) expect(first?.text).not.toContain(example);
  });
});
