// SPDX-License-Identifier: Apache-2.0
/**
 * Stage 5. The whole answer is held: looked through for what only the prompt held, freed of secrets, personal data and of
 * everything that acts, cut to its length, and judged as it would leave. What fails is replaced by a refusal.
 */
import { cleanText } from '@plumbline/core/engine/intake/clean.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { Category, Verdict } from '@plumbline/core/engine/types.ts';
import type { FoundPassage, Grounding } from '../nodes/engine.ts';
import type { AirlockAction, Refusal } from './airlock.ts';
import { defang } from './defang.ts';
import type { Isolated } from './isolation.ts';
import { holdsSign, readingsOf, repeatsInstructions } from './leaks.ts';
import { crisisFlag, type RefusalRules, refusalFor } from './refusal.ts';
import { instructions } from './spotlight.ts';

export interface OutputTools {
  readonly screen: (text: string) => Promise<Screening>;
  /** With the second judge, where there is one. */
  readonly consult: (text: string) => Promise<Screening>;
  readonly rules: RefusalRules;
  readonly helpText: string;
}

export interface Released {
  readonly verdict: Verdict;
  readonly canary: 'intact' | 'tripped';
  /** Null where it is refused. */
  readonly answer: string | null;
  readonly refusal: Refusal | null;
  readonly grounding: readonly Grounding[];
  readonly actions: readonly AirlockAction[];
}

export interface Reply {
  readonly text: string;
  readonly grounding: readonly Grounding[];
  /** The engine did not come to its end. */
  readonly truncated?: boolean;
}

export const MAX_ANSWER_CODE_POINTS = 4_000;
/** What is worked on: masking and writing apart can make a text shorter, not four times. */
const MAX_HELD_CODE_POINTS = 16_000;

export async function output(reply: Reply, context: Isolated, tools: OutputTools): Promise<Released> {
  const cleaned = cleanText(reply.text).text.trim();
  const leak = leakOf(cleaned, context, tools.rules);
  if (leak !== null) return leak;
  const actions: AirlockAction[] = [];
  const held = cutTo(cleaned, MAX_HELD_CODE_POINTS);
  const { masked } = await tools.screen(held);
  if (masked !== null) actions.push('redacted');
  const inert = defang(masked ?? held);
  if (inert.changed) actions.push('links_defanged');
  const answer = cutTo(inert.text, MAX_ANSWER_CODE_POINTS);
  const shortened = held.length < cleaned.length || answer.length < inert.text.length;
  if (shortened || reply.truncated === true) actions.push('truncated');
  const screening = await tools.consult(withoutArticles(answer, context.retrieved.passages));
  if (screening.verdict !== 'fail') {
    const grounding = reply.grounding.filter((quotation) => isFound(quotation, context.retrieved.passages));
    return { verdict: screening.verdict, canary: 'intact', answer, refusal: null, grounding, actions };
  }
  return replaced('fail', 'intact', withheld(screening, tools));
}

/**
 * What is left to judge of an answer. A law names what it forbids, so its judge would refuse it: the whole wording of an
 * article that was found for this call, letter by letter, is taken out first, and what stands around it is judged. Signs of
 * the prompt, secrets and addresses were looked for in all of it.
 */
function withoutArticles(answer: string, passages: readonly FoundPassage[]): string {
  return passages
    .filter(({ article }) => article !== null)
    .reduce((rest, { article, text }) => rest.replaceAll(text, `[article ${article}]`), answer);
}

/** Names the article and nothing of what stood in the answer. */
function withheld(screening: Screening, { rules, helpText }: OutputTools): Refusal {
  const crisis = crisisFlag(screening);
  const cause = crisis ?? screening.flags[0];
  const category = (cause?.category ?? 'obfuscation') as Category;
  return {
    ...refusalFor(category, WITHHELD, rules),
    ...(cause && { article: cause.article.number }),
    ...(crisis && { help: helpText }),
  };
}

const WITHHELD = 'The answer of the node broke this article, so it was withheld. Asking in other words may help.';

/** Names of blocks are drawn for the call as well: they stand in a translation of the instructions too. */
function leakOf(answer: string, context: Isolated, rules: RefusalRules): Released | null {
  const { canary, delimiter, retrieved } = context;
  const readings = readingsOf(answer);
  if (holdsSign(readings, canary)) return replaced('fail', 'tripped', refusalFor('prompt_extraction', LEAKED, rules));
  const published = retrieved.passages.map(({ text }) => text);
  if (holdsSign(readings, delimiter) || repeatsInstructions(readings, instructions(context).split('\n'), published)) {
    return replaced('fail', 'intact', refusalFor('prompt_extraction', LEAKED, rules));
  }
  return readings.unread ? replaced('fail', 'intact', refusalFor('obfuscation', UNREAD, rules)) : null;
}

const UNREAD = 'The answer of the node was encoded so deep or so much that it could not be read, so it was withheld.';
const LEAKED = 'The answer of the node repeated instructions that were meant for it alone, so it was withheld.';

function replaced(verdict: Verdict, canary: Released['canary'], refusal: Refusal): Released {
  return { verdict, canary, answer: null, refusal, grounding: [], actions: ['replaced'] };
}

/** A quotation leaves only where the article was found and says so: an engine must not speak through its sources. */
function isFound({ article, quote }: Grounding, passages: readonly FoundPassage[]): boolean {
  const words = quote.replace(/…$/, '');
  return passages.some((passage) => passage.article === article && passage.text.includes(words));
}

/** By code points, at the end of a word where one is near. */
function cutTo(text: string, maxCodePoints: number): string {
  const characters = [...text];
  if (characters.length <= maxCodePoints) return text;
  const cut = characters.slice(0, maxCodePoints - 1).join('');
  const end = cut.search(/\s\S{0,40}$/u);
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}
