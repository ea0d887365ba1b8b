// SPDX-License-Identifier: Apache-2.0

/** Entries that have a key, in no order, each with its weight. */
export interface PostingList {
  readonly slots: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

interface OpenList {
  readonly slots: number[];
  readonly weights: number[];
}

/** All lists one after the other: a fifth of the room that open lists take. */
interface Packed<K> {
  readonly order: ReadonlyMap<K, number>;
  readonly starts: Uint32Array;
  readonly slots: Uint32Array;
  readonly weights: Float32Array;
}

/** For each key, which entries have it and how heavily. Entries are slots, counted from 0 and used again once freed. */
export class Postings<K> {
  #open = new Map<K, OpenList>();
  #packed: Packed<K> | null = null;

  /** An entry is added to a key once. */
  add(key: K, slot: number, weight: number): void {
    this.#unpack();
    const list = this.#open.get(key);
    if (list === undefined) this.#open.set(key, { slots: [slot], weights: [weight] });
    else {
      list.slots.push(slot);
      list.weights.push(weight);
    }
  }

  remove(key: K, slot: number): void {
    this.#unpack();
    const list = this.#open.get(key);
    const at = list?.slots.indexOf(slot) ?? -1;
    if (list === undefined || at < 0) return;
    const [lastSlot, lastWeight] = [list.slots.pop() as number, list.weights.pop() as number];
    if (list.slots.length === 0) this.#open.delete(key);
    else if (at < list.slots.length) {
      list.slots[at] = lastSlot;
      list.weights[at] = lastWeight;
    }
  }

  of(key: K): PostingList {
    if (this.#packed === null) return this.#open.get(key) ?? NONE;
    const { order, starts, slots, weights } = this.#packed;
    const at = order.get(key);
    if (at === undefined) return NONE;
    const [from, to] = [starts[at], starts[at + 1]];
    return { slots: slots.subarray(from, to), weights: weights.subarray(from, to) };
  }

  /** Entries that have the key. */
  count(key: K): number {
    return this.of(key).slots.length;
  }

  /** Makes the lists small; the next change opens them again. */
  pack(): void {
    if (this.#packed !== null) return;
    const lists = [...this.#open.values()];
    const starts = new Uint32Array(lists.length + 1);
    for (const [i, { slots }] of lists.entries()) starts[i + 1] = (starts[i] as number) + slots.length;
    const size = starts.at(-1) as number;
    const packed = { starts, slots: new Uint32Array(size), weights: new Float32Array(size) };
    for (const [i, { slots, weights }] of lists.entries()) {
      packed.slots.set(slots, starts[i]);
      packed.weights.set(weights, starts[i]);
    }
    this.#packed = { ...packed, order: new Map([...this.#open.keys()].map((key, i) => [key, i])) };
    this.#open = new Map();
  }

  #unpack(): void {
    if (this.#packed === null) return;
    for (const key of this.#packed.order.keys()) {
      const { slots, weights } = this.of(key);
      this.#open.set(key, { slots: Array.from(slots), weights: Array.from(weights) });
    }
    this.#packed = null;
  }
}

const NONE: PostingList = { slots: [], weights: [] };
