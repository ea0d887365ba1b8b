// SPDX-License-Identifier: Apache-2.0
/** Words of what harm is made of. */
import { buildConceptIndex, type ConceptIndex } from './concept-index.ts';
import { bodyOf } from './literals.ts';
import type { StructureData } from './structure-schema.ts';

/**
 * Whether a normalised text has a word of harm: one that is harm by itself, or a deed that is harm to somebody ("kill")
 * and somebody. Without words every text has one. Words that no rule has get a finder of their own, made for the first
 * text that is asked: hardly any is.
 */
export function harmNamer(harm: StructureData['harm_words'], rules: ConceptIndex): (text: string) => boolean {
  if (harm === undefined) return () => true;
  const concepts = harm.concepts.map(rules.numberOf);
  const victims = harm.victims.map(rules.numberOf);
  // However a list marks the edges of such a word.
  const deeds = new Set(harm.deeds.map((literal) => bodyOf(literal).trim()));
  let own: ConceptIndex | undefined;
  return (text) => {
    own ??= buildConceptIndex({ words: harm.words, deeds: harm.deeds });
    const mine = own.find(text);
    if (mine.places(own.numberOf('words')).length > 0) return true;
    const theirs = rules.find(text);
    const isDeed = (start: number, end: number) => deeds.has(text.slice(start, end).trim());
    if (concepts.some((concept) => theirs.places(concept).some(({ start, end }) => !isDeed(start, end)))) return true;
    return (
      mine.places(own.numberOf('deeds')).length > 0 && victims.some((concept) => theirs.places(concept).length > 0)
    );
  };
}
