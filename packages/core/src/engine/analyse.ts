// SPDX-License-Identifier: Apache-2.0

import { withoutLonely } from './classify/alone.ts';
import { besideRules } from './classify/beside-rules.ts';
import { foreignTo } from './classify/coverage.ts';
import { withoutDescribed } from './classify/described.ts';
import { scanAll } from './classify/scan-decoded.ts';
import { coreAlone } from './core-alone.ts';
import { type Decoding, decode } from './decode/decode.ts';
import type { Unaccented } from './decode/decode-accents.ts';
import { analyseEntropy } from './entropy/entropy.ts';
import { glossAlone } from './gloss-alone.ts';
import { CodePointIndex, countCodePoints, utf8Length } from './intake/code-points.ts';
import { intake as readText } from './intake/intake.ts';
import { withoutDeniedOrders } from './negation/without-denied.ts';
import { precheck } from './precheck/precheck.ts';
import { ENGINES, type Ruleset } from './ruleset.ts';
import { StageClock } from './stage-clock.ts';
import type { Deadline, Intake, PrecheckReport, StageOutcome } from './stages.ts';
import { withTold } from './told-finding.ts';
import type { AiScanReport, EntropyReport, Finding } from './types.ts';
import { wishesAlone } from './wishes-alone.ts';
import { withUnaccented } from './with-unaccented.ts';
import { withoutPrevented } from './without-prevented.ts';

/** What the four stages that look at the text have seen. */
export interface Analysis {
  readonly intake: Intake;
  readonly index: CodePointIndex;
  readonly findings: readonly Finding[];
  readonly precheck: PrecheckReport;
  readonly entropy: EntropyReport;
  readonly aiScan: AiScanReport;
  /** The text's language where the AI scan has hardly learned it, else null. */
  readonly foreign: string | null;
}

/** What is weighed, and what it was found in. */
interface Seen {
  readonly text: string;
  readonly intake: Intake;
  readonly unaccented: Unaccented | null;
  readonly seen: readonly Finding[];
  readonly scan: ReturnType<typeof scanStage>;
}

type Attempt<T> = { readonly value: T } | { readonly fault: string };

const NO_FINDINGS: readonly Finding[] = [];
const UNDECODED: Decoding = { texts: [], left: null, unaccented: null };
/** What is read once more counts in the stage that asked for it. */
const UNTIMED = { now: () => 0 };
/** A text in English out of a core, or a core out of JSON. */
const DEEPEST = 2;
const EMPTY_PRECHECK: PrecheckReport = { patterns_hit: 0, decoded_layers: 0 };
const EMPTY_ENTROPY: EntropyReport = { bits_per_char: 0, normalized: 0, windows: [], anomalous: false };

/** What the first stage and what decodes out of a text give; how a text measures is ahead of its stage. */
interface Begun {
  readonly text: string;
  readonly index: CodePointIndex;
  readonly intake: Intake;
  readonly decoded: Attempt<Decoding>;
  readonly decodingMs: number;
  readonly measured: Attempt<StageOutcome<EntropyReport>>;
  readonly measuringMs: number;
}

type Written<T> = { readonly findings: readonly Finding[]; readonly report: T };

interface Matched {
  readonly decoding: Decoding;
  readonly patterns: Written<PrecheckReport>;
  readonly entropy: Written<EntropyReport>;
}

/**
 * Stages 1 to 4 in steps: `begun`, `matched`, `scanStage` and `analysed`, between which other texts may take theirs. A stage
 * that throws is written down as failed and found nothing; the ones after it still run. What it threw is not told: it could
 * hold a piece of the text.
 * @param depth how many texts this one was taken out of
 * @param bare whether accents that hide words were taken from it
 */
export function analysis(
  text: string,
  ruleset: Ruleset,
  deadline: Deadline,
  clock: StageClock,
  depth = 0,
  bare = false,
): Analysis {
  const first = begun(text, clock);
  const all = matched(first, ruleset, deadline, clock);
  // Once is enough: what is left would be taken away a few words at a time.
  const second = bare ? { ...all, decoding: { ...all.decoding, unaccented: null } } : all;
  const scan = scanStage(first.intake, second, ruleset, clock);
  return analysed(first, second, scan, ruleset, deadline, clock, depth);
}

export function begun(text: string, clock: StageClock): Begun {
  const index = new CodePointIndex(text);
  const intake = guardedIntake(text, clock);
  const decoded = attempt(() => decode(intake));
  const decodingMs = clock.spend();
  // Ahead of its stage: what decoding and this ask of a text is read once while no other text is.
  const measured = attempt(() => analyseEntropy(intake, index));
  const measuringMs = clock.spend();
  return { text, index, intake, decoded, decodingMs, measured, measuringMs };
}

