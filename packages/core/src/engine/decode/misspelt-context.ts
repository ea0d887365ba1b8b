// SPDX-License-Identifier: Apache-2.0
import { pairBits } from './word-pairs.ts';

/** What a word of a sentence may have been. */
export interface Reading {
  /** In the vocabulary; -1 for the word as it stands, which is none. */
  readonly place: number;
  readonly bits: number;
}

/** Words to both sides. */
const REACH = 2;
const SWEEPS = 2;
/** Words of a sentence that are looked at so: no sentence that somebody means has more. */
const MOST_WORDS = 200;
/** What a neighbour says is believed by so much: the bits of several of them are not independent. */
const BELIEF = 0.8;

/** A second reading of a word is one within so many bits of the first. */
const CLOSE = 3;

export interface ReadSentence {
  /** Of each word the number of its likeliest reading in this sentence. */
  readonly first: Uint8Array;
  /** Of each word the number of the next likeliest where that is hardly less likely, else of the likeliest. */
  readonly second: Uint8Array;
}

/**
 * Chooses for every word of a sentence, beginning with the likeliest of each, and then by what stands around it.
 * @param words of each word what it may have been, likeliest first: one reading at least
 */
export function readInContext(words: readonly (readonly Reading[])[]): ReadSentence {
  const first = new Uint8Array(words.length);
  const places = new Int32Array(words.length);
  const open: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const readings = words[at] as readonly Reading[];
    places[at] = (readings[0] as Reading).place;
    if (readings.length > 1 && open.length < MOST_WORDS) open.push(at);
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let changed = false;
    for (const at of open) {
      const readings = words[at] as readonly Reading[];
      const best = least(readings, inPlace(places, at));
      if (best === first[at]) continue;
      changed = true;
      first[at] = best;
      places[at] = (readings[best] as Reading).place;
    }
    if (!changed) break;
  }
  const second = first.slice();
  for (const at of open)
    second[at] = secondOf(words[at] as readonly Reading[], first[at] as number, inPlace(places, at));
  return { first, second };
}

/** A reading of the same place is no second one. */
function secondOf(readings: readonly Reading[], first: number, costOf: CostOf): number {
  const { place } = readings[first] as Reading;
  const next = least(readings, (reading) => (reading.place === place ? Number.POSITIVE_INFINITY : costOf(reading)));
  return costOf(readings[next] as Reading) - costOf(readings[first] as Reading) <= CLOSE ? next : first;
}

type CostOf = (reading: Reading) => number;

/** What readings of a word cost between its neighbours as they are read now. */
function inPlace(places: Int32Array, at: number): CostOf {
  return ({ place, bits }) => {
    if (place < 0) return bits;
    let near = 0;
    for (let distance = 1; distance <= REACH; distance++) {
      const before = places[at - distance] ?? -1;
      const behind = places[at + distance] ?? -1;
      if (before >= 0) near += pairBits(before, place, distance);
      if (behind >= 0) near += pairBits(place, behind, distance);
    }
    return bits - BELIEF * near;
  };
}

function least(readings: readonly Reading[], costOf: CostOf): number {
  let best = 0;
  let cost = Number.POSITIVE_INFINITY;
  for (let i = 0; i < readings.length; i++) {
    const own = costOf(readings[i] as Reading);
    if (own >= cost) continue;
    cost = own;
    best = i;
  }
  return best;
}
