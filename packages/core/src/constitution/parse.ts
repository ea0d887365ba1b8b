// SPDX-License-Identifier: Apache-2.0
import { articlesOf } from './articles.ts';
import { parseCategories } from './categories.ts';
import { constitutionHash, type Sha256Hex } from './hash.ts';
import type { DataProblem } from './problem.ts';
import { type HeadData, HeadSchema } from './schema.ts';
import { parseTitles } from './titles.ts';
import type { CategoryTable, Constitution, ConstitutionText } from './types.ts';
import { YamlSource } from './yaml-source.ts';

export interface DataFile {
  /** As the reader knows it; the last segment says what the file is. */
  readonly path: string;
  readonly text: string;
  /** What reading and checking exactly this text came to before (prepared.ts); absent where nobody did. */
  readonly prepared?: unknown;
}

export interface ParsedConstitution {
  /** Null where there are problems: a constitution is whole or it is not used. */
  readonly constitution: Constitution | null;
  readonly categories: CategoryTable | null;
  /** Every problem of every file, by path, then line. */
  readonly problems: readonly DataProblem[];
}

const HEAD_FILE = 'constitution.yaml';
const CATEGORIES_FILE = 'categories.yaml';

/**
 * Reads a constitution pack: `constitution.yaml`, `categories.yaml`, and one file per title (any other `.yaml` or
 * `.yml`). Files of other kinds are left alone; the order of the files means nothing.
 *
 * A pack need not have 42 articles: they are numbered 1, 2, 3 … through the titles, the founding articles exist, and
 * each category points at an article that governs it.
 */
export function parseConstitution(files: readonly DataFile[], sha256Hex: Sha256Hex): ParsedConstitution {
  const sources = files.filter(({ path }) => /\.ya?ml$/.test(path)).map((file) => new YamlSource(file));
  const missing: DataProblem[] = [];
  const headSource = only(HEAD_FILE, sources, missing);
  const categoriesSource = only(CATEGORIES_FILE, sources, missing);
  const titleSources = sources.filter((source) => ![HEAD_FILE, CATEGORIES_FILE].includes(nameOf(source.path)));

  const head = headSource && parseHead(headSource);
  const titles = parseTitles(titleSources);
  const categories = categoriesSource && parseCategories(categoriesSource, titles && articlesOf({ titles }));
  if (titles === null && titleSources.length === 0)
    missing.push(absent('title-1.yaml', 'there is no file of articles'));
  if (head && headSource && titles) checkAmendments(headSource, head, articlesOf({ titles }).length);

  const problems = [...missing, ...sources.flatMap((source) => source.problems)].sort(byPlace);
  if (problems.length > 0 || !head || !titles || !categories) return { constitution: null, categories: null, problems };
  const text: ConstitutionText = { ...head, titles };
  const constitution = { ...text, hash: constitutionHash(text, sha256Hex), published_at: head.published_at };
  return { constitution, categories, problems };
}

function parseHead(source: YamlSource): HeadData | null {
  if (source.problems.length > 0) return null;
  const head = source.read(HeadSchema, source.value);
  if (head === null) return null;
  checkTime(source, head.published_at, ['published_at']);
  for (const [i, { ratified_at }] of head.amendments.entries()) {
    checkTime(source, ratified_at, ['amendments', i, 'ratified_at']);
  }
  return head;
}

/** The pattern of the schema lets 30 February through. */
function checkTime(source: YamlSource, time: string, at: readonly (string | number)[]): void {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== time) source.problem(at, `${time} is not a date`);
}

function checkAmendments(source: YamlSource, head: HeadData, articleCount: number): void {
  head.amendments.forEach((amendment, i) => {
    amendment.articles.forEach((article, j) => {
      if (article <= articleCount) return;
      source.problem(['amendments', i, 'articles', j], `article ${article} does not exist`);
    });
  });
}

function only(name: string, sources: readonly YamlSource[], problems: DataProblem[]): YamlSource | null {
  const [first, ...others] = sources.filter((source) => nameOf(source.path) === name);
  for (const other of others) other.problem([], `${first?.path} is there already; a pack has one ${name}`);
  if (first === undefined) problems.push(absent(name, 'the file is missing'));
  return first ?? null;
}

const absent = (path: string, message: string): DataProblem => ({ path, line: 1, column: 1, message });
const nameOf = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function byPlace(a: DataProblem, b: DataProblem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
