// SPDX-License-Identifier: Apache-2.0
/** What is kept of questions and answers: counts, and hashes under a key. No interface here takes a text. */

/** One question that was answered, refused or failed. */
export interface ExchangeRecord {
  readonly atMs: number;
  /** Such as `query.answered`. */
  readonly outcome: string;
  /** Keyed, hex. */
  readonly hashes: readonly { readonly side: 'question' | 'answer'; readonly hash: string }[];
}

export interface GatewayStore {
  /** Resolves once it is on disk. Those that come together share a commit. */
  record(exchange: ExchangeRecord): Promise<void>;
  /** Whether an answer with this hash was given and is still remembered. */
  knowsAnswer(hash: string): Promise<boolean>;
  /** Sum of a count from that day on (whole days since 1970, UTC). */
  total(name: string, fromDay: number): Promise<number>;
  /** Removes what has outlived its time. Resolves to the number of rows removed. */
  sweep(nowMs: number, retention: Retention): Promise<number>;
}

/** Whole days; what is kept for a day is gone when the day after its last one begins. */
export interface Retention {
  /** Of counts. */
  readonly recordDays: number;
  /** Of hashes: the answers say it. Default 30. */
  readonly hashDays?: number;
}
