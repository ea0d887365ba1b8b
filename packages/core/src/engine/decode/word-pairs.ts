// SPDX-License-Identifier: Apache-2.0
import { WORD_PAIRS } from './generated/word-pairs.ts';

export const PAIR_SLOTS = 1 << 18;
const FIRST = 0x9e3779b1;
const SECOND = 0x85ebca6b;
const DISTANCE = 0xc2b2ae35;
/** Weights are in half-bits. */
const BITS = 0.5;

/** Of two words by their places in the vocabulary, so many words apart; 32 bits. */
export function pairHash(first: number, second: number, distance: number): number {
  let hash = Math.imul(first + 1, FIRST) ^ Math.imul(second + 1, SECOND) ^ Math.imul(distance, DISTANCE);
  hash = Math.imul(hash ^ (hash >>> 15), FIRST);
  return (hash ^ (hash >>> 13)) >>> 0;
}

let slots: Uint8Array | null = null;

/** By how many bits two words are likelier so far apart than anywhere; nothing for most. One pair in thirty is taken for another. */
export function pairBits(first: number, second: number, distance: number): number {
  slots ??= Uint8Array.from(atob(WORD_PAIRS), (character) => character.charCodeAt(0));
  const hash = pairHash(first, second, distance);
  const slot = slots[(hash >>> 4) & (PAIR_SLOTS - 1)] as number;
  return slot >>> 4 === (hash & 15) ? (slot & 15) * BITS : 0;
}
