// SPDX-License-Identifier: Apache-2.0
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

/** Texts of fewer than `below` UTF-16 units (null: all longer ones) are judged by these margins. */
export interface LengthBand {
  readonly below: number | null;
  readonly review: number;
  readonly fail: number;
}

/** A line of Platt scaling: probability = logistic(slope * margin + offset). */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

export interface CategoryHead {
  readonly category: Category;
  readonly article: number;
  readonly factor: number;
  readonly bias: number;
  readonly calibration: Calibration;
}

export interface ModelDescription {
  readonly name: string;
  readonly features: { readonly version: number; readonly bits: number; readonly segment: number };
  readonly window_segments: number;
  readonly payload_sha256: string;
  /** margin = word_factor * sum / sqrt(squares) + gram_factor * sum / sqrt(squares) + bias */
  readonly word_factor: number;
  readonly gram_factor: number;
  readonly bias: number;
  readonly calibration: Calibration;
  /** Below this margin a text is clearly ordinary: the category heads are not consulted. */
  readonly low_bar: number;
  readonly report_floor: number;
  /** A further category is reported when its head gives at least this, given that the text is harmful. */
  readonly second_category: number;
  readonly bands: readonly LengthBand[];
  readonly heads: readonly CategoryHead[];
}

/** Per bucket, packed: bits 0-7 the weight (signed), bits 8-15 the square of the feature's scale (unsigned). */
export interface LoadedModel {
  readonly description: ModelDescription;
  readonly hash: string;
  readonly words: Int32Array;
  readonly grams: Int32Array;
  /** Head by head for each bucket: heads.length weights side by side. */
  readonly heads: Int8Array;
}

/** Throws a plain Error that says what is wrong with the file. */
export function readModel(bytes: Uint8Array, sha256Hex: Ports['sha256Hex']): LoadedModel {
  const { description, payload } = splitFile(bytes);
  checkDescription(description);
  const headCount = description.heads.length;
  const expected = 4 * BUCKETS + headCount * HEAD_BUCKETS;
  if (payload.length !== expected) refuse(`its tables take ${payload.length} bytes, not ${expected}`);
  if (sha256Hex(payload) !== description.payload_sha256) refuse('its tables do not have the digest that it states');
  return {
    description,
    hash: sha256Hex(bytes),
    words: pack(payload, 0),
    grams: pack(payload, 2 * BUCKETS),
    heads: interleave(payload.subarray(4 * BUCKETS), headCount),
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
  const numbers = [d.word_factor, d.gram_factor, d.bias, d.low_bar, d.report_floor, d.second_category];
  if (![...numbers, d.window_segments].every(Number.isFinite)) refuse('a number of its description is missing');
  if (!(d.window_segments >= 1)) refuse('its windows are empty');
  if (!Array.isArray(d.bands) || d.bands.length === 0 || d.bands[d.bands.length - 1]!.below !== null) {
    refuse('its thresholds do not cover every length');
  }
  for (const band of d.bands)
    if (!(band.review <= band.fail)) refuse('a fail threshold lies below its review threshold');
  if (!Array.isArray(d.heads) || d.heads.length === 0) refuse('it knows no category');
  const known: ReadonlySet<string> = new Set(CATEGORIES);
  for (const head of d.heads) if (!known.has(head.category)) refuse(`${String(head.category)} is not a category`);
}

function pack(payload: Uint8Array, at: number): Int32Array {
  const table = new Int32Array(BUCKETS);
  for (let i = 0; i < BUCKETS; i++) table[i] = payload[at + i]! | (payload[at + BUCKETS + i]! << 8);
  return table;
}

function interleave(payload: Uint8Array, heads: number): Int8Array {
  const table = new Int8Array(heads * HEAD_BUCKETS);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < HEAD_BUCKETS; i++) table[i * heads + head] = payload[head * HEAD_BUCKETS + i]!;
  }
  return table;
}
