// SPDX-License-Identifier: Apache-2.0

import { guessLanguage, mayBeMisspelt, SAMPLE } from '../intake/language.ts';
import type { DecodedText, Intake } from '../stages.ts';
import { PlainSurvey } from '../survey/plain-survey.ts';
import { SIGNS } from '../survey/signs.ts';
import { type Range, surveyOf, type TextSurvey } from '../survey/survey.ts';
import type { DecodeLayer } from '../types.ts';
import { type Unaccented, unaccented } from './decode-accents.ts';
import { assembledTexts } from './decode-assembled.ts';
import { barredLines, disguisedTexts } from './decode-disguises.ts';
import { doubledTexts } from './decode-doubled.ts';
import { formattedTexts } from './decode-formatted.ts';
import { gappedTexts } from './decode-gapped.ts';
import { hiddenTexts } from './decode-hidden.ts';
import type { Run } from './decode-plausible.ts';
import { type AddLayer, addRareLayers } from './decode-rare.ts';
import { reversedTexts } from './decode-reversals.ts';
import { rot13Texts } from './decode-rotations.ts';
import { base64Texts, escapedHexTexts, plainHexTexts, spacedHexTexts } from './decode-runs.ts';
import { FEWEST_SPELLED, spelledTexts } from './decode-spelled.ts';
import { escapeTexts, htmlTexts, percentTexts, quotedTexts } from './decode-substitutions.ts';

/** The first texts stand by themselves; what follows them is read together, so that none is left out for their number. */
const MAX_ALONE = 16;
const MAX_DEPTH = 2;
/** UTF-16 units of all decoded texts together: so many times the text and this much more. */
const SIZE_FACTOR = 6;
const SPARE_SIZE = 4_096;
/** What is read and what is passed over: escapes of escapes are how programs write each other, not a way to hide. */
const HIDING: ReadonlySet<DecodeLayer> = new Set([
  'base64',
  'base32',
  'base58',
  'base85',
  'uuencode',
  'hex',
  'codes',
  'rot13',
  'caesar',
  'atbash',
  'morse',
  'reversed',
]);

/** What decodes out of a text. */
export interface Decoding {
  readonly texts: readonly DecodedText[];
  /** Where something decodes that was not decoded: too deep, or too much in all. */
  readonly left: { readonly start_utf16: number; readonly end_utf16: number } | null;
  /** The text without accents that hide English words, for the whole of the stages to read; null where it has none. */
  readonly unaccented: Unaccented | null;
}

/**
 * What decodes to text out of a text, two levels deep, outer runs before inner ones. The bound is the work: all of it at
 * most six times as long as the given text and a little more. Ranges are over the text as given.
 */
export function decode(intake: Intake, maxDepth = MAX_DEPTH): Decoding {
  const survey = surveyOf(intake.given);
  const unaccented = intake.ascii ? null : withoutAccents(survey, intake.language);
  const found = layersOf(survey, {
    hidden: intake.removed.tag + intake.removed.invisible > 0,
    ascii: intake.ascii,
    language: intake.language,
  });
  if (found.length === 0) return { texts: NO_TEXTS, left: null, unaccented };
  const kept = new Kept(intake.given);
  for (const { layer, run } of found) {
    kept.add({ layers: [layer], text: run.text, start_utf16: run.start, end_utf16: run.end });
  }
  for (let outer = kept.level(); outer.length > 0; outer = kept.level()) {
    for (const text of outer) decodeInside(text, kept, maxDepth);
  }
  return { texts: kept.texts, left: kept.left, unaccented };
}

const NO_TEXTS: Decoding['texts'] = [];

/** A text that is taken for another language by its letters must not be any more once they are bare. */
function withoutAccents(survey: TextSurvey, language: string | null): Unaccented | null {
  const { text } = survey;
  if (!mayBeMisspelt(language, () => survey.language(Math.min(text.length, SAMPLE)))) return null;
  const bare = unaccented(text, language === 'en');
  return bare === null || ENGLISH_OR_UNKNOWN.has(language) || ENGLISH_OR_UNKNOWN.has(guessLanguage(bare.text))
    ? bare
    : null;
}

const ENGLISH_OR_UNKNOWN: ReadonlySet<string | null> = new Set(['en', null]);

