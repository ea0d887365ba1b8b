// SPDX-License-Identifier: Apache-2.0
import { ArticleSchema, type TitleData, TitleSchema } from './schema.ts';
import { type Article, type ConstitutionTitle, FOUNDING_ARTICLES } from './types.ts';
import type { YamlSource } from './yaml-source.ts';

interface TitleFile {
  readonly source: YamlSource;
  readonly head: TitleData;
  readonly articles: readonly Article[];
}

/** Reads the title files and puts them in order; null where any has a problem (the sources hold the problems). */
export function parseTitles(sources: readonly YamlSource[]): ConstitutionTitle[] | null {
  const files = sources.map(readTitle).filter((file) => file !== null);
  // Faults in single values come first: numbering over a torn set of articles would only add false alarms.
  if (files.length < sources.length || files.length === 0) return null;
  files.sort((a, b) => a.head.n - b.head.n);
  checkTitles(files);
  checkArticles(files);
  if (sources.some((source) => source.problems.length > 0)) return null;
  return files.map(({ head, articles }) => ({ n: head.n, title: head.title, articles }));
}

function readTitle(source: YamlSource): TitleFile | null {
  if (source.problems.length > 0) return null;
  const head = source.read(TitleSchema, source.value);
  const articles = head?.articles.map((article, i) => source.read(ArticleSchema, article, ['articles', i])) ?? [];
  const whole = articles.filter((article) => article !== null);
  return head === null || whole.length < articles.length ? null : { source, head, articles: whole };
}

/** Titles are numbered 1, 2, 3 …, each name once; a file named `title-3-…` holds title 3. */
function checkTitles(files: readonly TitleFile[]): void {
  const names = new Map<string, () => string>();
  files.forEach(({ source, head }, i) => {
    const declared = /(?:^|[/\\])title-(\d+)[^/\\]*$/.exec(source.path)?.[1];
    if (declared !== undefined && Number(declared) !== head.n) {
      source.problem(['n'], `the file is named for title ${declared}, but says title ${head.n}`);
    }
    if (head.n <= i) source.problem(['n'], `title ${head.n} is there already: ${files[i - 1]?.source.place(['n'])}`);
    else if (head.n > i + 1) source.problem(['n'], `title ${i + 1} is missing before title ${head.n}`);
    const earlier = names.get(head.title);
    if (earlier !== undefined) source.problem(['title'], `"${head.title}" is a title already: ${earlier()}`);
    names.set(head.title, () => source.place(['title']));
  });
}

/** Read title by title, articles are numbered 1, 2, 3 … without gap or repetition; the founding ones are there. */
function checkArticles(files: readonly TitleFile[]): void {
  const places = new Map<number, () => string>();
  const names = new Map<string, number>();
  let last = 0;
  for (const { source, articles } of files) {
    articles.forEach((article, i) => {
      const { number, title } = article;
      const at = ['articles', i, 'number'];
      const earlier = places.get(number);
      if (earlier !== undefined) source.problem(at, `article ${number} is there already: ${earlier()}`);
      else if (number < last) source.problem(at, `article ${number} stands after article ${last}`);
      else if (number > last + 1) source.problem(at, `${missingRange(last + 1, number - 1)} before article ${number}`);
      const namesake = names.get(title);
      if (namesake !== undefined)
        source.problem(['articles', i, 'title'], `article ${namesake} is called "${title}" too`);
      places.set(number, () => source.place(at));
      names.set(title, number);
      last = Math.max(last, number);
    });
  }
  for (const founding of FOUNDING_ARTICLES) {
    if (!places.has(founding)) files.at(-1)?.source.problem([], `founding article ${founding} is missing`);
  }
}

const missingRange = (from: number, to: number) =>
  from === to ? `article ${from} is missing` : `articles ${from} to ${to} are missing`;
