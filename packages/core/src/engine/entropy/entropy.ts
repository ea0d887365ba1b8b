// SPDX-License-Identifier: Apache-2.0

import type { CodePointIndex } from '../intake/code-points.ts';
import type { Intake, StageOutcome } from '../stages.ts';
import { surveyOf, type TextSurvey } from '../survey/survey.ts';
import type { EntropyReport, EntropyWindow, Finding } from '../types.ts';
import { isDense } from './dense.ts';
import { adversarialSuffix, type Suffix } from './entropy-adversarial.ts';
import { type DenseKind, denseKind } from './entropy-kinds.ts';
import { type Measures, STEP, shannonBits, WINDOW } from './entropy-windows.ts';

export { languageScore } from './bigrams.ts';

const ENGINE = 'entropy/1';
const MAX_WINDOWS = 20;
/** A suffix spans several windows. Ordinary prose seldom has so many odd ones, so most texts are never cut into pieces. */
const ODD_WINDOWS = 3;
/** One odd piece alone is never enough, and each has such a pair: addresses and digests have many rare pairs, and none of these. */
const GLUED_PAIRS = 2;
/** Printable ASCII: what a writer could have used. */
const PRINTABLE = 95;
/** From this strength on a stretch can hardly be anything else. */
const STRONG_SUFFIX = 4.5;
/** A weaker one is for a person to look at, so it stays below what fails a text by default. */
const WEAK_SUFFIX_CONFIDENCE = 0.79;
/** Units of an opaque run in the middle of prose that a reader is told about. */
const LONG_PAYLOAD = 512;
const OPAQUE: ReadonlySet<string> = new Set<DenseKind>(['base64', 'hex', 'random']);

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly bits: number;
  readonly cost: number;
}

/**
 * Stage 3. `bits_per_char` is the Shannon entropy of the text's UTF-16 units; `normalized` divides it by the most that a
 * text of this length over this alphabet could have (95 printable characters, or as many as it uses if more). Windows are
 * stretches that are dense or dear under a model of ordinary text, with what they are. Technical text has such windows and
 * isn't anomalous; only a stretch that reads like the output of an optimiser is.
 */
export function analyseEntropy(intake: Intake, index: CodePointIndex): StageOutcome<EntropyReport> {
  const text = intake.given;
  if (intake.codePoints === text.length) index.expectNoPairs();
  const survey = surveyOf(text);
  const measures = survey.measures();
  const odd = measures.gluedPairs >= GLUED_PAIRS && measures.oddWindows >= Math.min(ODD_WINDOWS, measures.windows);
  const suffix = odd ? adversarialSuffix(survey, survey.pieces()) : null;
  const windows = denseWindows(survey, measures, suffix, index);
  const findings = suffix === null ? payloads(text, windows) : [suffixFinding(text, suffix)];
  return {
    status: 'ok',
    engine: ENGINE,
    findings,
    report: {
      bits_per_char: round(measures.bits),
      normalized: round(normalized(measures, text.length)),
      windows,
      anomalous: suffix !== null,
    },
  };
}

type Source = Pick<TextSurvey, 'text' | 'units' | 'longRuns'>;

const round = (value: number) => Math.round(value * 1_000) / 1_000;

function normalized({ bits, distinct }: Measures, length: number): number {
  const most = Math.log2(Math.min(length, Math.max(PRINTABLE, distinct)));
  return most > 0 ? Math.min(1, bits / most) : 0;
}

function denseWindows(
  source: Source,
  measures: Measures,
  suffix: Suffix | null,
  index: CodePointIndex,
): EntropyWindow[] {
  const { text, units } = source;
  const stretches = denseStretches(source, measures);
  if (stretches.length === 0 && suffix === null) return [];
  const dearest =
    stretches.length <= MAX_WINDOWS ? stretches : stretches.sort(byCost).slice(0, MAX_WINDOWS).sort(byPlace);
  const windows: EntropyWindow[] = [];
  for (const { start, end, bits } of dearest) {
    if (suffix !== null && start < suffix.end && suffix.start < end) continue;
    const kind = denseKind(text.slice(start, end));
    if (kind !== null) windows.push({ span: index.span(start, end), bits_per_char: round(bits), kind });
  }
  if (suffix !== null) {
    windows.unshift({
      span: index.span(suffix.start, suffix.end),
      bits_per_char: round(shannonBits(units, suffix.start, suffix.end)),
      kind: 'adversarial_suffix',
    });
  }
  return windows.slice(0, MAX_WINDOWS);
}

const byCost = (a: Stretch, b: Stretch) => b.bits + b.cost - a.bits - a.cost || a.start - b.start;
const byPlace = (a: Stretch, b: Stretch) => a.start - b.start;

