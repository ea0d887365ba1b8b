// SPDX-License-Identifier: Apache-2.0

/** One entry of the RateLimit header field. */
export interface RateLimit {
  readonly policy: string;
  readonly remaining: number;
  readonly resetS: number;
}

/** `"free-day";r=99;t=41230, "verify-burst";r=119;t=60`. Entries of another form are left out. */
export function parseRateLimits(field: string | null): readonly RateLimit[] {
  if (field === null) return [];
  return [...field.matchAll(/"([a-z-]{1,40})";r=(\d{1,15});t=(\d{1,15})/g)].map(([, policy = '', r, t]) => ({
    policy,
    remaining: Number(r),
    resetS: Number(t),
  }));
}

/** Seconds, or an HTTP date turned into seconds from now (RFC 9110 section 10.2.3); null when absent or neither. */
export function parseRetryAfter(field: string | null, nowMs: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field);
  // Date.parse takes far more than HTTP dates, numbers among them.
  const atMs = /^[A-Za-z]{3,9}, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}