export function matched(first: Begun, ruleset: Ruleset, deadline: Deadline, clock: StageClock): Matched {
  const { intake, decoded, decodingMs, measured, measuringMs } = first;
  const found = patternsIn(intake, decoded, ruleset, deadline);
  const patterns = written('precheck', EMPTY_PRECHECK, clock, found, decodingMs);
  const entropy = written('entropy', EMPTY_ENTROPY, clock, measured, measuringMs);
  return { decoding: 'value' in decoded ? decoded.value : UNDECODED, patterns, entropy };
}

export function analysed(
  { text, index, intake }: Begun,
  { decoding, patterns, entropy }: Matched,
  scan: ReturnType<typeof scanStage>,
  ruleset: Ruleset,
  deadline: Deadline,
  clock: StageClock,
  depth = 0,
): Analysis {
  const seen = gather(patterns.findings, leftUndecoded(text, decoding, ruleset), entropy.findings, scan.findings);
  return {
    intake,
    index,
    findings: readOnceMore(
      { text, intake, unaccented: decoding.unaccented, seen, scan },
      ruleset,
      deadline,
      clock,
      depth,
    ),
    precheck: patterns.report,
    entropy: entropy.report,
    aiScan: scan.report,
    foreign: scan.foreign,
  };
}

/** Without what is only spoken of, and with what other readings of the text find. Their time is the scan's. */
function readOnceMore(
  { text, intake, unaccented, seen, scan }: Seen,
  ruleset: Ruleset,
  deadline: Deadline,
  clock: StageClock,
  depth: number,
): readonly Finding[] {
  const again = (rest: string) => readAgain(rest, ruleset, deadline);
  const weighed = withoutPrevented(text, withoutDeniedOrders(text, seen, again), again, depth >= DEEPEST);
  const asked = attempt(() =>
    scan.clear ? weighed : withTold(intake, wishesAlone(intake, weighed, scan.report, ruleset, again), ruleset),
  );
  const alone = 'value' in asked ? asked.value : weighed;
  const others = new OtherReadings(ruleset, deadline, depth);
  const said = attempt(() => others.findings(text, intake, unaccented, alone));
  const fault = faultOf(asked) ?? faultOf(said) ?? others.fault;
  // Of a text that is ordinary beyond doubt nothing more is read.
  if (!scan.clear || others.count > 0 || fault !== null) clock.prolong('ai_scan', fault);
  return 'value' in said ? said.value : alone;
}

const faultOf = (outcome: object): string | null =>
  'fault' in outcome && typeof outcome.fault === 'string' ? outcome.fault : null;

/** The text read otherwise: without accents, word by word in English, and without what is only around it. */
class OtherReadings {
  /** How many there were, and the first fault of a stage in one of them. */
  count = 0;
  fault: string | null = null;
  readonly #ruleset: Ruleset;
  readonly #deadline: Deadline;
  readonly #depth: number;

  constructor(ruleset: Ruleset, deadline: Deadline, depth: number) {
    this.#ruleset = ruleset;
    this.#deadline = deadline;
    this.#depth = depth;
  }