/** Neighbouring dense windows as one stretch, from the start of its first word to the end of its last. */
function denseStretches(source: Source, measures: Measures): Stretch[] {
  const { text, units } = source;
  const stretches: Stretch[] = [];
  if (measures.denseWindows === 0) return withLongRuns(source, stretches);
  const { windowBits, windowCosts, isForeign, windows } = measures;
  for (let window = 0; window < windows; ) {
    const first = window;
    let bits = 0;
    let cost = 0;
    while (
      window < windows &&
      isForeign[window] === 0 &&
      isDense(windowBits[window] as number, windowCosts[window] as number)
    ) {
      bits = Math.max(bits, windowBits[window] as number);
      cost = Math.max(cost, windowCosts[window] as number);
      window++;
    }
    if (window === first) window++;
    else stretches.push({ ...wholeWords(units, text.length, first * STEP, (window - 1) * STEP + WINDOW), bits, cost });
  }
  return withLongRuns(source, stretches);
}

/** Hex digits are cheap and few, so a digest or an id can be too plain for its window to show. */
function withLongRuns(source: Source, stretches: Stretch[]): Stretch[] {
  const runs = source.longRuns();
  if (runs.length === 0) return stretches;
  const { units } = source;
  const more: Stretch[] = [];
  let next = 0;
  for (const [start, end] of runs) {
    while (next < stretches.length && (stretches[next] as Stretch).end <= start) next++;
    const covered = next < stretches.length && (stretches[next] as Stretch).start < end;
    if (covered || end - start < MIN_RUN || !hasDigits(units, start, end)) continue;
    more.push({ start, end, bits: shannonBits(units, start, Math.min(end, start + WINDOW)), cost: 0 });
    if (more.length >= MAX_WINDOWS) break;
  }
  return more.length === 0 ? stretches : stretches.concat(more).sort(byPlace);
}

const MIN_RUN = 32;
const MIN_DIGITS = 4;

function hasDigits(units: Uint16Array, start: number, end: number): boolean {
  let digits = 0;
  for (let i = start; i < end && digits < MIN_DIGITS; i++) {
    const unit = units[i] as number;
    if (unit >= 0x30 && unit <= 0x39) digits++;
  }
  return digits === MIN_DIGITS;
}

/** The edges of a dense stretch are ordinary words that its windows reach into: whole words, at most a window more. */
function wholeWords(units: Uint16Array, length: number, from: number, to: number): { start: number; end: number } {
  let start = from;
  let end = Math.min(to, length);
  while (start > 0 && from - start < WINDOW && (units[start - 1] as number) > 0x20) start--;
  while (end < length && end - to < WINDOW && (units[end] as number) > 0x20) end++;
  while (start < end && (units[start] as number) <= 0x20) start++;
  while (end > start && (units[end - 1] as number) <= 0x20) end--;
  return { start, end };
}

const ORIGIN = {
  source: 'entropy',
  pattern_id: null,
  category: 'obfuscation',
  article: 36,
  decoded_from: [],
  masked: false,
} as const;

function suffixFinding(text: string, { start, end, strength, last }: Suffix): Finding {
  const strong = strength >= STRONG_SUFFIX;
  return {
    ...ORIGIN,
    severity: strong || last ? 'high' : 'medium',
    confidence: Math.min(strong ? 0.95 : WEAK_SUFFIX_CONFIDENCE, round(0.45 + strength / 12)),
    start_utf16: start,
    end_utf16: end,
    matched: text.slice(start, end),
    what: 'A stretch of word pieces and signs, glued as neither prose nor code glues them, reads like noise that was optimised to steer a model.',
  };
}

/** Long opaque runs in the middle of prose: nothing wrong by themselves, worth a look. */
function payloads(text: string, windows: readonly EntropyWindow[]): Finding[] {
  const findings: Finding[] = [];
  for (const { span, kind } of windows) {
    const { start_utf16: start, end_utf16: end } = span;
    if (!OPAQUE.has(kind) || end - start < LONG_PAYLOAD || !isBesideProse(text, start, end)) continue;
    findings.push({
      ...ORIGIN,
      severity: 'info',
      confidence: 0.3,
      start_utf16: start,
      end_utf16: end,
      matched: text.slice(start, end),
      what: 'A long opaque run stands in the middle of ordinary prose; what it holds could not be read.',
    });
  }
  return findings;
}

const PROSE = /(?:\b[a-zA-Z]{2,12}[ ,.]+){6}/;

/** At least six words in a row close to the run, and no embedded image. */
function isBesideProse(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const head = text.slice(Math.max(0, start - 40), start + 64);
  if (/data:[a-z]+\/|integrity|sha\d{3}-|<svg|-----BEGIN|src=/.test(head)) return false;
  return PROSE.test(before) || PROSE.test(text.slice(end, end + 200));
}
