// SPDX-License-Identifier: Apache-2.0
import type { Opinion } from '@plumbline/core/engine/judge-model/opinion.ts';

/** Opinions by key, the least recently used forgotten first. Holds hashes and ranges: no text. */
export class OpinionCache {
  readonly #maxEntries: number;
  readonly #entries = new Map<string, Opinion>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Opinion | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Only what was said is remembered; that nobody answered may be over in a moment. */
  put(key: string, opinion: Opinion): void {
    if (opinion.status !== 'ok' || this.#maxEntries === 0) return;
    this.#entries.delete(key);
    if (this.#entries.size >= this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(key, { ...opinion, durationMs: 0 });
  }
}
