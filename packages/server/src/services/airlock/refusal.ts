// SPDX-License-Identifier: Apache-2.0
/** Why something was refused, in words that its author can use. */
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { Category, Flag } from '@plumbline/core/engine/types.ts';
import type { Refusal } from './airlock.ts';

export type RefusalRules = Pick<Ruleset, 'articles' | 'categories'>;

/** Somebody may be in danger: a text that needs attention for what it says on self-harm. */
export function crisisFlag({ verdict, flags }: Screening): Flag | undefined {
  if (verdict === 'pass') return undefined;
  return flags.find(
    ({ category, severity }) => category === 'self_harm' && (severity === 'high' || severity === 'critical'),
  );
}

/** By the gravest flag: its article, what was seen, and how to put it right. */
export function refusalOf({ flags }: Screening, rules: RefusalRules): Refusal {
  const [worst] = flags;
  if (worst === undefined)
    return refusalFor('obfuscation', 'The text could not be judged, so it goes no further.', rules);
  return {
    article: worst.article.number,
    category: worst.category,
    explanation: worst.explanation,
    help: worst.remediation,
  };
}

/** For what the airlock itself found. */
export function refusalFor(category: Category, seen: string, { articles, categories }: RefusalRules): Refusal {
  const { article, remediation } = categories[category];
  const title = articles.get(article)?.title ?? categories[category].title;
  return { article, category, explanation: `Article ${article} (${title}). ${seen}`, help: remediation };
}
