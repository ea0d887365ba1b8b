// SPDX-License-Identifier: Apache-2.0
/** What the scan says beside a rule: it knows that a wording is harmful better than which article it is about, and a rule knows what it saw. */
import type { Category, Finding, Severity } from '../types.ts';
import { tempered } from './coverage.ts';

const NAMES: ReadonlySet<Severity> = new Set<Severity>(['high', 'critical']);
/** What words of dying look like to the scan; a reader in despair is not to be told to take a threat out. */
const AGAINST_OTHERS: ReadonlySet<Category> = new Set<Category>(['violence', 'harassment', 'hate', 'crime']);

/**
 * The scan's findings with the articles that rules have named. In a language that the scan has hardly learned, a guess at another
 * article is left out, since it decides nothing beside a rule. In all but English, harm to others becomes harm to oneself where rules
 * saw a will to die and no threat: as likely as before.
 * @param seen what the precheck found
 */
export function besideRules(
  scanned: readonly Finding[],
  seen: readonly Finding[],
  foreign: boolean,
  language: string | null,
): readonly Finding[] {
  if (scanned.length === 0) return scanned;
  const findings = foreign ? tempered(scanned) : scanned;
  const named = seen.filter(({ severity }) => NAMES.has(severity));
  if (named.length === 0) return findings;
  const known = foreign ? findings.filter((guess) => named.some((f) => f.article === guess.article)) : findings;
  const despair = named.find(({ category }) => category === 'self_harm');
  if (language === 'en' || despair === undefined || named.some(({ category }) => AGAINST_OTHERS.has(category)))
    return known;
  const { category, article } = despair;
  return known.map((guess) => (AGAINST_OTHERS.has(guess.category) ? { ...guess, category, article } : guess));
}
