// SPDX-License-Identifier: Apache-2.0
import { timingSafeEqual } from 'node:crypto';
import type { KeyRecord } from '../store/store.ts';
import { isFresh } from './remembered.ts';
import type { Caller } from './tiers.ts';

/** Other processes issue and revoke: what is remembered must be old news after 5 s at most (contract 1.4). */
const FOUND_TTL_MS = 2_000;
const MISSING_TTL_MS = 1_000;
const MAX_FOUND = 10_000;
const MAX_MISSING = 10_000;

interface Found {
  readonly token: Buffer;
  readonly record: KeyRecord;
  readonly caller: Caller;
  readonly untilMs: number;
}

/** Keys that were verified a moment ago, by id, and ids that did not exist. Oldest entries go first. */
export class KeyCache {
  readonly #found = new Map<string, Found>();
  readonly #missing = new Map<string, number>();

  /** The verified key, when the very same token was seen within the last seconds. Compared in constant time. */
  get(id: string, token: string, nowMs: number): Found | null {
    const entry = this.#found.get(id);
    if (entry === undefined) return null;
    if (!isFresh(entry.untilMs, FOUND_TTL_MS, nowMs)) {
      this.#found.delete(id);
      return null;
    }
    const given = Buffer.from(token, 'latin1');
    return given.length === entry.token.length && timingSafeEqual(given, entry.token) ? entry : null;
  }

  isMissing(id: string, nowMs: number): boolean {
    return isFresh(this.#missing.get(id) ?? 0, MISSING_TTL_MS, nowMs);
  }

  put(token: string, record: KeyRecord, caller: Caller, nowMs: number): void {
    this.#found.delete(record.id);
    if (this.#found.size >= MAX_FOUND) dropOldest(this.#found);
    this.#found.set(record.id, { token: Buffer.from(token, 'latin1'), record, caller, untilMs: nowMs + FOUND_TTL_MS });
  }

  putMissing(id: string, nowMs: number): void {
    this.#missing.delete(id);
    if (this.#missing.size >= MAX_MISSING) dropOldest(this.#missing);
    this.#missing.set(id, nowMs + MISSING_TTL_MS);
  }

  /** This process changed keys: it must know at once. */
  clear(): void {
    this.#found.clear();
    this.#missing.clear();
  }
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
