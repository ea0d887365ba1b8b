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
const SWEEPS = 3;
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
 * @param words of each word what it may have been: one reading at least
 */
export function readInContext(words: readonly (readonly Reading[])[]): ReadSentence {
  const first = Uint8Array.from(words, (readings) => least(readings, ({ bits }) => bits));
  const costAt = (at: number) => {
    const placeAt = (other: number) => words[other]?.[first[other] as number]?.place ?? -1;
    return ({ place, bits }: Reading) => (place < 0 ? bits : bits - BELIEF * bitsAround(place, at, placeAt));
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let changed = false;
    for (const [at, readings] of words.entries()) {
      if (readings.length === 1) continue;
      const best = least(readings, costAt(at));
      changed ||= best !== first[at];
      first[at] = best;
    }
    if (!changed) break;
  }
  const second = first.map((best, at) => secondOf(words[at] as readonly Reading[], best, costAt(at)));
  return { first, second };
}

function secondOf(readings: readonly Reading[], first: number, costOf: (reading: Reading) => number): number {
  if (readings.length === 1) return first;
  const { place } = readings[first] as Reading;
  const next = least(readings, (reading) => (reading.place === place ? Number.POSITIVE_INFINITY : costOf(reading)));
  return costOf(readings[next] as Reading) - costOf(readings[first] as Reading) <= CLOSE ? next : first;
}

function bitsAround(place: number, at: number, placeAt: (at: number) => number): number {
  let bits = 0;
  for (let distance = 1; distance <= REACH; distance++) {
    const before = placeAt(at - distance);
    const behind = placeAt(at + distance);
    if (before >= 0) bits += pairBits(before, place, distance);
    if (behind >= 0) bits += pairBits(place, behind, distance);
  }
  return bits;
}

function least(readings: readonly Reading[], costOf: (reading: Reading) => number): number {
  let best = 0;
  let cost = Number.POSITIVE_INFINITY;
  for (const [i, reading] of readings.entries()) {
    const own = costOf(reading);
    if (own >= cost) continue;
    cost = own;
    best = i;
  }
  return best;
}
