// SPDX-License-Identifier: Apache-2.0
import type { IntentRules } from '../intent/intent.ts';
import { findOrders } from '../intent/orders.ts';
import type {
  CompiledPack,
  Deadline,
  DecodedText,
  Intake,
  PatternMatch,
  PrecheckReport,
  StageOutcome,
} from '../stages.ts';
import { findStructures } from '../structure/find-structures.ts';
import { weighQuotations } from '../structure/quotation.ts';
import type { StructureRules } from '../structure/structure.ts';
import type { DecodeLayer, Finding } from '../types.ts';
import { wholeWords, withoutEchoes } from './places.ts';

const ENGINE = 'patterns/1';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly layers: readonly DecodeLayer[];
  readonly matched: string;
}

/** What the scans of a text's forms say besides their matches. */
interface Scanned {
  readonly expired: boolean;
  /** Whether a rule for orders could match, and one for words that stand together; true where a form was not scanned. */
  readonly watched: boolean;
  readonly joined: boolean;
}

const NO_FINDINGS: readonly Finding[] = [];
const NOT_DECODED: readonly DecodeLayer[] = [];
const NOT_SCANNED: Scanned = { expired: true, watched: true, joined: true };
const NOTHING_DECODED: Scanned = { expired: false, watched: false, joined: false };

/**
 * Stage 2: every pattern on the text as given, on its normalised form where that differs, and on what decoded out of it;
 * then the rules for orders and for words that stand together, where the scan saw a reason for them. All places are over the text as given; a decoded match
 * has the place of the run that it was encoded in.
 */
export function precheck(
  intake: Intake,
  decoded: readonly DecodedText[],
  pack: CompiledPack,
  deadline: Deadline,
  rules: IntentRules | null = null,
  structure: StructureRules | null = null,
): StageOutcome<PrecheckReport> {
  const found = new FindingList(pack);
  const forms = scanForms(intake, pack, deadline, found);
  const inside = decoded.length === 0 ? NOTHING_DECODED : scanDecoded(decoded, pack, deadline, found, forms.expired);
  const seen = { intake, decoded, seenInText: forms.watched, seenInDecoded: inside.watched };
  const together = { intake, decoded, seenInText: forms.joined, seenInDecoded: inside.joined };
  const orders = rules === null ? NO_FINDINGS : findOrders(seen, rules);
  const structures = structure === null ? NO_FINDINGS : findStructures(together, structure, pack);
  const patterns = withoutEchoes(found.all());
  const expired = forms.expired || inside.expired;
  const all = orders.length + structures.length === 0 ? patterns : [...patterns, ...structures, ...orders];
  const weighed = all.length === 0 ? NO_FINDINGS : weighQuotations(all, intake.given);
  return {
    status: expired ? 'degraded' : 'ok',
    engine: ENGINE,
    ...(expired ? { detail: EXPIRED } : null),
    findings: weighed,
    report: {
      patterns_hit: found.patternsHit + furtherPatterns(patterns, structures),
      decoded_layers: deepestLayer(decoded),
    },
  };
}

const EXPIRED = 'time for patterns was used up: not every pattern ran on every part of the text';

/** Patterns that only rules over concepts have seen. */
function furtherPatterns(patterns: readonly Finding[], structures: readonly Finding[]): number {
  if (structures.length === 0) return 0;
  const known = new Set(patterns.map(({ pattern_id }) => pattern_id));
  return new Set(structures.flatMap(({ pattern_id: id }) => (id === null || known.has(id) ? [] : [id]))).size;
}

function deepestLayer(decoded: readonly DecodedText[]): number {
  let deepest = 0;
  for (const { layers } of decoded) deepest = Math.max(deepest, layers.length);
  return deepest;
}

/** One scan does for both forms while they differ in nothing but letter case. */
function scanForms(intake: Intake, pack: CompiledPack, deadline: Deadline, found: FindingList): Scanned {
  const given = pack.match(intake.given, deadline, intake.changed ? 'given' : 'all');
  for (const match of given.matches) {
    found.add(match, found.place(match, intake.given, match.start, match.end));
  }
  if (!intake.changed) return given;
  if (given.expired) return NOT_SCANNED;
  const normalised = pack.match(intake.normalised, deadline, 'normalised');
  for (const match of normalised.matches) {
    const [start, end] = intake.rangeToGiven(match.start, match.end);
    found.add(match, found.place(match, intake.given, start, end));
  }
  return normalised;
}

function scanDecoded(
  decoded: readonly DecodedText[],
  pack: CompiledPack,
  deadline: Deadline,
  found: FindingList,
  expired: boolean,
): Scanned {
  if (expired) return NOT_SCANNED;
  let watched = false;
  let joined = false;
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
    if (result.expired) return NOT_SCANNED;
    watched ||= result.watched;
    joined ||= result.joined;
  }
  return { expired: false, watched, joined };
}

/** Keeps one finding of a pattern per place: as given before normalised before decoded, which is the order of the calls. */
class FindingList {
  readonly #pack: CompiledPack;
  /** Made with the first finding: most texts have none. */
  #byPattern: Map<number, Finding[]> | null = null;

  constructor(pack: CompiledPack) {
    this.#pack = pack;
  }

  get patternsHit(): number {
    return this.#byPattern?.size ?? 0;
  }

  /** What is never shown keeps its exact place; the rest ends where a reader would end it. */
  place(match: PatternMatch, given: string, from: number, to: number): Place {
    const masked = this.#pack.patterns[match.pattern]?.masked === true;
    const [start, end] = masked ? [from, to] : wholeWords(given, from, to);
    return { start, end, layers: NOT_DECODED, matched: given.slice(start, end) };
  }

  add(match: PatternMatch, place: Place): void {
    this.#byPattern ??= new Map();
    const earlier = this.#byPattern.get(match.pattern);
    if (earlier === undefined) this.#byPattern.set(match.pattern, [this.#finding(match, place)]);
    else if (!earlier.some((finding) => overlaps(finding, place))) earlier.push(this.#finding(match, place));
  }

  /** In the order of the text. */
  all(): readonly Finding[] {
    if (this.#byPattern === null) return NO_FINDINGS;
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
      what: match.what,
      ...(match.remediation !== null && { remediation: match.remediation }),
    };
  }
}

function overlaps(finding: Finding, place: Place): boolean {
  return (finding.start_utf16 ?? 0) < place.end && place.start < (finding.end_utf16 ?? 0);
}