/** The texts alone. */
export function decodeText(intake: Intake): readonly DecodedText[] {
  return decode(intake).texts;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

function decodeInside(outer: DecodedText, kept: Kept, maxDepth: number): void {
  const deep = outer.layers.length >= maxDepth;
  const bare = !deep && BEYOND_ASCII.test(outer.text) ? unaccented(outer.text, false) : null;
  if (bare !== null) kept.add({ ...outer, layers: [...outer.layers, 'escape'], text: bare.text });
  for (const { layer, run } of layersOf(new PlainSurvey(outer.text), INSIDE)) {
    if (!deep) kept.add({ ...outer, layers: [...outer.layers, layer], text: run.text });
    else if (HIDING.has(layer)) kept.leave({ ...outer, text: run.text });
  }
}

/** Decoded texts within their bounds, each text once. */
class Kept {
  readonly texts: DecodedText[] = [];
  left: Decoding['left'] = null;
  readonly #seen: Set<string>;
  #room: number;
  #levelFrom = 0;
  /** By their layers. */
  readonly #together = new Map<string, DecodedText[]>();

  constructor(given: string) {
    this.#seen = new Set([given]);
    this.#room = SIZE_FACTOR * given.length + SPARE_SIZE;
  }

  add(decoded: DecodedText): void {
    if (this.#seen.has(decoded.text)) return;
    if (decoded.text.length > this.#room) {
      this.leave(decoded);
      return;
    }
    this.#seen.add(decoded.text);
    this.#room -= decoded.text.length;
    if (this.texts.length < MAX_ALONE) this.texts.push(decoded);
    else this.#addTogether(decoded);
  }

  #addTogether(decoded: DecodedText): void {
    const key = decoded.layers.join();
    const together = this.#together.get(key);
    if (together === undefined) this.#together.set(key, [decoded]);
    else together.push(decoded);
  }

  /** Remembers the first that was not decoded. */
  leave({ text, start_utf16, end_utf16 }: DecodedText): void {
    if (!this.#seen.has(text)) this.left ??= { start_utf16, end_utf16 };
  }

  /** What was added since the last call. */
  level(): readonly DecodedText[] {
    for (const texts of this.#together.values()) this.texts.push(joined(texts));
    this.#together.clear();
    const level = this.texts.slice(this.#levelFrom);
    this.#levelFrom = this.texts.length;
    return level;
  }
}

/** Paragraphs of one text, with the place from the first of them to the last. */
function joined(texts: readonly DecodedText[]): DecodedText {
  const [first] = texts as [DecodedText];
  if (texts.length === 1) return first;
  let { start_utf16, end_utf16 } = first;
  for (const text of texts) {
    start_utf16 = Math.min(start_utf16, text.start_utf16);
    end_utf16 = Math.max(end_utf16, text.end_utf16);
  }
  return { layers: first.layers, text: texts.map(({ text }) => text).join('\n\n'), start_utf16, end_utf16 };
}

interface Layer {
  readonly layer: DecodeLayer;
  readonly run: Run;
}

/** What the intake tells of a text. */
interface Told {
  /** Whether it may hold invisible characters. */
  readonly hidden: boolean;
  readonly ascii: boolean;
  readonly language: string | null;
}

/** Of what was decoded nothing is told, so that nothing is ruled out. */
const INSIDE: Told = { hidden: true, ascii: false, language: null };

/** One level. Each finder reads the text only where the survey saw the sign that its encoding can't do without. */
function layersOf(survey: TextSurvey, { hidden, ascii, language }: Told): readonly Layer[] {
  const { text } = survey;
  const runs = survey.longRuns();
  const climbs = survey.climbs();
  const signs = survey.signs();
  const disguised = gappedTexts(survey, runs);
  disguised.push(...disguisedTexts(text, apartFrom(disguised, survey.disguises())));
  if ((signs & SIGNS.bar) !== 0 && disguised.length === 0) {
    disguised.push(...disguisedTexts(text, barredLines(text)));
  }
  // A character beyond ASCII takes two bytes or more.
  if (!ascii && disguised.length === 0 && survey.utf8Length - text.length >= FEWEST_SPELLED) {
    disguised.push(...spelledTexts(text));
  }
  const layers: Layer[] = [];
  const add: AddLayer = (layer, found) => {
    for (const run of found) layers.push({ layer, run });
  };
  if (hidden || runs.length + climbs.length + disguised.length > 0 || (signs & COMMON_SIGNS) !== 0) {
    addLayers(survey, { hidden, runs, climbs, disguised, signs }, add);
  }
  if (disguised.length === 0) add('escape', formattedTexts(survey, runs));
  if ((signs & SIGNS.wide) !== 0) add('escape', doubledTexts(survey));
  add('escape', assembledTexts(text));
  addRareLayers(survey, { runs, signs, language }, add);
  return layers;
}

/** Lines that none of some runs lies in. */
function apartFrom(runs: readonly Run[], lines: readonly Range[]): readonly Range[] {
  if (runs.length === 0) return lines;
  return lines.filter(([from, to]) => !runs.some(({ start, end }) => start < to && end > from));
}

/** Signs of the encodings that `addLayers` reads. */
const COMMON_SIGNS =
  SIGNS.pairs |
  SIGNS.percent |
  SIGNS.quoted |
  SIGNS.html |
  SIGNS.backslash |
  SIGNS.codePoint |
  SIGNS.reversed |
  SIGNS.hexPrefix;

/** What the survey saw of a text. */
interface Seen {
  readonly hidden: boolean;
  readonly runs: readonly Range[];
  readonly climbs: readonly Range[];
  readonly disguised: readonly Run[];
  readonly signs: number;
}

function addLayers({ text, units }: TextSurvey, { hidden, runs, climbs, disguised, signs }: Seen, add: AddLayer): void {
  const sees = (sign: number) => (signs & sign) !== 0;
  if (hidden) add('escape', hiddenTexts(text));
  add('escape', disguised);
  if (runs.length > 0) {
    add('hex', plainHexTexts(text, runs));
    add('base64', base64Texts(text, runs));
  }
  if (sees(SIGNS.backslash | SIGNS.hexPrefix)) add('hex', escapedHexTexts(text));
  if (sees(SIGNS.pairs)) add('hex', spacedHexTexts(text));
  if (sees(SIGNS.percent)) add('percent', percentTexts(text));
  if (sees(SIGNS.quoted)) add('quoted', quotedTexts(text));
  if (sees(SIGNS.html)) add('html', htmlTexts(text));
  if (sees(SIGNS.backslash | SIGNS.codePoint)) add('escape', escapeTexts(text));
  if (climbs.length > 0) add('rot13', rot13Texts(units, text.length, climbs));
  if (sees(SIGNS.reversed)) add('reversed', reversedTexts(text, units));
}
