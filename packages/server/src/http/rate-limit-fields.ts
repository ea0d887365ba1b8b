// SPDX-License-Identifier: Apache-2.0
/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers. It is an active draft: its names stand here and nowhere else.
 */
import type { PolicyState } from '../services/quota.ts';

export const RATE_LIMIT_POLICY = 'RateLimit-Policy';
export const RATE_LIMIT = 'RateLimit';
export const RETRY_AFTER = 'Retry-After';

/** Problem types that the draft registers: a limit of the caller, and load that is shed. */
export const QUOTA_EXCEEDED_TYPE = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
export const REDUCED_CAPACITY_TYPE = 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity';

/**
 * Structured fields (RFC 9651) for the limits that apply to an answer, the given order kept.
 * @param legacy also the X-RateLimit-* fields, for the policy that is nearest to its end
 * @returns no members when no limit applies
 */
export function rateLimitFields(states: readonly PolicyState[], legacy = false): Record<string, string> {
  if (states.length === 0) return {};
  let policies = '';
  let standing = '';
  for (const { name, limit, windowS, remaining, resetS } of states) {
    if (policies !== '') {
      policies += ', ';
      standing += ', ';
    }
    policies += `"${name}";q=${limit};w=${windowS}`;
    standing += `"${name}";r=${remaining};t=${resetS}`;
  }
  const fields: Record<string, string> = { [RATE_LIMIT_POLICY]: policies, [RATE_LIMIT]: standing };
  return legacy ? { ...fields, ...legacyFields(states) } : fields;
}

function legacyFields(states: readonly PolicyState[]): Record<string, string> {
  const tightest = states.reduce((a, b) => (b.remaining / b.limit < a.remaining / a.limit ? b : a));
  return {
    'X-RateLimit-Limit': String(tightest.limit),
    'X-RateLimit-Remaining': String(tightest.remaining),
    'X-RateLimit-Reset': String(tightest.resetS),
  };
}
