// SPDX-License-Identifier: Apache-2.0
import type { Category, Mappings, Severity } from '../engine/types.ts';

/**
 * The articles that a joining node affirms. No other code path knows an article by its number: every other number comes
 * out of data, so that an operator can replace the text.
 */
export const FOUNDING_ARTICLES: readonly number[] = [1, 7, 40];

export interface Article {
  /** From 1, running on through the titles. */
  readonly number: number;
  readonly title: string;
  /** The normative text. */
  readonly rule: string;
  readonly rationale: string;
  readonly categories: readonly Category[];
  /** Whole texts, as the engine would be given them. */
  readonly examples: { readonly compliant: readonly string[]; readonly violating: readonly string[] };
}

export interface ConstitutionTitle {
  readonly n: number;
  readonly title: string;
  readonly articles: readonly Article[];
}

export interface Amendment {
  /** The version that the amendment made. */
  readonly version: string;
  readonly ratified_at: string;
  readonly articles: readonly number[];
  readonly summary: string;
}

/** What `hash` is computed over: the published text, without the hash and without its date. */
export interface ConstitutionText {
  readonly version: string;
  readonly license: string;
  readonly titles: readonly ConstitutionTitle[];
  readonly creed: string;
  readonly amendments: readonly Amendment[];
}

export interface Constitution extends ConstitutionText {
  /** Lowercase hex SHA-256 of the JCS bytes of the `ConstitutionText`. */
  readonly hash: string;
  /** RFC 3339, UTC, milliseconds. Beside the text: Last-Modified and `generated_at` of the document. */
  readonly published_at: string;
}

export interface CategoryRow {
  readonly key: Category;
  readonly title: string;
  readonly description: string;
  /** The article that a finding of the AI scan in this category counts against. */
  readonly article: number;
  /** Severity of a finding of the AI scan in this category. */
  readonly severity: Severity;
  /** Excerpts of findings in this category are masked. */
  readonly sensitive: boolean;
  /** How to put the text right; imperative, at most 300 characters. */
  readonly remediation: string;
  readonly mappings: Mappings;
}

/** Every category of the engine has its row. */
export type CategoryTable = Readonly<Record<Category, CategoryRow>>;
