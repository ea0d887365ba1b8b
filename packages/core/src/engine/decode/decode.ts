// SPDX-License-Identifier: Apache-2.0

import { UnitBuffer } from '../intake/units.ts';
import type { DecodedText, Intake } from '../stages.ts';
import type { DecodeLayer } from '../types.ts';
import { hiddenTexts } from './decode-hidden.ts';
import type { Run } from './decode-plausible.ts';
import { reversedTexts } from './decode-reversals.ts';
import { rot13Texts } from './decode-rotations.ts';
import { base64Texts, escapedHexTexts, longRuns, plainHexTexts, spacedHexTexts } from './decode-runs.ts';
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
  const found = layersOf(intake.given, intake.ascii, intake.removed.tag + intake.removed.invisible > 0);
  if (found.length === 0) return [];
  const kept = new Kept(intake.given);
  for (const { layer, run } of found) {
    kept.add({ layers: [layer], text: run.text, start_utf16: run.start, end_utf16: run.end });
  }
  for (const outer of kept.texts.slice()) {
    if (kept.full) break;
    for (const { layer, run } of layersOf(outer.text, false, true)) {
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

/** The units of the text that is being read: one text at a time. */
const buffer = new UnitBuffer();

/** One level. Each finder looks for the sign that its encoding can't do without before it reads the text. */
function layersOf(text: string, ascii: boolean, hidden: boolean): Layer[] {
  const units = buffer.read(text, ascii);
  const layers: Layer[] = [];
  const add = (layer: DecodeLayer, runs: readonly Run[]) => {
    for (const run of runs) layers.push({ layer, run });
  };
  if (hidden) add('escape', hiddenTexts(text));
  const runs = longRuns(units, text.length);
  if (runs.length > 0) {
    add('hex', plainHexTexts(text, runs));
    add('base64', base64Texts(text, runs));
  }
  add('hex', escapedHexTexts(text));
  add('hex', spacedHexTexts(text, units));
  add('percent', percentTexts(text));
  add('quoted', quotedTexts(text));
  add('html', htmlTexts(text));
  add('escape', escapeTexts(text));
  add('rot13', rot13Texts(units, text.length));
  add('reversed', reversedTexts(text, units));
  return layers;
}
