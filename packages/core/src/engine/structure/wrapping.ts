// SPDX-License-Identifier: Apache-2.0
/** What is only around what a text says: a greeting, thanks, quotes, marks of lists and headings, a fence, a label, JSON. */
import type { Part } from './parts.ts';

/** What a text says, and where it stands; the words differ from those of the place where something is escaped in it. */
export interface Core extends Part {
  readonly words: string;
}

/** A longer text is swayed by nothing so short as a greeting. UTF-16 units. */
const MOST = 600;
/** What encloses all of a text hides its first and last lines, and JSON all ends of lines. */
const MOST_ENCLOSED = 16_000;
const LEAST = 12;
const MOST_TURNS = 8;
const MOST_VALUES = 40;
const BLANK_BETWEEN = /\S\s+\S+\s+\S/u;

const GREETED =
  'there|all|everyone|everybody|again|team|assistant|ai|bot|chatgpt|gpt|claude|gemini|llama|buddy|friend|folks|guys|sir|madam|sir or madam';
const GREETINGS =
  'hi|hiya|hey|hello|dear|greetings|howdy|yo|good (?:morning|afternoon|evening|day)|bonjour|salut|bonsoir|hallo|guten (?:tag|morgen|abend)|moin|servus|hola|buen(?:os)? d[ií]as?|buenas(?: tardes| noches)?|ciao|buongiorno|salve|ol[áa]|oi|bom dia|boa tarde|hoi|goedendag|привет|здравствуйте|добрый день|你好|您好|नमस्ते|مرحبا|السلام عليكم';
const LABELS =
  'q|question|user|human|me|prompt|task|query|input|instructions?|request|message|frage|pregunta|domanda|pergunta|vraag|вопрос|问题|問題|سؤال|प्रश्न';
