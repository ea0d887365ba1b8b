// SPDX-License-Identifier: Apache-2.0
import { CATEGORIES, type Category } from '../engine/types.ts';
import { CategoriesSchema, CategorySchema } from './schema.ts';
import type { Article, CategoryRow, CategoryTable } from './types.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * Reads `categories.yaml`; null where it has a problem (the source holds it). With `articles`, each category must point
 * at one that lists the category; null means that the articles could not be read and says nothing about them.
 */
export function parseCategories(source: YamlSource, articles: readonly Article[] | null): CategoryTable | null {
  if (source.problems.length > 0) return null;
  const list = source.read(CategoriesSchema, source.value)?.categories ?? [];
  const rows = new Map<Category, CategoryRow>();
  list.forEach((value, i) => {
    const row = source.read(CategorySchema, value, ['categories', i]);
    if (row === null) return;
    if (rows.has(row.key)) source.problem(['categories', i, 'key'], `category ${row.key} is there already`);
    else rows.set(row.key, row);
    if (articles !== null) checkArticle(source, row, articles, ['categories', i, 'article']);
  });
  if (source.problems.length === 0) checkComplete(source, rows);
  if (source.problems.length > 0) return null;
  return Object.fromEntries(CATEGORIES.map((key) => [key, rows.get(key)])) as CategoryTable;
}

function checkArticle(
  source: YamlSource,
  row: CategoryRow,
  articles: readonly Article[],
  at: readonly (string | number)[],
): void {
  const article = articles.find(({ number }) => number === row.article);
  if (article === undefined) source.problem(at, `article ${row.article} does not exist`);
  else if (!article.categories.includes(row.key)) {
    source.problem(at, `article ${row.article} does not govern ${row.key}: it lists ${article.categories.join(', ')}`);
  }
}

function checkComplete(source: YamlSource, rows: ReadonlyMap<Category, CategoryRow>): void {
  const missing = CATEGORIES.filter((key) => !rows.has(key));
  if (missing.length > 0) source.problem(['categories'], `no row for ${missing.join(', ')}`);
}
