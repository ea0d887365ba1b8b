// SPDX-License-Identifier: Apache-2.0
import { canonicalJson } from '../seal/jcs.ts';
import type { Amendment, Article, CategoryTable, Constitution, ConstitutionText } from './types.ts';

/** Lowercase hex SHA-256 of a string's UTF-8 bytes: a port, because `core` brings no crypto of its own. */
export type Sha256Hex = (text: string) => string;

/** The published text alone, rebuilt member by member: nothing that was merely carried along gets into the hash. */
export function constitutionTextOf(source: ConstitutionText): ConstitutionText {
  return {
    version: source.version,
    license: source.license,
    titles: source.titles.map(({ n, title, articles }) => ({ n, title, articles: articles.map(articleTextOf) })),
    creed: source.creed,
    amendments: source.amendments.map(amendmentTextOf),
  };
}

/** `data` of GET /api/constitution: the published text with its hash. */
export function publishedConstitution(constitution: Constitution): ConstitutionText & { readonly hash: string } {
  const { version, ...text } = constitutionTextOf(constitution);
  return { version, hash: constitution.hash, ...text };
}

/** SHA-256 of the JCS bytes of the published text. Anyone can recompute it from GET /api/constitution without `hash`. */
export function constitutionHash(source: ConstitutionText, sha256Hex: Sha256Hex): string {
  return sha256Hex(canonicalJson(constitutionTextOf(source)));
}

/** SHA-256 of the JCS bytes of one article as GET /api/constitution shows it: what a joining node affirms. */
export function articleTextHash(article: Article, sha256Hex: Sha256Hex): string {
  return sha256Hex(canonicalJson(articleTextOf(article)));
}

/** SHA-256 of the creed's UTF-8 bytes, without quotes or a line end. */
export function creedHash(constitution: Pick<Constitution, 'creed'>, sha256Hex: Sha256Hex): string {
  return sha256Hex(constitution.creed);
}

/** SHA-256 of the JCS bytes of the category table: no part of the constitution, but part of what decides a verdict. */
export function categoriesHash(categories: CategoryTable, sha256Hex: Sha256Hex): string {
  return sha256Hex(canonicalJson(categories));
}

function articleTextOf(article: Article): Article {
  const { number, title, rule, rationale, categories, examples } = article;
  const { compliant, violating } = examples;
  return { number, title, rule, rationale, categories, examples: { compliant, violating } };
}

function amendmentTextOf({ version, ratified_at, articles, summary }: Amendment): Amendment {
  return { version, ratified_at, articles, summary };
}
