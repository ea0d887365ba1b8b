// SPDX-License-Identifier: Apache-2.0

import type { DecodedText, Intake } from '../stages.ts';
import { PlainSurvey } from '../survey/plain-survey.ts';
import { SIGNS } from '../survey/signs.ts';
import { surveyOf, type TextSurvey } from '../survey/survey.ts';
import type { DecodeLayer } from '../types.ts';
import { disguisedTexts } from './decode-disguises.ts';
import { hiddenTexts } from './decode-hidden.ts';
import type { Run } from './decode-plausible.ts';
import { reversedTexts } from './decode-reversals.ts';
import { rot13Texts } from './decode-rotations.ts';
import { base64Texts, escapedHexTexts, plainHexTexts, spacedHexTexts } from './decode-runs.ts';
import { spelledTexts } from './decode-spelled.ts';
import { escapeTexts, htmlTexts, percentTexts, quotedTexts } from './decode-substitutions.ts';

const MAX_TEXTS = 16;
const MAX_DEPTH = 2;
/** UTF-16 units of all decoded texts together: twice the text and this much more. */
const SPARE_SIZE = 4_096;

/**
 * What decodes to text out of a text, two levels deep, outer runs before inner ones. At most 16 texts, together at most
 * twice as long as the given one and a little more. Ranges are over the text as given.
 */
export function decodeText(intake: Intake): DecodedText[] {
  const found = layersOf(surveyOf(intake.given), intake.removed.tag + intake.removed.invisible > 0, intake.ascii);
  if (found.length === 0) return [];
  const kept = new Kept(intake.given);
  for (const { layer, run } of found) {
    kept.add({ layers: [layer], text: run.text, start_utf16: run.start, end_utf16: run.end });
  }
  for (const outer of kept.texts.slice()) {
    if (kept.full) break;
    for (const { layer, run } of layersOf(new PlainSurvey(outer.text), true, false)) {
      if (outer.layers.length < MAX_DEPTH) kept.add({ ...outer, layers: [...outer.layers, layer], text: run.text });
    }
  }
  return kept.texts;
}

/** Decoded texts within their bounds, each text once. */
class Kept {
  readonly texts: DecodedText[] = [];
  readonly #seen: Set<string>;
  #room: number;

  constructor(given: string) {
    this.#seen = new Set([given]);
    this.#room = 2 * given.length + SPARE_SIZE;
  }

  get full(): boolean {
    return this.texts.length >= MAX_TEXTS;
  }

  add(decoded: DecodedText): void {
    if (this.full || decoded.text.length > this.#room || this.#seen.has(decoded.text)) return;
    this.#seen.add(decoded.text);
    this.#room -= decoded.text.length;
    this.texts.push(decoded);
  }
}

interface Layer {
  readonly layer: DecodeLayer;
  readonly run: Run;
}

/** One level. Each finder reads the text only where the survey saw the sign that its encoding can't do without. */
function layersOf(survey: TextSurvey, hidden: boolean, ascii: boolean): readonly Layer[] {
  const { text } = survey;
  const runs = survey.longRuns();
  const climbs = survey.climbs();
  const signs = survey.signs();
  const disguised = disguisedTexts(text, survey.disguises());
  if (!ascii && disguised.length === 0) disguised.push(...spelledTexts(text));
  if (!hidden && runs.length + climbs.length + disguised.length === 0 && signs === 0) return NO_LAYERS;
  const layers: Layer[] = [];
  const add = (layer: DecodeLayer, found: readonly Run[]) => {
    for (const run of found) layers.push({ layer, run });
  };
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
  if (climbs.length > 0) add('rot13', rot13Texts(survey.units, text.length, climbs));
  if (sees(SIGNS.reversed)) add('reversed', reversedTexts(text, survey.units));
  return layers;
}

const NO_LAYERS: readonly Layer[] = [];
