// SPDX-License-Identifier: Apache-2.0
import type { Sha256Hex } from '../../constitution/hash.ts';
import type { DataFile } from '../../constitution/parse.ts';
import type { DataProblem } from '../../constitution/problem.ts';
import { YamlSource } from '../../constitution/yaml-source.ts';
import { canonicalJson } from '../../seal/jcs.ts';
import type { Together } from '../precheck/together.ts';
import { buildConceptIndex, type ConceptIndex, type Place, type Sighting } from './concept-index.ts';
import { rulesTogether } from './rules-together.ts';
import { findStrayTask } from './stray-task.ts';
import {
  checkStructure,
  expandConcepts,
  pivotOf,
  type Saying,
  type StructureData,
  type StructureRule,
  StructureSchema,
} from './structure-schema.ts';

/** Rules over concepts that stand together, ready to match. */
export interface StructureRules {
  /** SHA-256 of the JCS bytes of the rules. */
  readonly hash: string;
  readonly rules: readonly StructureRule[];
  /** At most one hit of each rule and sentence. */
  readonly match: (text: string) => readonly StructureHit[];
  /** A task that has nothing to do with the text around it. No gate tells of it: every text is to be asked. */
  readonly stray: (text: string) => StructureHit | null;
  /** `match` finds nothing in a text in which the words of no rule stand together. */
  readonly together: Together;
  /** Texts that the rules match. */
  readonly samples: readonly string[];
}

export interface StructureHit extends Place {
  readonly rule: Saying;
}

const FILE_NAME = 'structure.yaml';
/** Hits of one rule in one text. */
const MAX_HITS = 8;
/** How close before the first place a denial stands, in UTF-16 units. */
const DENIAL_REACH = 14;

/** Whether a file of the patterns folder holds these rules. */
export function isStructureFile(path: string): boolean {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) === FILE_NAME;
}

/** Reads the rules. Every rule must match its own samples and none of its near misses. */
export function parseStructure(
  file: DataFile,
  knownArticles: Pick<ReadonlySet<number>, 'has'>,
  sha256Hex: Sha256Hex,
): { readonly rules: StructureRules | null; readonly problems: readonly DataProblem[] } {
  const source = new YamlSource(file);
  const data = source.problems.length > 0 ? null : source.read(StructureSchema, source.value);
  if (data === null) return { rules: null, problems: source.problems };
  checkStructure(source, data, knownArticles);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const concepts = expandConcepts(data);
  const index = buildConceptIndex(concepts);
  const matchers = data.rules.map((rule) => matcherOf(rule, index));
  if (!source.checked) checkSamples(source, data, matchers, index);
  if (!source.checked) checkStraySamples(source, data);
  if (source.problems.length > 0) return { rules: null, problems: source.problems };
  const rules: StructureRules = {
    hash: sha256Hex(canonicalJson(data)),
    rules: data.rules,
    match: (text) => {
      const sighting = index.find(text);
      return matchers.flatMap((matcher) => matcher(sighting));
    },
    stray: (text) => strayIn(text, data.stray_task),
    together: rulesTogether(data.rules, concepts, data.common),
    samples: data.rules.flatMap(({ matches }) => matches),
  };
  return { rules, problems: [] };
}

function strayIn(text: string, rule: Saying | undefined): StructureHit | null {
  const place = rule === undefined ? null : findStrayTask(text);
  return place === null || rule === undefined ? null : { rule, ...place };
}

type Matcher = (sighting: Sighting) => StructureHit[];

function matcherOf(rule: StructureRule, index: ConceptIndex): Matcher {
  const concepts = rule.all.map(index.numberOf);
  const at = rule.all.indexOf(pivotOf(rule));
  const unless = (rule.unless ?? []).map(index.numberOf);
  const denials = (rule.not_after ?? []).map(index.numberOf);
  return (sighting) => {
    const hits: StructureHit[] = [];
    let taken = -1;
    for (const place of sighting.places(concepts[at] as number)) {
      if (place.start < taken) continue;
      const span = spanFrom(rule, place, at, concepts, sighting);
      if (span === null || excused(span, unless, denials, sighting)) continue;
      hits.push({ rule, ...span });
      taken = span.end;
      if (hits.length >= MAX_HITS) break;
    }
    return hits;
  };
}

