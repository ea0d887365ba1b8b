// SPDX-License-Identifier: Apache-2.0
/**
 * Bounds of every route (contract 1.6) and the default policies (contract 1.5). Lengths are Unicode code points after
 * JSON decoding, never bytes or UTF-16 units.
 */

/** A code point above U+FFFF is two `\uXXXX` escapes in JSON: the widest form one code point can take in a body. */
export const MAX_BYTES_PER_CODE_POINT = 12;

export const BOUNDS = {
  textCodePoints: 50_000,
  batchItems: 50,
  /** Over all items of a batch together. */
  batchCodePoints: 200_000,
  batchItemIdCodePoints: 64,
  actionCodePoints: 4_000,
  actorCodePoints: 120,
  labels: 8,
  labelCodePoints: 64,
  maxFlags: 100,
  /** Entries of `errors` in a problem. */
  fieldErrors: 20,
  /** Nesting and members of a body, checked while it is parsed (contract 1.2). */
  bodyDepth: 32,
  bodyMembers: 2_000,
  headerBytes: 16_384,
  queryBytes: 4_096,
  /** Base-64 characters of a certificate's Statement, and signatures on it. */
  certificatePayloadChars: 16_384,
  certificateSignatures: 4,
  /** An ML-DSA-44 signature has 3,228 characters of base 64. */
  signatureChars: 3_400,
  keySetKeys: 16,
  /** A ratification of 1,000 listed certificates fits. */
  submissionPayloadChars: 262_144,
  submissionSignatures: 32,
  strictRows: 500,
} as const;

/** Bytes of a body, per operation. Always above the largest legal body, so that 413 never shadows a 400. */
export const MAX_BODY_BYTES = {
  evaluate: 1_048_576,
  govern: 2_097_152,
  evaluateBatch: 4_194_304,
  checkConstitution: 131_072,
  certify: 2_097_152,
  verifyDocument: 2_097_152,
  submitRatification: 3_145_728,
  revokeCertificate: 8_192,
} as const;

export const POLICY_IDS = ['check-day', 'verify-burst', 'check-min', 'ledger-min'] as const;
export type PolicyId = (typeof POLICY_IDS)[number];

export interface PolicyForm {
  /** The name that RateLimit-Policy carries. */
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
  readonly partition: 'network' | 'key';
  /** Requests in flight at the same time; counted from the end of the schema check. */
  readonly inFlight?: number;
}

export interface Policy {
  readonly free: PolicyForm;
  /** Absent where a key changes nothing. */
  readonly keyed?: PolicyForm;
  readonly counts: 'successes' | 'successes_and_client_errors';
}

const DAY_S = 86_400;

/** Defaults; tiers, bursts and policies are configuration. Days are UTC days. */
export const DEFAULT_POLICIES: Readonly<Record<PolicyId, Policy>> = {
  'check-day': {
    free: { name: 'free-day', quota: 100, windowS: DAY_S, partition: 'network' },
    keyed: { name: 'standard-day', quota: 10_000, windowS: DAY_S, partition: 'key' },
    counts: 'successes',
  },
  'verify-burst': {
    free: { name: 'verify-burst', quota: 120, windowS: 60, partition: 'network', inFlight: 8 },
    keyed: { name: 'verify-burst', quota: 600, windowS: 60, partition: 'key', inFlight: 32 },
    counts: 'successes_and_client_errors',
  },
  'check-min': {
    free: { name: 'check-min', quota: 30, windowS: 60, partition: 'network' },
    counts: 'successes_and_client_errors',
  },
  'ledger-min': {
    free: { name: 'ledger-min', quota: 60, windowS: 60, partition: 'network' },
    counts: 'successes_and_client_errors',
  },
};
