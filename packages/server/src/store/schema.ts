// SPDX-License-Identifier: Apache-2.0
/** The tables as Kysely sees them. Times are integers: milliseconds, or whole hours or days since 1970, by their names. */
export interface Tables {
  migration: { number: number; name: string; applied_at_ms: number };
  api_key: KeyTable;
  usage_day: { partition: string; day: number; used: number };
  reservation: { id: string; partition: string; day: number; units: number; expires_at_ms: number };
  check_hour: CheckHourTable;
  flag_hour: FlagHourTable;
  stage_failure_hour: { hour: number; stage: string; count: number };
  recent_flag: RecentFlagTable;
  network_salt: { day: number; salt: string };
  notice: { name: string; count: number; first_at_ms: number; last_at_ms: number };
  window_cell: { policy: string; partition: string; cell: number; count: number; expires_at_ms: number };
  probe: { id: number; value: number };
  receipt: ReceiptTable;
  gateway_hash: { hash: string; side: string; day: number; count: number };
  gateway_count: { day: number; name: string; count: number };
  model_budget_day: { account: string; day: number; tokens: number; money_micro: number };
}

export interface ReceiptTable {
  id: string;
  received_at_ms: number;
  expires_at_ms: number;
  content_hash: string;
  kind: string;
  quarantined: number;
  commitment: string | null;
  /** Canonical JSON. */
  content: string;
  /** Null once its day is over. */
  day_key: string | null;
}

export interface KeyTable {
  id: string;
  hash: string;
  line_id: string;
  environment: string;
  tier: string;
  label: string;
  owner: string | null;
  /** Space separated. */
  scopes: string;
  /** JSON, or null. */
  limits: string | null;
  created_at_ms: number;
  last_used_at_ms: number | null;
  expires_at_ms: number | null;
  state: string;
  overlap_ends_at_ms: number | null;
  leaked_at_ms: number | null;
}

/** Truth values are 0 or 1: SQLite has no boolean. */
export interface CheckHourTable {
  hour: number;
  operation: string;
  tier: string;
  verdict: string;
  degraded: number;
  fail_open: number;
  human_review: number;
  count: number;
}

export interface FlagHourTable {
  hour: number;
  category: string;
  article: number;
  severity: string;
  source: string;
  /** Empty where no pattern stands behind the flag: a primary key holds no null. */
  pattern_id: string;
  count: number;
}

export interface RecentFlagTable {
  id: string;
  at_ms: number;
  operation: string;
  category: string;
  article: number;
  severity: string;
  source: string;
  pattern_id: string;
}
