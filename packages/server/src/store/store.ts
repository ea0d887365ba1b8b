// SPDX-License-Identifier: Apache-2.0
/**
 * What is kept, as narrow asynchronous interfaces. Both drivers answer them; nothing may lean on one driver answering
 * sooner than the other. No interface takes a text that was judged, an address or a plain key.
 */
import type { FlagSource, Severity, Verdict } from '@plumbline/core/engine/types.ts';
import type { GatewayStore } from './gateway-store.ts';
import type { Claim, LedgerStores, NewCertificate, StoredAnswer } from './ledger-store.ts';
import type { ModelBudgetStore } from './model-budget-store.ts';
import type { ReceiptStore } from './receipt-store.ts';

export type TierName = 'free' | 'standard' | 'enterprise';
export type KeyEnvironment = 'live' | 'test';
export type KeyState = 'active' | 'rotating' | 'revoked';

export interface Store {
  readonly driver: 'sqlite' | 'postgres';
  readonly keys: KeyStore;
  readonly usage: UsageStore;
  readonly checks: CheckStore;
  readonly salts: NetworkSaltStore;
  readonly notices: NoticeStore;
  readonly windows: WindowStore;
  readonly probe: ProbeStore;
  readonly ledger: LedgerStores;
  readonly modelBudgets: ModelBudgetStore;
  readonly gateway: GatewayStore;
  readonly receipts: ReceiptStore;
  /** Removes what has outlived its time and gives back reservations whose process died. */
  maintain(nowMs: number): Promise<MaintenanceReport>;
  close(): Promise<void>;
}

export interface MaintenanceReport {
  readonly reservationsGivenBack: number;
  readonly rowsRemoved: number;
}

/** A key as stored: never the key itself, only its HMAC under the pepper. */
export interface KeyRecord {
  /** 12 characters, public. */
  readonly id: string;
  /** Hex HMAC-SHA-256(pepper, key). */
  readonly hash: string;
  /** Id of the first key of the line: rotation keeps the quota and the invoice of the key that it replaces. */
  readonly lineId: string;
  readonly environment: KeyEnvironment;
  readonly tier: TierName;
  readonly label: string;
  readonly owner: string | null;
  readonly scopes: readonly string[];
  /** Own limits of an enterprise key; null takes those of the tier. */
  readonly limits: KeyLimits | null;
  readonly createdAtMs: number;
  /** To the minute, written lazily. */
  readonly lastUsedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly state: KeyState;
  /** Set while `rotating`: from then on the key is revoked. */
  readonly overlapEndsAtMs: number | null;
  /** Set when the key was seen where keys must not be: it wants rotation. */
  readonly leakedAtMs: number | null;
}

export interface KeyLimits {
  /** null = no limit. */
  readonly checksPerDay?: number | null;
  readonly burstPerMinute?: number;
  readonly inFlight?: number;
  /** Decimal string. */
  readonly pricePerCheck?: string;
}

