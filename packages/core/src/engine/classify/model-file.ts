// SPDX-License-Identifier: Apache-2.0
import { type DeepDescription, type DeepTables, deepSize, readDeepTables, WIDTHS } from '../deep/tables.ts';
import { CATEGORIES, type Category, type Ports } from '../types.ts';
import { FEATURE_BITS, FEATURE_VERSION, SEGMENT_LENGTH } from './features.ts';

/**
 * The weights file: "PLSC", format version (u32), length of the description (u32), the description as JSON in UTF-8
 * padded with blanks to a multiple of four, then the tables one after the other. Little-endian.
 */
const MAGIC = 'PLSC';
const FORMAT = 1;
const HEADER_BYTES = 12;
const BUCKETS = 1 << FEATURE_BITS;
/** Category heads look at the low bits of a word feature only. */
export const HEAD_BITS = 16;
const HEAD_BUCKETS = 1 << HEAD_BITS;

/** Room for scores in a table entry; a model may use fewer. */
export const SCORE_LANES = 4;

/** Texts of fewer than `below` UTF-16 units (null: all longer ones) are judged by these margins. */
export interface LengthBand {
  readonly below: number | null;
  readonly review: number;
  readonly fail: number;
}

/** Platt scaling: probability = logistic(slope * margin + offset). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** margin = word_factor * sum / sqrt(features) + gram_factor * sum / sqrt(features) + bias */
export interface Score {
  readonly name: string;
  readonly word_factor: number;
  readonly gram_factor: number;
  readonly bias: number;
  readonly calibration: Calibration;
  readonly bands: readonly LengthBand[];
}

export interface CategoryHead {
  readonly category: Category;
  readonly article: number;
  /** Names of the scores that speak for this category, its own first. */
  readonly scores: readonly string[];
  readonly factor: number;
  readonly bias: number;
  readonly calibration: Calibration;
}

export interface ModelDescription {
  readonly name: string;
  readonly features: { readonly version: number; readonly bits: number; readonly segment: number };
  readonly window_segments: number;
  readonly payload_sha256: string;
  readonly scores: readonly Score[];
  /** While every score's probability is below this, the text is clearly ordinary and no category head is consulted. */
  readonly low_bar: number;
  readonly report_floor: number;
  /** A further category is reported when its head gives at least this, given that the text is harmful. */
  readonly second_category: number;
  readonly heads: readonly CategoryHead[];
  /** What it was learned from; a model may keep it to itself. */
  readonly training?: {
    /** By language, texts that pass and texts to be flagged. */
    readonly languages?: Readonly<Record<string, readonly [number, number]>>;
  };
  /** The second tier; a model may do without. */
  readonly deep?: DeepDescription;
}

export interface LoadedModel {
  readonly description: ModelDescription;
  readonly hash: string;
  /** Per bucket four weights, a byte each with 128 added, the first score in the low byte. */
  readonly words: Int32Array;
  readonly grams: Int32Array;
  /** For each bucket the weights of all heads side by side. */
  readonly heads: Int8Array;
  readonly deep: DeepTables | null;
}

/**
 * Throws a plain Error that says what is wrong with the file. The large tables are views on `bytes`, which must stay as
 * they are.
 */
export function readModel(bytes: Uint8Array, sha256Hex: Ports['sha256Hex']): LoadedModel {
  const { description, payload } = splitFile(bytes);
  checkDescription(description);
  const headCount = description.heads.length;
  const deepAt = 2 * SCORE_LANES * BUCKETS + headCount * HEAD_BUCKETS;
  const { deep, scores } = description;
  const expected = deepAt + (deep === undefined ? 0 : deepSize(deep, scores.length));
  if (payload.length !== expected) refuse(`its tables take ${payload.length} bytes, not ${expected}`);
  if (sha256Hex(payload) !== description.payload_sha256) refuse('its tables do not have the digest that it states');
  return {
    description,
    hash: sha256Hex(bytes),
    words: pack(payload, 0),
    grams: pack(payload, SCORE_LANES * BUCKETS),
    heads: new Int8Array(payload.buffer, payload.byteOffset + 2 * SCORE_LANES * BUCKETS, headCount * HEAD_BUCKETS),
    deep: deep === undefined ? null : readDeepTables(deep, scores.length, payload.subarray(deepAt)),
  };
}

