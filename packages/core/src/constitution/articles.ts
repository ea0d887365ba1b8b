// SPDX-License-Identifier: Apache-2.0
import type { Article, ConstitutionText } from './types.ts';

/** All articles, in the order of their numbers. */
export function articlesOf(constitution: Pick<ConstitutionText, 'titles'>): Article[] {
  return constitution.titles.flatMap((title) => title.articles);
}

/** The article of that number, or null where the constitution has none. */
export function articleOf(constitution: Pick<ConstitutionText, 'titles'>, number: number): Article | null {
  for (const title of constitution.titles) {
    // Numbers run on through the titles (the loader sees to it), so a title holds one contiguous range.
    const found = title.articles[number - (title.articles[0]?.number ?? 0)];
    if (found !== undefined) return found;
  }
  return null;
}

/** The numbers of all articles: what a pattern pack may refer to. */
export function articleNumbers(constitution: Pick<ConstitutionText, 'titles'>): ReadonlySet<number> {
  return new Set(articlesOf(constitution).map((article) => article.number));
}