export interface KeyStore {
  insert(key: KeyRecord): Promise<void>;
  find(id: string): Promise<KeyRecord | null>;
  /** Oldest first. */
  list(): Promise<KeyRecord[]>;
  /** In one transaction: the old key becomes `rotating` until `overlapEndsAtMs`, the new one is inserted. False when the old one is not active. */
  rotate(oldId: string, next: KeyRecord, overlapEndsAtMs: number): Promise<boolean>;
  /** False when there is no such key. Revoking twice is true. */
  revoke(id: string): Promise<boolean>;
  markLeaked(id: string, atMs: number): Promise<void>;
  /** Moves last-used forward, never back. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

/** One finished check as it is counted: no text, no span, no network, no key. */
export interface CheckRecord {
  readonly atMs: number;
  readonly operation: string;
  readonly tier: TierName;
  readonly verdict: Verdict;
  readonly degraded: boolean;
  readonly failOpen: boolean;
  readonly humanReview: boolean;
  readonly flags: readonly FlagRecord[];
  /** Names of stages that failed. */
  readonly failedStages: readonly string[];
}

export interface FlagRecord {
  readonly category: string;
  readonly article: number;
  readonly severity: Severity;
  readonly source: FlagSource;
  readonly patternId: string | null;
}

/** One thing that must be durable before the answer. Many of them share a commit. */
export interface CheckUnit {
  /** null: counted, but charged to nobody (operations that cost nothing). */
  readonly charge: Charge | null;
  /** Holds the charge under this id until it is settled or the lease runs out (then it is given back). */
  readonly reserve?: { readonly id: string; readonly expiresAtMs: number };
  /** Closes a reservation; `charge.units` is what was really spent, 0 gives everything back. */
  readonly settle?: { readonly id: string };
  /** Counted only when the charge is granted. */
  readonly checks: readonly CheckRecord[];
  /** Written only when the charge is granted. */
  readonly keep?: Keeping;
}

/** A certificate, and what answers the Idempotency-Key of its request, in the transaction of the charge. */
export interface Keeping {
  readonly certificate: NewCertificate;
  readonly answer?: {
    readonly claim: Claim;
    /** Called inside the transaction with the day's count, this charge in it. Must not wait for anything. */
    readonly build: (used: number) => StoredAnswer;
  };
}

export interface Charge {
  /** `key:` + line id, or `net:` + salted network. */
  readonly partition: string;
  /** Whole days since 1970, UTC. */
  readonly day: number;
  readonly units: number;
  /** The day's limit, compared inside the transaction; null = no limit. */
  readonly limit: number | null;
}

/** A refusal is a value: `granted: false`, and `used` says what stands. */
export interface CheckOutcome {
  readonly granted: boolean;
  readonly used: number;
  /** Not granted because another request has the claim of `keep`; nothing was charged. */
  readonly claimLost?: true;
}

export interface UsageStore {
  /**
   * Resolves once the unit is on disk (a refusal: once it is certain).
   * @throws PlumblineError `overloaded` when the disk is full, failing or too busy, or the queue is too long
   */
  commit(unit: CheckUnit): Promise<CheckOutcome>;
  used(partition: string, day: number): Promise<number>;
  /** Day rows of all keys, `fromDay` included, `toDay` not. */
  keyDays(fromDay: number, toDay: number): Promise<KeyDay[]>;
}

export interface KeyDay {
  readonly lineId: string;
  readonly day: number;
  readonly used: number;
}

/** An hour is a count of whole hours since 1970, UTC. */
export interface CheckHour {
  readonly hour: number;
  readonly operation: string;
  readonly tier: TierName;
  readonly verdict: Verdict;
  readonly degraded: boolean;
  readonly failOpen: boolean;
  readonly humanReview: boolean;
  readonly count: number;
}

export interface FlagHour extends FlagRecord {
  readonly hour: number;
  readonly count: number;
}

export interface StageFailureHour {
  readonly hour: number;
  readonly stage: string;
  readonly count: number;
}

export interface RecentFlag extends FlagRecord {
  /** To the minute. */
  readonly atMs: number;
  readonly operation: string;
}

/** Counters behind compliance and telemetry. Ranges include `fromHour` and leave out `toHour`. */
export interface CheckStore {
  checks(fromHour: number, toHour: number): Promise<CheckHour[]>;
  flags(fromHour: number, toHour: number): Promise<FlagHour[]>;
  stageFailures(fromHour: number, toHour: number): Promise<StageFailureHour[]>;
  /** Newest first. */
  recentFlags(limit: number): Promise<RecentFlag[]>;
}

export interface NetworkSaltStore {
  /** The salt of a day, made from `candidate` when there is none; all processes get the same. Deletes those before the day before. */
  saltOf(day: number, candidate: string): Promise<string>;
  /** Null where none was made, or it has been deleted. */
  knownSaltOf(day: number): Promise<string | null>;
}

export interface Notice {
  readonly name: string;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** Things that an operator should know and that health and doctor report. */
export interface NoticeStore {
  record(name: string, count: number, atMs: number): Promise<void>;
  list(): Promise<Notice[]>;
  clear(name: string): Promise<void>;
}

/** One cell of a shared sliding window. */
export interface WindowCell {
  readonly policy: string;
  readonly partition: string;
  /** Number of the cell: floor(time / window). */
  readonly cell: number;
  /** When the cell stops to matter. */
  readonly expiresAtMs: number;
}

export interface WindowCounts {
  readonly current: number;
  readonly previous: number;
}

/** Windows that several processes share, and those that must outlive one. */
export interface WindowStore {
  /** Adds `delta` when the two-cell sum, weighted with `previousWeight` [0..1], stays within `limit`; answers the counts as they stand. */
  add(
    cell: WindowCell,
    delta: number,
    limit: number,
    previousWeight: number,
  ): Promise<WindowCounts & { readonly added: boolean }>;
  read(cell: Omit<WindowCell, 'expiresAtMs'>): Promise<WindowCounts>;
}

export interface ProbeStore {
  /** Writes a row, reads it back and compares. @throws when the store does not work */
  check(nowMs: number): Promise<void>;
}
