// SPDX-License-Identifier: Apache-2.0
/**
 * The mailbox of contract 3.3. The one place where the words of a stranger are kept, for their 90 days: nothing but this
 * interface takes them in, and it gives them to nobody.
 */
import type { ClaimedAnswer } from './ledger-store.ts';

/** What is known of a receipt without its words. */
export interface ReceiptRecord {
  readonly id: string;
  readonly receivedAtMs: number;
  readonly expiresAtMs: number;
  /** Hex SHA-256 of the canonical JSON of the body. */
  readonly contentHash: string;
  readonly kind: string;
  /** Its words were flagged. */
  readonly quarantined: boolean;
  /** Hex SHA-256 of the secret that withdraws it. */
  readonly commitment: string | null;
}

export interface NewReceipt extends ReceiptRecord {
  /** Canonical JSON of the body. */
  readonly content: string;
  /** The same for the same content from the same network on the same UTC day. Forgotten when that day is over. */
  readonly dayKey: string;
}

export interface ReceiptOutcome {
  /** The new one, or the one that stood under the same `dayKey`. */
  readonly receipt: ReceiptRecord;
  readonly duplicate: boolean;
}

export interface ReceiptCounts {
  readonly held: number;
  readonly quarantined: number;
  readonly receivedToday: number;
  /** Over the days that counts are kept. */
  readonly withdrawn: number;
  readonly expired: number;
}

export interface ReceiptStore {
  /**
   * Resolves once the receipt is on disk.
   * @param answerOf closes a claim on an Idempotency-Key in the same transaction; null without one
   */
  insert(receipt: NewReceipt, answerOf: (outcome: ReceiptOutcome) => ClaimedAnswer | null): Promise<ReceiptOutcome>;
  find(id: string): Promise<ReceiptRecord | null>;
  /** Removes it with all that was kept of it, stored answers too; on SQLite its bytes are overwritten. False: there was none. */
  withdraw(id: string, nowMs: number): Promise<boolean>;
  counts(nowMs: number): Promise<ReceiptCounts>;
  /** Removes for good what has expired. Resolves to the number of receipts removed. */
  sweep(nowMs: number): Promise<number>;
}
