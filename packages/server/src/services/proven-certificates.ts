// SPDX-License-Identifier: Apache-2.0

/** Bytes that were changed in the store behind a proof are noticed after this long, and by the audit of the ledger. */
const KEPT_MS = 60_000;
const MAX_KEPT = 2_000;

/**
 * What was proven a moment ago, under the very bytes that were proven: certificate, entry, path and checkpoint. A proof of the
 * same bytes comes out the same, so asking again need not check a dozen signatures anew. What may change at any moment,
 * revocation and expiry, is no part of it.
 */
export class ProvenCertificates<T> {
  readonly #kept = new Map<string, { readonly untilMs: number; readonly proven: T }>();

  /** @param key hash of the bytes */
  get(key: string, nowMs: number): T | null {
    const found = this.#kept.get(key);
    if (found === undefined) return null;
    if (found.untilMs > nowMs && found.untilMs <= nowMs + KEPT_MS) return found.proven;
    this.#kept.delete(key);
    return null;
  }

  put(key: string, proven: T, nowMs: number): void {
    this.#kept.delete(key);
    if (this.#kept.size >= MAX_KEPT) this.#dropOldest();
    this.#kept.set(key, { untilMs: nowMs + KEPT_MS, proven });
  }

  #dropOldest(): void {
    for (const key of this.#kept.keys()) {
      this.#kept.delete(key);
      return;
    }
  }
}
