// SPDX-License-Identifier: Apache-2.0
/** For each key, which entries have it and how heavily. Entries are slots, counted from 0 and used again once freed. */
export class Postings<K> {
  readonly #lists = new Map<K, Map<number, number>>();

  add(key: K, slot: number, weight: number): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, new Map([[slot, weight]]));
    else list.set(slot, weight);
  }

  remove(key: K, slot: number): void {
    const list = this.#lists.get(key);
    list?.delete(slot);
    if (list?.size === 0) this.#lists.delete(key);
  }

  /** Weight by slot. */
  of(key: K): ReadonlyMap<number, number> {
    return this.#lists.get(key) ?? NONE;
  }

  /** Entries that have the key. */
  count(key: K): number {
    return this.#lists.get(key)?.size ?? 0;
  }
}

const NONE: ReadonlyMap<number, number> = new Map();
