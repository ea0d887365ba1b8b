// SPDX-License-Identifier: Apache-2.0
import type {
  CompiledPack,
  Deadline,
  DecodedText,
  Intake,
  PatternMatch,
  PrecheckReport,
  StageOutcome,
} from './stages.ts';
import type { DecodeLayer, Finding } from './types.ts';

const ENGINE = 'patterns/1';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly layers: readonly DecodeLayer[];
  readonly matched: string;
}

/**
 * Stage 2: every pattern on the text as given, on its normalised form where that differs, and on what decoded out of it.
 * All places are over the text as given; a decoded match has the place of the run that it was encoded in.
 */
export function precheck(
  intake: Intake,
  decoded: readonly DecodedText[],
  pack: CompiledPack,
  deadline: Deadline,
): StageOutcome<PrecheckReport> {
  const found = new FindingList(pack);
  const expired = scanForms(intake, pack, deadline, found) || scanDecoded(decoded, pack, deadline, found);
  const findings = found.all();
  return {
    status: expired ? 'degraded' : 'ok',
    engine: ENGINE,
    ...(expired ? { detail: 'time for patterns was used up: not every pattern ran on every part of the text' } : {}),
    findings,
    report: {
      patterns_hit: new Set(findings.map((finding) => finding.pattern_id)).size,
      decoded_layers: decoded.reduce((deepest, text) => Math.max(deepest, text.layers.length), 0),
    },
  };
}

/** True when the deadline passed. One scan does for both forms while they differ in nothing but letter case. */
function scanForms(intake: Intake, pack: CompiledPack, deadline: Deadline, found: FindingList): boolean {
  const given = pack.match(intake.given, deadline, intake.changed ? 'given' : 'all');
  for (const match of given.matches) {
    found.add(match, { ...match, layers: [], matched: intake.given.slice(match.start, match.end) });
  }
  if (given.expired || !intake.changed) return given.expired;
  const normalised = pack.match(intake.normalised, deadline, 'normalised');
  for (const match of normalised.matches) {
    const [start, end] = intake.rangeToGiven(match.start, match.end);
    found.add(match, { start, end, layers: [], matched: intake.given.slice(start, end) });
  }
  return normalised.expired;
}

function scanDecoded(
  decoded: readonly DecodedText[],
  pack: CompiledPack,
  deadline: Deadline,
  found: FindingList,
): boolean {
  for (const text of decoded) {
    const result = pack.match(text.text, deadline, 'all');
    for (const match of result.matches) {
      found.add(match, {
        start: text.start_utf16,
        end: text.end_utf16,
        layers: text.layers,
        matched: text.text.slice(match.start, match.end),
      });
    }
    if (result.expired) return true;
  }
  return false;
}

/** Keeps one finding of a pattern per place: as given before normalised before decoded, which is the order of the calls. */
class FindingList {
  readonly #pack: CompiledPack;
  readonly #byPattern = new Map<number, Finding[]>();

  constructor(pack: CompiledPack) {
    this.#pack = pack;
  }

  add(match: PatternMatch, place: Place): void {
    const earlier = this.#byPattern.get(match.pattern);
    if (earlier === undefined) this.#byPattern.set(match.pattern, [this.#finding(match, place)]);
    else if (!earlier.some((finding) => overlaps(finding, place))) earlier.push(this.#finding(match, place));
  }

  /** In the order of the text. */
  all(): Finding[] {
    return [...this.#byPattern.values()].flat().sort((a, b) => (a.start_utf16 ?? 0) - (b.start_utf16 ?? 0));
  }

  #finding(match: PatternMatch, place: Place): Finding {
    const pattern = this.#pack.patterns[match.pattern] as CompiledPack['patterns'][number];
    return {
      source: 'precheck',
      pattern_id: pattern.id,
      category: pattern.category,
      article: pattern.article,
      severity: match.severity,
      confidence: match.confidence,
      start_utf16: place.start,
      end_utf16: place.end,
      decoded_from: place.layers,
      matched: place.matched,
      masked: pattern.masked,
      what: pattern.what,
    };
  }
}

function overlaps(finding: Finding, place: Place): boolean {
  return (finding.start_utf16 ?? 0) < place.end && place.start < (finding.end_utf16 ?? 0);
}
