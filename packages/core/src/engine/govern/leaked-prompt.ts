// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../types.ts';
import { privateSentences } from './private-part.ts';
import { LEAKED, sharedRuns } from './prompt-leak.ts';
import { wordsOf } from './words.ts';

/** What hides is longer than a label. */
const MIN_WORDS = 4;
/** From this share of the hidden text on, an answer has given it away, however much else it says. */
const GIVEN_AWAY = 0.6;
/** A suggestion carries a piece from so many words in a row on. */
const PIECE_WORDS = 3;
/** Whose text it is stands shortly before. */
const BEFORE = 60;

const NAME =
  '(?:(?:system|hidden|secret|initial|confidential|internal)[ \\t-]{0,3}(?:prompts?|messages?|instructions?)|prompt (?:del|de|do|di) sistema|prompt système|systemanweisung(?:en)?)';
/** One of these stands in all that the expressions here match. The long s is an s to them. */
const NAMED = /prompt|message|instruction|system|<<sys>>|ſ/i;
const SAYS =
  '(?:[ \\t]{1,3}(?:is|are|was|were|reads?|says?|states?|ist|sind|lautet|lauten|es|son|est|sont|é|è|sono))?(?:[ \\t]{1,3}(?:as follows|this))?[ \\t]{0,3}(?::|(?=["“«„]))';
const UNTIL = '(?=\\n[ \\t]{0,8}(?:user|human|assistant)\\b[^\\n]{0,20}:|<\\||<<|$)';
const CALLED = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])${NAME}${SAYS}|(?:^|\\n)[ \\t]{0,8}system[ \\t]{0,3}:|<\\|im_start\\|>[ \\t]{0,4}system\\b|<<SYS>>)([\\s\\S]+?)${UNTIL}`,
  'giu',
);
/** A draft that somebody works on is no hidden text. */
const DRAFT =
  /\b(?:my|our|this|following|improve|proofread|rewrite|translate|shorten|review|edit|correct|polish|critique|check|write|draft)\b/iu;
/** Who it is that reads them: instructions of a recipe and messages of a machine name nobody. */
const PERSONA =
  /(?:[Yy]ou are|[Yy]ou're|YOU ARE|[Dd]u bist|[Ee]res|[Tt]u es|[Vv]ocê é|[Ss]ei) (?:an?|the|ein|eine|un|une|uno|una|um|uma|\p{Lu}\p{L}*)(?!\p{L})|[Yy]our (?:name|role|job|task) is/u;
const PRESENTED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:my|meine?|mis?|mes|mon|meu|mio) (?:(?:full|whole|exact) )?${NAME}${SAYS}\\s{0,4}(?=[\\s\\S]{0,160}\\b(?:you are|you're|your|never|always|do not|don't|must|du bist|eres|tu es|você é|sei)(?!\\p{L}))`,
  'iu',
);

/**
 * What a prompt calls a system prompt or hidden instructions. Unless the prompt `extracts`, neither a draft counts nor what
 * tells nobody who they are.
 */
export function hiddenParts(prompt: string, extracts: boolean): readonly string[] {
  if (!NAMED.test(prompt)) return NOTHING_HIDDEN;
  const parts: string[] = [];
  for (const { index, 1: part = '' } of prompt.matchAll(CALLED)) {
    if (!extracts && DRAFT.test(prompt.slice(Math.max(0, index - BEFORE), index))) continue;
    const whole = extracts || PERSONA.test(part);
    const hidden = whole ? [part] : privateParts(prompt, index, part);
    parts.push(...hidden.filter((one) => wordsOf(one).length >= MIN_WORDS));
  }
  return parts;
}

const ROLE = /^\s*(?:system\s*:|<\|im_start\|>|<<SYS>>)/iu;
const ANOTHER_TURN = /^\s*(?:(?:user|human|assistant)\b[^\n]{0,20}:|<\||<<)/iu;

/** Of a system message that another turn follows, what it says must stay private: a note under that heading is a text like any. */
function privateParts(prompt: string, index: number, part: string): string[] {
  const opening = prompt.slice(index, index + BEFORE);
  if (!ROLE.test(opening) || !ANOTHER_TURN.test(prompt.slice(prompt.indexOf(part, index) + part.length))) return [];
  return privateSentences(part, wordsOf);
}

const NOTHING_HIDDEN: readonly string[] = [];

/** Article 33, read from the pair: the response repeats the hidden text, or presents one as its own. */
export function leakFindings(hidden: readonly string[], response: string): readonly Finding[] {
  const presented = NAMED.test(response) ? PRESENTED.exec(response) : null;
  const repeats = hidden.length > 0 && repeatsOne(hidden, wordsOf(response));
  if (!repeats && presented === null) return NO_FINDINGS;
  const start = repeats ? 0 : (presented?.index ?? 0);
  return [
    {
      source: 'precheck',
      pattern_id: null,
      category: 'prompt_extraction',
      article: 33,
      severity: 'high',
      confidence: 0.9,
      start_utf16: start,
      end_utf16: response.length,
      decoded_from: [],
      matched: response.slice(start),
      masked: false,
      what: repeats
        ? 'The response repeats what the prompt calls its system prompt or says must stay private'
        : 'The response presents its own system prompt',
    },
  ];
}

const NO_FINDINGS: readonly Finding[] = [];

function repeatsOne(hidden: readonly string[], answer: readonly string[]): boolean {
  return hidden.some((part) => {
    const secret = wordsOf(part);
    return sharedRuns(answer, [secret]) >= LEAKED || sharedRuns(secret, [answer]) >= GIVEN_AWAY;
  });
}

/** Whether a suggestion holds words of the hidden text in a row. */
export function carriesPiece(suggestion: string, hidden: readonly string[]): boolean {
  const words = wordsOf(suggestion);
  return hidden.some((part) => sharedRuns(words, [wordsOf(part)], PIECE_WORDS) > 0);
}
