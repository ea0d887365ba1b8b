// SPDX-License-Identifier: Apache-2.0
import type { Reading } from './misspelt-context.ts';
import { correctionsOf, LONGEST_WORD, SLIPS } from './misspelt-words.ts';
import { SHORTEST, type Slips, STRANGE, strangeBits, type Unknown } from './slip-shares.ts';
import { englishWords } from './vocabulary.ts';
import { isForeign } from './word-marks.ts';

/** Readings of a word beyond these are too unlikely for any neighbour to speak for. */
const MOST_READINGS = 12;
/** Share of unknown words from which on known ones may be others misspelt: one slip in ten leaves a word. */
const MAY_BE_OTHERS = 0.3;
/** Of the words; where so many have lost their vowels, a letter may be all that is left of one. */
const MOSTLY = 0.5;
const LETTER_WORD_BITS = 11;

/** What each word of a sentence may have been, likeliest first, given how its words are misspelt; each word, in small letters, is looked up once. */
export function readingsOf(
  unknown: readonly Unknown[],
  { corrections, shares }: Slips,
  unknownShare: number,
): (word: string) => readonly Reading[] {
  const { places, bits, common } = englishWords();
  const unknownBy = new Map(unknown.map((one) => [one.word, one]));
  const letters = (shares[SLIPS.vowels] as number) >= MOSTLY;
  const known = new Map<string, readonly Reading[]>();

  function make(word: string): readonly Reading[] {
    const place = places.get(word) ?? -1;
    if (word.length === 1) return [letters ? wordOfLetter(word) : { place, bits: 0 }];
    const strange = unknownBy.get(word);
    if (strange !== undefined) {
      if (word.length > LONGEST_WORD) return [{ place, bits: 0 }];
      return withOthers(word, { place: -1, bits: strangeBits(strange) - Math.log2(shares[STRANGE] as number) });
    }
    if (place < 0 || word.length < SHORTEST || unknownShare < MAY_BE_OTHERS) return [{ place, bits: 0 }];
    const kept = Math.log2((1 - unknownShare) / unknownShare);
    return withOthers(word, { place, bits: (bits[place] as number) - kept });
  }

  function withOthers(word: string, own: Reading): readonly Reading[] {
    // "ikke" is no slur in another order.
    const { options: all } = corrections.get(word) ?? correctionsOf(word);
    const options = all.filter(({ place }) => place < common || !isForeign(word));
    const others = options.map(({ place, slip, bits }) => ({ place, bits: bits - Math.log2(shares[slip] as number) }));
    return [own, ...others].sort((a, b) => a.bits - b.bits).slice(0, MOST_READINGS);
  }

  return (word) => {
    const readings = known.get(word) ?? make(word);
    known.set(word, readings);
    return readings;
  };
}

/** Its own where no word is likely. */
function wordOfLetter(letter: string): Reading {
  const { places, bits } = correctionsOf(letter);
  const likely = (bits[SLIPS.vowels] as number) < LETTER_WORD_BITS;
  return { place: likely ? (places[SLIPS.vowels] as number) : -1, bits: 0 };
}