  findings(text: string, intake: Intake, unaccented: Unaccented | null, seen: readonly Finding[]): readonly Finding[] {
    if (this.#depth >= DEEPEST) return seen;
    const bare =
      unaccented === null ? seen : withUnaccented(seen, unaccented, this.#read(unaccented.text, this.#depth, true));
    const inEnglish = glossAlone(intake, bare, (gloss) => this.#read(gloss, DEEPEST));
    return coreAlone(text, inEnglish, (core) => this.#read(core, this.#depth + 1));
  }

  #read(text: string, depth: number, bare = false): readonly Finding[] {
    this.count++;
    const clock = new StageClock(UNTIMED);
    const { findings } = analysis(text, this.#ruleset, this.#deadline, clock, depth, bare);
    const failed = clock.stages.find(({ status }) => status === 'failed' || status === 'degraded');
    if (failed !== undefined) this.fault ??= failed.detail ?? `the ${failed.name} stage ${failed.status}`;
    return findings;
  }
}

/** What patterns and scan find in a part of a text that they have read; null where they could not read all of it. */
function readAgain(text: string, { pack, intent, structure, classifier }: Ruleset, deadline: Deadline) {
  const outcome = attempt(() => {
    const intake = readText(text);
    const patterns = precheck(intake, [], pack, deadline, intent, structure);
    if (patterns.status !== 'ok') return null;
    return gather(patterns.findings, classifier === null ? NO_FINDINGS : classifier.scan(intake).findings);
  });
  return 'value' in outcome ? outcome.value : null;
}

/** What nobody has read cannot pass. */
function leftUndecoded(text: string, { left }: Decoding, { categories }: Ruleset): readonly Finding[] {
  if (left === null) return NO_FINDINGS;
  return [
    {
      source: 'precheck',
      pattern_id: null,
      category: 'obfuscation',
      article: categories.obfuscation.article,
      severity: 'high',
      confidence: 0.5,
      ...left,
      decoded_from: [],
      matched: text.slice(left.start_utf16, left.end_utf16),
      masked: false,
      what: 'Encoded text stands here that was not decoded to its end, because it is encoded more than twice over or is too much, so that nobody has read all of it.',
    },
  ];
}

function gather(...lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const filled = lists.filter((list) => list.length > 0);
  return filled.length === 0 ? NO_FINDINGS : filled.flat();
}

function patternsIn(
  intake: Intake,
  decoded: Attempt<Decoding>,
  { pack, intent, structure }: Ruleset,
  deadline: Deadline,
): Attempt<StageOutcome<PrecheckReport>> {
  if ('fault' in decoded) return decoded;
  return attempt(() => precheck(intake, decoded.value.texts, pack, deadline, intent, structure));
}

/** What a stage found and reports, once its lap is written down. */
function written<T>(
  name: 'precheck' | 'entropy',
  empty: T,
  clock: StageClock,
  outcome: Attempt<StageOutcome<T>>,
  aheadMs: number,
): Written<T> {
  if ('fault' in outcome) {
    clock.lap(name, ENGINES[name], 'failed', outcome.fault, aheadMs);
    return { findings: NO_FINDINGS, report: empty };
  }
  const { status, engine, detail } = outcome.value;
  clock.lap(name, engine, status, detail, aheadMs);
  return outcome.value;
}

function guardedIntake(text: string, clock: StageClock): Intake {
  const outcome = attempt(() => readText(text));
  if ('fault' in outcome) {
    clock.lap('intake', ENGINES.intake, 'failed', `${outcome.fault}; the text was read without normalisation`);
    return plainIntake(text);
  }
  clock.lap('intake', ENGINES.intake);
  return outcome.value;
}

/** The text as it is, for the later stages, when it could not be normalised. */
function plainIntake(text: string): Intake {
  const bytes = utf8Length(text);
  return {
    given: text,
    normalised: text,
    changed: false,
    toGiven: (offset) => offset,
    rangeToGiven: (start, end) => [start, end],
    codePoints: countCodePoints(text),
    bytes,
    ascii: bytes === text.length,
    language: null,
    removed: { invisible: 0, bidi: 0, tag: 0, confusable: 0 },
  };
}

/** Stage 4. Without a model: unavailable where a text needs the scan to pass, else switched off. */
export function scanStage(
  intake: Intake,
  { decoding, patterns }: Pick<Matched, 'decoding' | 'patterns'>,
  ruleset: Ruleset,
  clock: StageClock,
) {
  const { texts: decoded } = decoding;
  const { findings: seen } = patterns;
  const { classifier, thresholds } = ruleset;
  const required = thresholds.ai_scan_required;
  const lap = (status: 'ok' | 'skipped' | 'failed', detail?: string) =>
    clock.lap('ai_scan', classifier?.name ?? ENGINES.ai_scan, status, detail);
  const report = (status: AiScanReport['status'], categories: AiScanReport['categories'] = []): AiScanReport => ({
    status,
    engine: ENGINES.ai_scan,
    model: classifier?.name ?? null,
    model_hash: classifier?.hash ?? null,
    categories,
    required,
  });
  if (classifier === null) {
    lap(required ? 'failed' : 'skipped', 'no model is loaded');
    return {
      findings: NO_FINDINGS,
      report: report(required ? 'unavailable' : 'disabled'),
      foreign: null,
      clear: false,
    };
  }
  const scanned = attempt(() => scanAll(classifier, intake, decoded));
  if ('fault' in scanned) {
    lap('failed', scanned.fault);
    return { findings: NO_FINDINGS, report: report('unavailable'), foreign: null, clear: false };
  }
  const foreign = foreignTo(classifier, intake);
  lap('ok', foreign === null ? undefined : `the model has learned little of the text's language (${foreign})`);
  const { categories, clear = false } = scanned.value;
  const described = withoutDescribed(classifier, intake, scanned.value.findings, seen);
  const findings = withoutLonely(intake, described, seen, ruleset.structure);
  return {
    findings: besideRules(findings, seen, foreign !== null, intake.language),
    report: report('ok', categories),
    foreign,
    clear,
  };
}

/**
 * Stages don't throw for what their input is, so this is a fault of ours. It is told by its class alone: the message
 * could hold a piece of the text.
 */
function attempt<T>(run: () => T): Attempt<T> {
  try {
    return { value: run() };
  } catch (error) {
    return { fault: `the stage stopped with ${error instanceof Error ? error.constructor.name : 'an error'}` };
  }
}
