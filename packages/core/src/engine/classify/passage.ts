// SPDX-License-Identifier: Apache-2.0
import { CHARACTER_CLASS, IDEOGRAPH, LETTER } from './characters.ts';
import { hasContent } from './content-words.ts';
import { FeatureReader } from './features.ts';
import type { LoadedModel } from './model-file.ts';
import type { WindowScore } from './windows.ts';

/**
 * The part of a window that weighed most; offsets in the normalised text. `words`, heaviest first, are those that say what it is
 * about: often “you” weighs more, and explains nothing. There may be none.
 */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

/** What else adds to the score, as a share of its margin: the unit that it belongs to, and its weight. */
export interface WeightAt {
  readonly at: number;
  readonly weight: number;
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

const MAX_WORDS = 5;
/** Words that weigh less than this share of the heaviest one explain nothing. */
const LEAST_SHARE = 0.3;
/** Longer sentences are cut at a blank: a person must be able to see what was meant. */
const LONGEST_PASSAGE = 240;
const SHORTEST_WORD = 3;
const LONGEST_WORD = 24;
const SENTENCE_ENDS: ReadonlySet<string> = new Set(['.', '!', '?', ';', '\n', '。', '！', '？', '…', '؟', '।']);

/** Narrows a window to its heaviest sentence in the eyes of one score. Runs only for texts that get a finding, so it may allocate. */
export function heaviestPassage(
  text: string,
  window: WindowScore,
  model: LoadedModel,
  score: number,
  language: string | null,
  further: readonly WeightAt[] = [],
): Passage {
  const start = wordStart(text, window.start);
  const end = wordEnd(text, window.end);
  const weights = weightPerUnit(text, start, end, model, score, further);
  const [from, to] = heaviestSentence(text, start, end, weights);
  const words = tokensIn(text, from, to, start, weights)
    .filter((token) => token.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.start - b.start);
  const least = LEAST_SHARE * (words[0]?.weight ?? 0);
  const telling = words.filter(
    (word) => word.weight >= least && hasContent(text.slice(word.start, word.end), language),
  );
  return { start: from, end: to, words: distinct(text, telling).slice(0, MAX_WORDS) };
}

/** What the features that end at each unit add to the score, up to a common factor. Reads with the scoring features. */
function weightPerUnit(
  text: string,
  start: number,
  end: number,
  model: LoadedModel,
  score: number,
  further: readonly WeightAt[],
): Float64Array {
  const out = new Float64Array(Math.max(1, end - start));
  const { word_factor, gram_factor } = model.description.scores[score]!;
  const shift = 8 * score;
  const weight = (entry: number) => ((entry >>> shift) & 0xff) - 128;
  const reader = new FeatureReader();
  reader.open(text, start, end);
  let words = 0;
  let grams = 0;
  const gramWeights = new Float64Array(out.length);
  for (let i = start; i < end; i++) {
    reader.readTo(i + 1);
    // A word is closed by the unit after it; at the end of the text it is closed by its own last unit.
    const word = Math.max(0, i + 1 === end ? i - start : i - start - 1);
    for (let k = 0; k < reader.wordCount; k++) out[word]! += word_factor * weight(model.words[reader.words[k]!]!);
    for (let k = 0; k < reader.gramCount; k++)
      gramWeights[i - start]! += gram_factor * weight(model.grams[reader.grams[k]!]!);
    words += reader.wordCount;
    grams += reader.gramCount;
  }
  // The two blocks are normalised apart, so a word feature weighs more the fewer there are.
  const share = Math.sqrt(Math.max(1, words) / Math.max(1, grams));
  for (let i = 0; i < out.length; i++) out[i]! += share * gramWeights[i]!;
  const norm = Math.sqrt(Math.max(1, words));
  for (const { at, weight } of further) if (at >= start && at < end) out[at - start]! += norm * weight;
  return out;
}

function heaviestSentence(text: string, start: number, end: number, weights: Float64Array): [number, number] {
  let best: [number, number] = [start, end];
  let bestWeight = Number.NEGATIVE_INFINITY;
  for (const [from, to] of sentences(text, start, end)) {
    let weight = 0;
    for (let i = from; i < to; i++) weight += weights[i - start]!;
    if (weight > bestWeight) {
      bestWeight = weight;
      best = [from, to];
    }
  }
  return best;
}

/** Non-empty stretches without blanks at their edges. */
function* sentences(text: string, start: number, end: number): Generator<[number, number]> {
  let from = start;
  let lastBlank = -1;
  for (let i = start; i <= end; i++) {
    const atEnd = i === end || (SENTENCE_ENDS.has(text[i]!) && (i + 1 >= end || !isLetter(text, i + 1)));
    if (i < end && isBlank(text, i)) lastBlank = i;
    const tooLong = i - from >= LONGEST_PASSAGE;
    if (!atEnd && !tooLong) continue;
    const to = atEnd ? Math.min(end, i + 1) : lastBlank > from ? lastBlank : i;
    const cut = trimmed(text, from, to);
    if (cut[0] < cut[1]) yield cut;
    from = to;
  }
}

function tokensIn(text: string, from: number, to: number, base: number, weights: Float64Array): Token[] {
  const out: Token[] = [];
  for (let i = from; i < to; ) {
    const single = CHARACTER_CLASS[text.charCodeAt(i)] === IDEOGRAPH;
    let end = i + 1;
    if (single || isLetter(text, i)) {
      const same = single ? isIdeograph : isLetter;
      while (end < to && same(text, end) && (!single || end - i < 2)) end++;
      let weight = 0;
      for (let k = i; k < end; k++) weight += weights[k - base]!;
      const long = end - i;
      if (single || (long >= SHORTEST_WORD && long <= LONGEST_WORD)) out.push({ start: i, end, weight });
    }
    i = end;
  }
  return out;
}

function distinct(text: string, tokens: readonly Token[]): Token[] {
  const seen = new Set<string>();
  return tokens.filter((token) => {
    const word = text.slice(token.start, token.end);
    return !seen.has(word) && seen.add(word);
  });
}

function trimmed(text: string, from: number, to: number): [number, number] {
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  return [from, to];
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_WORD && isLetter(text, start) && isLetter(text, start - 1)) start--;
  return start;
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < LONGEST_WORD && isLetter(text, end - 1) && isLetter(text, end)) end++;
  return end;
}

function isLetter(text: string, i: number): boolean {
  return CHARACTER_CLASS[text.charCodeAt(i)] === LETTER;
}

function isIdeograph(text: string, i: number): boolean {
  return CHARACTER_CLASS[text.charCodeAt(i)] === IDEOGRAPH;
}

function isBlank(text: string, i: number): boolean {
  return text.charCodeAt(i) <= 32 || CHARACTER_CLASS[text.charCodeAt(i)] === 0;
}