function refuse(reason: string): never {
  throw new Error(`The classifier's weights can't be used: ${reason}.`);
}

function splitFile(bytes: Uint8Array): { description: ModelDescription; payload: Uint8Array } {
  if (bytes.length < HEADER_BYTES) refuse('the file is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== MAGIC) refuse(`it does not begin with ${MAGIC}`);
  const format = view.getUint32(4, true);
  if (format !== FORMAT) refuse(`its format is ${format}, not ${FORMAT}`);
  const end = HEADER_BYTES + view.getUint32(8, true);
  if (end > bytes.length) refuse('the file is cut off');
  const json = new TextDecoder().decode(bytes.subarray(HEADER_BYTES, end));
  try {
    return { description: JSON.parse(json) as ModelDescription, payload: bytes.subarray(end) };
  } catch {
    return refuse('its description is not JSON');
  }
}

function checkDescription(d: ModelDescription): void {
  const wanted = { version: FEATURE_VERSION, bits: FEATURE_BITS, segment: SEGMENT_LENGTH };
  const got = d.features;
  if (got?.version !== wanted.version || got.bits !== wanted.bits || got.segment !== wanted.segment) {
    refuse('it was made for other features than these');
  }
  if (![d.low_bar, d.report_floor, d.second_category].every(Number.isFinite)) refuse('a threshold is missing');
  if (!(d.window_segments >= 1)) refuse('its windows are empty');
  if (!Array.isArray(d.scores) || d.scores.length < 1 || d.scores.length > SCORE_LANES) {
    refuse(`it does not have 1 to ${SCORE_LANES} scores`);
  }
  for (const score of d.scores) checkScore(score);
  if (!Array.isArray(d.heads) || d.heads.length === 0) refuse('it knows no category');
  if (d.deep !== undefined) checkDeep(d.deep, d.scores.length);
  if (!Object.values(d.training?.languages ?? {}).every((counts) => Array.isArray(counts) && counts.length === 2)) {
    refuse('it does not say how many texts of a language it has learned');
  }
  const known: ReadonlySet<string> = new Set(CATEGORIES);
  for (const head of d.heads) if (!known.has(head.category)) refuse(`${String(head.category)} is not a category`);
}

function checkDeep(deep: DeepDescription, scores: number): void {
  const counts = [deep.words, deep.buckets, deep.filters, deep.hidden, deep.piece, deep.most_windows];
  if (!counts.every((count) => Number.isInteger(count) && count >= 1)) refuse('a size of its second tier is missing');
  const perScore = [deep.bars, deep.factors, deep.offsets];
  if (!perScore.every((values) => values?.length === scores && values.every(Number.isFinite))) {
    refuse('its second tier does not say how it joins the scores');
  }
  if (deep.steps?.length !== WIDTHS.length || !deep.steps.every(Number.isFinite))
    refuse('its second tier has no scale');
}

function checkScore(score: Score): void {
  const { word_factor, gram_factor, bias, calibration, bands } = score;
  const numbers = [word_factor, gram_factor, bias, calibration?.slope, calibration?.offset];
  if (!numbers.every(Number.isFinite)) refuse(`a number of its score ${score.name} is missing`);
  if (!(calibration.slope > 0)) refuse(`its score ${score.name} falls where it should rise`);
  if (!Array.isArray(bands) || bands[bands.length - 1]?.below !== null) {
    refuse(`the thresholds of its score ${score.name} do not cover every length`);
  }
  for (const { review, fail } of bands) {
    if (!(review <= fail)) refuse(`its score ${score.name} fails a text before it would review it`);
  }
}

/** Stored: for each bucket the weights of the scores, a signed byte each. */
function pack(payload: Uint8Array, at: number): Int32Array {
  const table = new Int32Array(BUCKETS);
  for (let i = 0; i < BUCKETS; i++) {
    const from = at + SCORE_LANES * i;
    for (let k = 0; k < SCORE_LANES; k++) table[i]! |= ((payload[from + k]! + 128) & 0xff) << (8 * k);
  }
  return table;
}
