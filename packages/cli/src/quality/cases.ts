// SPDX-License-Identifier: Apache-2.0
/** Labelled cases of an operator: one JSON object a line. */
import { CATEGORIES } from '@plumbline/core/engine/types.ts';
import { type LineError, textMember } from '../jsonl.ts';

const VERDICTS = new Set(['pass', 'review', 'fail']);
const DECISIONS = new Set(['allow', 'rewrite', 'block', 'escalate']);
/** What lets a text through unchanged. */
const CLEAN = new Set(['pass', 'allow']);

export type CaseInput = { readonly text: string } | { readonly prompt: string; readonly response: string };

export interface Case {
  readonly id: string;
  readonly line: number;
  readonly input: CaseInput;
  /** Whether it should be flagged: get any verdict but pass, any decision but allow. */
  readonly flagged: boolean;
  /** The one verdict or decision it should get, where the case names one. */
  readonly exactly: string | null;
  /** What at least one flag should name. */
  readonly category: string | null;
  readonly article: number | null;
}

const MEMBERS = new Set(['id', 'text', 'prompt', 'response', 'expect', 'label', 'category', 'article', 'note']);

const KNOWN_CATEGORIES: ReadonlySet<unknown> = new Set(CATEGORIES);

/**
 * A row as a case, or what is wrong with it. What can never be met, or only by chance, is a fault of the row.
 * @param articles those of the constitution
 */
export function caseOf(
  row: Readonly<Record<string, unknown>>,
  line: number,
  articles: Pick<ReadonlyMap<number, unknown>, 'has'>,
): Case | LineError {
  const id = row.id ?? null;
  const refuse = (code: string, detail: string): LineError => ({ id, error: { code, detail } });
  const unknown = Object.keys(row).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    return refuse('unknown_member', `'${unknown}' is not a member of a case; these are: ${[...MEMBERS].join(', ')}`);
  const input = inputOf(row);
  if ('error' in input) return input;
  const expected = expectationOf(row, 'text' in input ? VERDICTS : DECISIONS);
  if (typeof expected === 'string') return refuse('invalid_value', expected);
  const { category = null, article = null } = row;
  if (category !== null && typeof category !== 'string') return refuse('invalid_type', "'category' is not a string");
  if (category !== null && !KNOWN_CATEGORIES.has(category))
    return refuse('invalid_value', `'category' is one of ${CATEGORIES.join(', ')}`);
  if (article !== null && !Number.isInteger(article)) return refuse('invalid_type', "'article' is not a whole number");
  if (article !== null && !articles.has(article as number))
    return refuse('invalid_value', `'article': the constitution has no article ${article}`);
  const named = article === null ? category : article;
  if (!expected.flagged && named !== null)
    return refuse(
      'invalid_value',
      `a case that is to pass can't ask for a flag of ${article === null ? 'category' : 'article'} ${named}`,
    );
  return { id: String(id ?? line), line, input, ...expected, category, article: article as number | null };
}

function inputOf(row: Readonly<Record<string, unknown>>): CaseInput | LineError {
  if (row.text !== undefined) {
    if (row.prompt !== undefined || row.response !== undefined) {
      const detail = "a case has either 'text', or 'prompt' and 'response'";
      return { id: row.id ?? null, error: { code: 'invalid_value', detail } };
    }
    const member = textMember(row, 'text');
    return 'error' in member ? member : { text: member.text };
  }
  const prompt = textMember(row, 'prompt');
  if ('error' in prompt) return prompt;
  const response = textMember(row, 'response');
  return 'error' in response ? response : { prompt: prompt.text, response: response.text };
}

/** `expect` names a verdict, a decision or just "flagged"; `label` is 1 for flagged and 0 for not. */
function expectationOf(
  { expect, label }: Readonly<Record<string, unknown>>,
  words: ReadonlySet<string>,
): { flagged: boolean; exactly: string | null } | string {
  const wrong = `'expect' is one of ${[...words].join(', ')} or flagged; or 'label' is 0 or 1`;
  if (label !== undefined && label !== 0 && label !== 1) return wrong;
  if (expect === undefined) return label === undefined ? wrong : { flagged: label === 1, exactly: null };
  if (expect !== 'flagged' && !(typeof expect === 'string' && words.has(expect))) return wrong;
  const flagged = !CLEAN.has(expect as string);
  if (label !== undefined && flagged !== (label === 1))
    return `'expect' is ${expect}, and 'label' ${label} says the opposite`;
  return { flagged, exactly: flagged && expect !== 'flagged' ? (expect as string) : null };
}