/** What may stand before all that is said, each with a sign or a line end behind it that tells it from what is said. */
const HEADS: readonly RegExp[] = [
  /^\s{1,40}/u,
  /^(?:\p{Extended_Pictographic}|\u{fe0f}|\u{200d}|[\u{1f3fb}-\u{1f3ff}])+\s{0,3}(?=\S)/u,
  /^(?:[-*•>#+·–—]{1,6}|\(?\d{1,2}[.):]|\(?[a-z]\))\s{1,4}(?=\S)/iu,
  new RegExp(`^(?:${GREETINGS})(?:,? (?:${GREETED}|\\p{Lu}\\p{L}{1,15}))?\\s{0,2}[,!.:،，。！]+\\s{0,4}`, 'iu'),
  new RegExp(`^#{0,4} ?(?:${LABELS})\\s?[:：]\\s{0,4}`, 'iu'),
  /^subject\s?:[^\n]{0,60}\n{1,3}/iu,
  /^(?:<\|im_start\|>\s?user|<\|user\|>|\[INST\]|<s>|<start_of_turn>\s?user)\s{0,3}/iu,
  /^(?:(?:just )?(?:a |one )?(?:quick|small|simple|short|serious|genuine|honest|random|dumb|stupid) question|asking for a friend|just (?:curious|wondering|asking)|out of curiosity)\s?[,:;.!–—-]+\s{0,3}/iu,
  /^(?:please )?(?:answer|respond to|reply to|read|consider|complete|do|handle|process|look at) (?:this|the following|the)(?: \p{L}{3,12}){0,2}\s?[:：]\s{0,4}/iu,
  /^(?:please|pls|plz|ok|okay|so|well|um|uh|hmm|now|right)\s?[,:!.…]+\s{0,3}/iu,
];

const THANKS =
  "thanks?(?: you)?|thx|ty|tysm|cheers|many thanks|much appreciated|(?:i )?appreciate it|merci(?: beaucoup| d’avance| d'avance)?|danke(?: schön| sehr| im voraus)?|vielen dank|gracias|muchas gracias|obrigad[oa]|grazie(?: mille)?|bedankt|dank je(?: wel)?|спасибо|谢谢|謝謝|शुक्रिया|धन्यवाद|شكرا";
const PARTING =
  '(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely|yours(?: \\p{L}{4,10})?|love|bye|see you|take care|have a (?:nice|good|great|lovely) (?:day|evening|one|weekend)';
/** In small letters or with the capital of a sentence. */
const SHAPING =
  '(?:[Aa]nswer|[Rr]eply|[Rr]espond|[Ee]xplain|[Ww]rite|[Kk]eep|[Mm]ake|[Bb]e|[Gg]ive|[Uu]se)(?: (?:it|me|this|the answer|your answer|an answer))?';
const SHAPE =
  'sentences?|words?|short|brief(?:ly)?|concise(?:ly)?|details?|detailed|English|French|German|Spanish|lists?|bullets?|points?|step by step|paragraphs?|simple terms|table|JSON|json|markdown|now|asap|ASAP|quickly|honest(?:ly)?|serious(?:ly)?';
/** What may stand behind all that is said. */
const TAILS: readonly RegExp[] = [
  /\s{1,40}$/u,
  new RegExp(
    `(?:[\\s,;–—-]{1,4}|(?<=[?!.。？！，]))(?:${THANKS})(?: (?:so|very) much| a lot| a bunch| again| in advance| guys| all)?\\s?[.!,~:)]{0,4}$`,
    'iu',
  ),
  new RegExp(
    `\\n\\s{0,3}(?:${PARTING})\\s?[,.!]?(?:\\s{1,3}\\p{Lu}[\\p{L}.]{0,15}(?: \\p{Lu}[\\p{L}.]{0,15})?)?$`,
    'iu',
  ),
  new RegExp(`(?<=[.!?])\\s{1,3}(?:${PARTING})\\s?[.!]{0,3}$`, 'iu'),
  new RegExp(
    `(?:(?<=[.!?\\n])\\s{0,3}|\\s{1,3}(?=[A-Z]))(?:[Pp]lease )?(?:${SHAPING}|[Ii]n)\\b[^.!?\\n]{0,40}\\b(?:${SHAPE})(?: (?:please|only|long|or less|max))?\\s?[.!]{0,3}$`,
    'u',
  ),
  /(?<=[.!?])\s{1,3}(?:please|pls|plz)\s?[.!]{0,3}$/iu,
  /\s{0,3}(?:<\|im_end\|>(?:\s{0,2}<\|im_start\|>\s?assistant)?|<\|assistant\|>|\[\/INST\]|<\/s>|<end_of_turn>(?:\s{0,2}<start_of_turn>\s?model)?)$/iu,
  /\n\s{0,3}#{0,4} ?(?:a|answer|assistant|ai|bot|response|output|antwort|réponse|respuesta|risposta|resposta)\s?[:：]?$/iu,
  /(?<=[\p{L}\d.!?])\s{0,2}(?:\p{Extended_Pictographic}|\u{fe0f}|\u{200d}|[\u{1f3fb}-\u{1f3ff}])+$/u,
  /(?<=[?!])\s{0,2}(?:[:;]-?[)(DPp]|xd|lol|haha|\^\^)$/iu,
  /(?<=[\p{L}])\s{0,2}\.{2,6}$/u,
];
/** Pairs of marks around it all; none of the kind stands within. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['```', '```'],
  ['"""', '"""'],
  ['**', '**'],
  ['__', '__'],
  ['~~', '~~'],
  ['`', '`'],
  ['*', '*'],
  ['_', '_'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];
/** A text that may be enclosed as a whole. */
const ENCLOSING = /^\s{0,20}["'“„‘«»「『([{<`*_~]/u;
const FENCE_LANGUAGE = /^(?:text|txt|plain|plaintext|md|markdown|prompt|none)?\s*\n/iu;
const TAGGED = /^<([a-z][\w-]{0,20})>([^<]*)<\/\1>$/iu;
/** Turns of a conversation are told apart by what reads them. */
const ANOTHER_TURN = new RegExp(
  `\\n\\s{0,3}#{0,4} ?(?:${LABELS}|assistant|ai|bot|answer|system)\\s?[:：][^\\n]*\\S`,
  'iu',
);

/** What a short text says without what is around it; nothing where nothing is. Half open, in UTF-16 units. */
export function coresOf(text: string): readonly Core[] {
  if (text.length > MOST_ENCLOSED || text.length < LEAST) return NONE;
  const short = text.length <= MOST;
  if (!short && !ENCLOSING.test(text)) return NONE;
  const values = valuesIn(text);
  if (values.length > 0) return values;
  if (short && ANOTHER_TURN.test(text)) return NONE;
  let place: Part = { start: 0, end: text.length };
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const next = short ? peeled(text, place) : opened(text, place);
    if (next === null || next.end - next.start < LEAST) break;
    place = next;
  }
  const words = text.slice(place.start, place.end);
  if (words.length === text.trim().length || !BLANK_BETWEEN.test(words)) return NONE;
  return [{ ...place, words }];
}

const NONE: readonly Core[] = [];

/** The place without the first thing that is around it. */
function peeled(text: string, { start, end }: Part): Part | null {
  const words = text.slice(start, end);
  for (const head of HEADS) {
    const found = head.exec(words)?.[0] ?? '';
    if (found !== '') return { start: start + found.length, end };
  }
  for (const tail of TAILS) {
    const found = tail.exec(words);
    if (found !== null) return { start, end: start + found.index };
  }
  return opened(text, { start, end });
}

/** The place within what encloses it. */
function opened(text: string, { start, end }: Part): Part | null {
  const words = text.slice(start, end);
  const blanks = words.length - words.trimStart().length;
  if (blanks > 0 || words.trimEnd() !== words)
    return { start: start + blanks, end: start + Math.max(blanks, words.trimEnd().length) };
  const pair = PAIRS.find(([open, close]) => isPaired(words, open, close));
  if (pair !== undefined) {
    const from = pair[0].length;
    const language = pair[0] === '```' ? (FENCE_LANGUAGE.exec(words.slice(from))?.[0].length ?? 0) : 0;
    return { start: start + from + language, end: end - pair[1].length };
  }
  const tagged = TAGGED.exec(words);
  return tagged === null ? null : { start: start + words.indexOf('>') + 1, end: start + words.lastIndexOf('</') };
}

function isPaired(words: string, open: string, close: string): boolean {
  if (words.length < open.length + close.length || !words.startsWith(open) || !words.endsWith(close)) return false;
  const within = words.slice(open.length, words.length - close.length);
  return !within.includes(open) && !within.includes(close);
}

const IS_JSON = /^\s*[{[][\s\S]*[}\]]\s*$/u;
/** A colon behind it tells a name. */
const STRING = /"((?:[^"\\\n]|\\.)*)"(\s*:)?/gu;

/** The sentences among the values of a text in JSON; what follows the first few is read together, so that none is left out for their number. */
function valuesIn(text: string): readonly Core[] {
  if (!IS_JSON.test(text) || !text.includes('"')) return NONE;
  const found: Core[] = [];
  for (const { index, 0: literal, 1: inner = '', 2: colon } of text.matchAll(STRING)) {
    if (colon !== undefined) continue;
    const words = inner.includes('\\') ? unescaped(literal) : inner;
    if (words === null || words.length < LEAST || !BLANK_BETWEEN.test(words)) continue;
    found.push({ words, start: index + 1, end: index + 1 + inner.length });
  }
  return found.length <= MOST_VALUES
    ? found
    : [...found.slice(0, MOST_VALUES - 1), together(found.slice(MOST_VALUES - 1))];
}

const together = (cores: readonly Core[]): Core => ({
  words: cores.map(({ words }) => words).join('\n\n'),
  start: (cores[0] as Core).start,
  end: (cores.at(-1) as Core).end,
});

function unescaped(literal: string): string | null {
  try {
    return String(JSON.parse(literal));
  } catch {
    return null;
  }
}
