// SPDX-License-Identifier: Apache-2.0
import { plainForm, plainFormOf } from '../intake/plain.ts';
import type { IntentRules } from '../intent/intent.ts';
import { findOrders } from '../intent/orders.ts';
import { GIVEN_AWAY } from '../second-reading.ts';
import type {
  CompiledPack,
  Deadline,
  DecodedText,
  Intake,
  PatternMatch,
  PrecheckReport,
  StageOutcome,
} from '../stages.ts';
import { weighContacts } from '../structure/contact-blocks.ts';
import { findStructures } from '../structure/find-structures.ts';
import { weighQuotations } from '../structure/quotation.ts';
import type { StructureRules } from '../structure/structure.ts';
import type { Category, Finding } from '../types.ts';
import { FindingList } from './finding-list.ts';
import { withoutEchoes } from './places.ts';

const ENGINE = 'patterns/1';

/** What the scans of a text's forms say besides their matches. */
interface Scanned {
  readonly expired: boolean;
  /** Whether a rule for orders could match, and one for words that stand together; true where a form was not scanned. */
  readonly watched: boolean;
  readonly joined: boolean;
}

const NO_FINDINGS: readonly Finding[] = [];
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
  const weighed = all.length === 0 ? NO_FINDINGS : weighContacts(weighQuotations(all, intake.given), intake.given);
  const report = {
    patterns_hit: found.patternsHit + furtherPatterns(patterns, structures),
    decoded_layers: deepestLayer(decoded),
  };
  return expired
    ? { status: 'degraded', engine: ENGINE, detail: EXPIRED, findings: weighed, report }
    : { status: 'ok', engine: ENGINE, findings: weighed, report };
}

const EXPIRED = 'time for patterns was used up: some may not have run on every part of the text';

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
  if (given.expired || !scanPlain(intake, pack, deadline, found)) return NOT_SCANNED;
  const normalised = pack.match(intake.normalised, deadline, 'normalised');
  for (const match of normalised.matches) {
    const [start, end] = intake.rangeToGiven(match.start, match.end);
    found.add(match, found.place(match, intake.given, start, end));
  }
  return normalised;
}

/**
 * What only stands in capitals and small letters, such as a key, in the text without its disguises. What patterns say of
 * the disguise itself is told of the text as given. False when the deadline passed.
 */
function scanPlain(intake: Intake, pack: CompiledPack, deadline: Deadline, found: FindingList): boolean {
  const plain = plainForm(intake);
  if (plain === null) return true;
  const result = pack.match(plain.text, deadline, 'given');
  for (const match of result.matches.filter(saysMoreThanDisguise(pack))) {
    const [start, end] = plain.rangeToGiven(match.start, match.end);
    found.add(match, found.place(match, intake.given, start, end));
  }
  return !result.expired;
}

const DISGUISE: Category = 'obfuscation';
const saysMoreThanDisguise =
  ({ patterns }: CompiledPack) =>
  ({ pattern }: PatternMatch) =>
    patterns[pattern]?.category !== DISGUISE;

/** Of words that were put right nobody gave a key or a person's number away: what is in them was guessed. */
function isOfWriter({ patterns }: CompiledPack, { layers }: DecodedText): (match: PatternMatch) => boolean {
  if (!layers.includes('misspelling')) return () => true;
  return ({ pattern }) => !GIVEN_AWAY.has(patterns[pattern]?.category as Category);
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
    addDecoded(result.matches.filter(isOfWriter(pack, text)), text, text.text, found);
    if (result.expired || !scanPlainDecoded(text, pack, deadline, found)) return NOT_SCANNED;
    watched ||= result.watched;
    joined ||= result.joined;
  }
  return { expired: false, watched, joined };
}

/** False when the deadline passed. */
function scanPlainDecoded(decoded: DecodedText, pack: CompiledPack, deadline: Deadline, found: FindingList): boolean {
  const plain = plainFormOf(decoded.text);
  if (plain === null) return true;
  const result = pack.match(plain.text, deadline, 'given');
  const matches = result.matches.filter(saysMoreThanDisguise(pack)).filter(isOfWriter(pack, decoded));
  addDecoded(matches, decoded, plain.text, found);
  return !result.expired;
}

/** `read` is what the offsets of the matches are over: the decoded text, or that without its disguises. */
function addDecoded(
  matches: readonly PatternMatch[],
  { start_utf16, end_utf16, layers }: DecodedText,
  read: string,
  found: FindingList,
) {
  for (const match of matches) {
    found.add(match, { start: start_utf16, end: end_utf16, layers, matched: read.slice(match.start, match.end) });
  }
}
