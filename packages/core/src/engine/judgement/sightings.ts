// SPDX-License-Identifier: Apache-2.0
import type { Finding } from '../types.ts';

/** UTF-16 units that are looked up together. */
const STRETCH = 256;

type Sighted = Pick<Finding, 'start_utf16' | 'end_utf16'>;

/**
 * Findings by place, so that in a text full of them each is compared with its neighbours only. Numbers are those that the
 * caller gave the findings.
 */
export class Sightings {
  readonly #byStretch = new Map<number, number[]>();
  /** Those about the whole text. */
  readonly #whole: number[] = [];
  readonly #all: number[] = [];

  add(number: number, { start_utf16: start, end_utf16: end }: Sighted): void {
    if (this.#all.at(-1) !== number) this.#all.push(number);
    if (start === null || end === null) this.#whole.push(number);
    else {
      for (let i = stretchOf(start); i <= stretchOf(end); i++) {
        const known = this.#byStretch.get(i);
        if (known === undefined) this.#byStretch.set(i, [number]);
        else if (!known.includes(number)) known.push(number);
      }
    }
  }

  /** The lowest number near a finding of which something holds; -1 where it holds of none. */
  first({ start_utf16: start, end_utf16: end }: Sighted, holds: (number: number) => boolean): number {
    if (start === null || end === null) return lowest(this.#all, holds, -1);
    let found = lowest(this.#whole, holds, -1);
    for (let i = stretchOf(start); i <= stretchOf(end); i++) {
      found = lowest(this.#byStretch.get(i) ?? NONE, holds, found);
    }
    return found;
  }
}

const NONE: readonly number[] = [];
const stretchOf = (place: number) => Math.floor(place / STRETCH);

function lowest(numbers: readonly number[], holds: (number: number) => boolean, found: number): number {
  let first = found;
  for (const number of numbers) if ((first === -1 || number < first) && holds(number)) first = number;
  return first;
}
