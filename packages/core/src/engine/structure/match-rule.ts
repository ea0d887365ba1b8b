// SPDX-License-Identifier: Apache-2.0
import type { ConceptIndex, Place, Sighting } from './concept-index.ts';
import { standsSo } from './standing.ts';
import { pivotOf, type Saying, type StructureRule } from './structure-schema.ts';

/** Hits of one rule in one text. */
const MAX_HITS = 8;
/** How close before the first place a denial stands, in UTF-16 units. */
const DENIAL_REACH = 14;

export interface StructureHit extends Place {
  readonly rule: Saying;
}

/**
 * At most one hit of a rule and sentence.
 * @param spared gets the rule where its words stand together and are excused firmly
 */
export type Matcher = (sighting: Sighting, spared?: (rule: StructureRule) => void) => StructureHit[];

/** A rule, ready to match: the places of its concepts close together, and nothing that makes them innocent. */
export function matcherOf(rule: StructureRule, index: ConceptIndex): Matcher {
  const concepts = rule.all.map(index.numberOf);
  const at = rule.all.indexOf(pivotOf(rule));
  const excuseOf = excusesOf(rule, index);
  const spanFrom = rule.tight === undefined ? chain(rule, concepts, at) : pairFirst(rule, rule.tight, concepts, at);
  return (sighting, spared) => {
    const hits: StructureHit[] = [];
    let taken = -1;
    for (const place of sighting.places(concepts[at] as number)) {
      if (place.start < taken) continue;
      const span = spanFrom(place, sighting);
      if (span === null) continue;
      const excuse = excuseOf(span, sighting);
      if (excuse !== null) {
        if (excuse === 'firm') spared?.(rule);
        continue;
      }
      if (rule.stands !== undefined && !standsSo(rule.stands, sighting.text, span)) continue;
      hits.push({ rule, ...span });
      taken = span.end;
      if (hits.length >= MAX_HITS) break;
    }
    return hits;
  };
}

/** From a place of the pivot to the places of all concepts; null where one is missing. */
type Spanning = (pivot: Place, sighting: Sighting) => Place | null;

/** From the pivot outwards, the nearest place of each other concept. */
function chain(rule: StructureRule, concepts: readonly number[], at: number): Spanning {
  return (pivot, sighting) => {
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
  };
}

/** First what is done and to what, close together; then the others, which may stand in a wrapper around the two. */
function pairFirst(rule: StructureRule, tight: number, concepts: readonly number[], at: number): Spanning {
  const pair = { ...rule, within: tight, across: false };
  const loose = { ...rule, ordered: false };
  const partner = concepts[1 - at] as number;
  const others = concepts.slice(2);
  return (pivot, sighting) => {
    const apart = sighting.places(partner).filter(({ start, end }) => end <= pivot.start || start >= pivot.end);
    let span = nearest(pair, pivot, apart, pivot, sighting, at === 0 ? 'behind' : 'before');
    for (const concept of others) {
      if (span === null) return null;
      span = nearest(loose, span, sighting.places(concept), pivot, sighting, 'behind');
    }
    return span;
  };
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

/** Words behind the first place are wide: they keep a rule from speaking, and say little for the text. */
type Excuse = 'firm' | 'wide' | null;

/** What makes a span innocent in or around it. */
function excusesOf(rule: StructureRule, index: ConceptIndex): (span: Place, sighting: Sighting) => Excuse {
  const numbersOf = (names: readonly string[] | undefined) => (names ?? []).map(index.numberOf);
  const unless = numbersOf(rule.unless);
  const behind = numbersOf(rule.unless_behind);
  const inside = numbersOf(rule.unless_inside);
  const denials = numbersOf(rule.not_after);
  const reach = rule.denial_reach ?? DENIAL_REACH;
  return (span, sighting) => {
    const some = (concepts: readonly number[], holds: (place: Place) => boolean) =>
      concepts.some((concept) => sighting.places(concept).some(holds));
    // A span may go over sentences: words of the one that it begins in or ends in excuse it, and those inside it.
    const near = (place: Place, at: number) =>
      sighting.sameSentence(Math.min(place.start, at), Math.max(place.end, at));
    const within = (place: Place) => place.start >= span.start && place.end <= span.end;
    const inSentence = (place: Place) => within(place) || near(place, span.start) || near(place, span.end);
    const firm =
      some(unless, inSentence) ||
      some(inside, within) ||
      some(denials, ({ end }) => end <= span.start + 1 && span.start - end <= reach);
    if (firm) return 'firm';
    return some(behind, (place) => place.end > span.start && inSentence(place)) ? 'wide' : null;
  };
}
