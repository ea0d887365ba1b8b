// SPDX-License-Identifier: Apache-2.0

/** Entries that have a key, in no order, each with its weight. */
export interface PostingList {
  readonly slots: readonly number[];
  readonly weights: readonly number[];
}

/** For each key, which entries have it and how heavily. Entries are slots, counted from 0 and used again once freed. */
export class Postings<K> {
  readonly #lists = new Map<K, { slots: number[]; weights: number[] }>();

  /** An entry is added to a key once. */
  add(key: K, slot: number, weight: number): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, { slots: [slot], weights: [weight] });
    else {
      list.slots.push(slot);
      list.weights.push(weight);
    }
  }

  remove(key: K, slot: number): void {
    const list = this.#lists.get(key);
    const at = list?.slots.indexOf(slot) ?? -1;
    if (list === undefined || at < 0) return;
    const [lastSlot, lastWeight] = [list.slots.pop() as number, list.weights.pop() as number];
    if (list.slots.length === 0) this.#lists.delete(key);
    else if (at < list.slots.length) {
      list.slots[at] = lastSlot;
      list.weights[at] = lastWeight;
    }
  }

  of(key: K): PostingList {
    return this.#lists.get(key) ?? NONE;
  }

  /** Entries that have the key. */
  count(key: K): number {
    return this.#lists.get(key)?.slots.length ?? 0;
  }
}

const NONE: PostingList = { slots: [], weights: [] };
