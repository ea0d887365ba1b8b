// SPDX-License-Identifier: Apache-2.0
/**
 * Reads what the second judge answered. The answer is a stranger's text: it may name passages, and nothing else of it is
 * believed, shown or kept. What it claims without evidence is left out.
 */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { severityRank } from '../judgement/judge.ts';
import type { Ruleset } from '../ruleset.ts';
import { CATEGORIES, type Severity } from '../types.ts';
import { type Folded, fold, locate } from './fold.ts';
import type { Claim } from './opinion.ts';
import { MAX_CLAIMS, MAX_QUOTE_LENGTH, SEVERITIES_TO_CLAIM } from './prompt.ts';

/** As ANSWER_FORM asks: an answer beside it is none, whatever else it says. */
const ClaimSchema = Type.Object(
  {
    article: Type.Integer(),
    category: Type.Enum([...CATEGORIES]),
    severity: Type.Enum([...SEVERITIES_TO_CLAIM]),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    quote: Type.String(),
  },
  { additionalProperties: false },
);
const AnswerSchema = Type.Object({ breaches: Type.Array(ClaimSchema) }, { additionalProperties: false });

/** Shorter quotations occur in any text; a text that is shorter itself is quoted whole. */
const MIN_QUOTE_LENGTH = 8;
/** A character of these is a syllable or a word: three of them say what eight letters do. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const LETTERS_OF_DENSE = 3;

/** How many letters a passage comes to. */
const saidBy = (passage: string): number =>
  passage.length + (LETTERS_OF_DENSE - 1) * (passage.match(DENSE)?.length ?? 0);

/** A model is never as sure as it says: with this, high alone still fails a text, and a pattern's word stays surer. */
const MAX_CONFIDENCE = 0.95;
const MIN_CONFIDENCE = 0.3;

export interface ReadAnswer {
  readonly claims: readonly Claim[];
  readonly unfounded: number;
}

/** @returns null where it is not the form that was asked for */
export function readAnswer(answer: string, text: string, mark: string, rules: AnswerRules): ReadAnswer | null {
  const breaches = parsed(answer);
  if (breaches === null) return null;
  if (breaches.length === 0) return NOTHING_WRONG;
  const folded = fold(text);
  const claims = breaches
    .slice(0, MAX_CLAIMS)
    .flatMap((breach) => claimOf(breach, text, folded, mark, rules) ?? [])
    .sort((a, b) => severityRank(b.severity) - severityRank(a.severity) || b.confidence - a.confidence);
  return { claims, unfounded: breaches.length - claims.length };
}

const NOTHING_WRONG: ReadAnswer = { claims: [], unfounded: 0 };

export type AnswerRules = Pick<Ruleset, 'articles' | 'categories'>;

function parsed(answer: string): readonly Static<typeof ClaimSchema>[] | null {
  // Servers that cannot be held to JSON often fence it.
  const body = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(answer)?.[1] ?? answer;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  return Value.Check(AnswerSchema, value) ? value.breaches : null;
}

function claimOf(
  { article, category, severity, confidence, quote }: Static<typeof ClaimSchema>,
  given: string,
  text: Folded,
  mark: string,
  { articles, categories }: AnswerRules,
): Claim | null {
  const named = articles.get(article);
  if (named === undefined) return null;
  if (confidence < MIN_CONFIDENCE || quote.length > MAX_QUOTE_LENGTH * 2) return null;
  const range = locate(quote, text, mark);
  if (range === null || saidBy(given.slice(range[0], range[1])) < Math.min(MIN_QUOTE_LENGTH, saidBy(text.text.trim())))
    return null;
  return {
    // The constitution says which articles govern what; a claim under another one goes under its category's own.
    article: named.categories.includes(category) ? article : categories[category].article,
    category,
    severity: atMost(severity, categories[category].severity),
    confidence: Math.min(confidence, MAX_CONFIDENCE),
    start_utf16: range[0],
    end_utf16: range[1],
  };
}

/** The constitution says how grave a category can be to an AI scan; one model's word is never critical. */
function atMost(claimed: Severity, limit: Severity): Severity {
  return severityRank(claimed) <= severityRank(limit) ? claimed : limit;
}