/** From the pivot outwards, the nearest place of each other concept; null where one is missing. */
function spanFrom(
  rule: StructureRule,
  pivot: Place,
  at: number,
  concepts: readonly number[],
  sighting: Sighting,
): Place | null {
  let span = pivot;
  for (let i = at - 1; i >= 0; i--) {
    const grown = nearest(rule, span, sighting.places(concepts[i] as number), pivot, sighting, 'before');
    if (grown === null) return null;
    span = grown;
  }
  for (let i = at + 1; i < concepts.length; i++) {
    const grown = nearest(rule, span, sighting.places(concepts[i] as number), pivot, sighting, 'behind');
    if (grown === null) return null;
    span = grown;
  }
  return span;
}

/** The span together with the place that lengthens it least; in ordered rules only a place on the named side counts. */
function nearest(
  rule: StructureRule,
  span: Place,
  places: readonly Place[],
  pivot: Place,
  sighting: Sighting,
  side: 'before' | 'behind',
): Place | null {
  let best: Place | null = null;
  for (const place of places) {
    if (place.start > span.end + rule.within) break;
    if (place.start === pivot.start && place.end === pivot.end) continue;
    if (side === 'behind' && rule.gap !== undefined && place.start - span.end > rule.gap) continue;
    if (rule.ordered === true && (side === 'before' ? place.end > span.start : place.start < span.end)) continue;
    const start = Math.min(span.start, place.start);
    const end = Math.max(span.end, place.end);
    if (end - start > rule.within || (best !== null && end - start >= best.end - best.start)) continue;
    if (rule.across === true || sighting.sameSentence(start, end)) best = { start, end };
  }
  return best;
}

function excused(span: Place, unless: readonly number[], denials: readonly number[], sighting: Sighting): boolean {
  // A span may go over sentences: words of the one that it begins in or ends in excuse it, and those inside it.
  const near = (place: Place, at: number) => sighting.sameSentence(Math.min(place.start, at), Math.max(place.end, at));
  const inSentence = (place: Place) =>
    (place.start >= span.start && place.end <= span.end) || near(place, span.start) || near(place, span.end);
  if (unless.some((concept) => sighting.places(concept).some(inSentence))) return true;
  return denials.some((concept) =>
    sighting.places(concept).some((place) => place.end <= span.start + 1 && span.start - place.end <= DENIAL_REACH),
  );
}

function checkSamples(
  source: YamlSource,
  data: StructureData,
  matchers: readonly Matcher[],
  index: ConceptIndex,
): void {
  for (const [i, rule] of data.rules.entries()) {
    const meets = (text: string) => (matchers[i] as Matcher)(index.find(text)).length > 0;
    for (const [j, text] of rule.matches.entries()) {
      if (!meets(text)) source.problem(['rules', i, 'matches', j], `${rule.id} does not match its own sample`);
    }
    for (const [j, text] of rule.near_misses.entries()) {
      if (meets(text)) source.problem(['rules', i, 'near_misses', j], `${rule.id} matches its near miss`);
    }
  }
}

function checkStraySamples(source: YamlSource, { stray_task: rule }: StructureData): void {
  for (const [j, text] of rule?.matches.entries() ?? []) {
    if (findStrayTask(text) === null)
      source.problem(['stray_task', 'matches', j], 'no stray task is found in the sample');
  }
  for (const [j, text] of rule?.near_misses.entries() ?? []) {
    if (findStrayTask(text) !== null)
      source.problem(['stray_task', 'near_misses', j], 'a stray task is found in the near miss');
  }
}
