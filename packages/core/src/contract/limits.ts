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
  /** Of all arrays together; no schema has more than a few hundred, and each that is wrong makes an error. */
  bodyElements: 20_000,
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
  voiceTextCodePoints: 2_000,
  voiceModeCodePoints: 32,
  /** Gateway: contract 3.1 to 3.3 and section 6. */
  agentIdCodePoints: 120,
  clientVersionCodePoints: 40,
  purposeCodePoints: 500,
  capabilities: 16,
  capabilityCodePoints: 64,
  questionCodePoints: 2_000,
  answerCodePoints: 4_000,
  grounding: 8,
  messageCodePoints: 4_000,
  historyTurns: 10,
  /** Over all turns together. */
  historyCodePoints: 8_000,
  sessionMembers: 8,
  sessionValueCodePoints: 500,
  /** Over all values together. */
  sessionCodePoints: 4_000,
  topicCodePoints: 200,
  statementCodePoints: 1_000,
  requestIdCodePoints: 64,
  preimageCodePoints: 256,
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
  handshake: 32_768,
  query: 32_768,
  voice: 32_768,
  chat: 262_144,
  pulse: 8_192,
  receipt: 65_536,
  withdrawReceipt: 8_192,
} as const;

export const POLICY_IDS = [
  'check-day',
  'verify-burst',
  'check-min',
  'ledger-min',
  'query-min',
  'query-day',
  'chat-min',
  'pulse-min',
  'voice-min',
  'receipt-hour',
  'receipt-day',
  'receipt-service-day',
  'withdraw-min',
] as const;
export type PolicyId = (typeof POLICY_IDS)[number];

export interface PolicyForm {
  /** The name that RateLimit-Policy carries. */
  readonly name: string;
  readonly quota: number;
  readonly windowS: number;
  /** `route_network`: each route counts by itself. `service`: all callers together. */
  readonly partition: 'network' | 'key' | 'route_network' | 'service';
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
const HOUR_S = 3_600;

/** Windows of 60 s count client errors too, longer ones only successes (contract 1.5). */
const policy = (
  name: string,
  quota: number,
  windowS: number,
  partition: PolicyForm['partition'] = 'network',
): Policy => ({
  free: { name, quota, windowS, partition },
  counts: windowS > 60 ? 'successes' : 'successes_and_client_errors',
});

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
  'check-min': policy('check-min', 30, 60),
  'ledger-min': policy('ledger-min', 60, 60),
  'query-min': policy('query-min', 10, 60),
  'query-day': policy('query-day', 200, DAY_S),
  'chat-min': policy('chat-min', 20, 60, 'route_network'),
  'pulse-min': policy('pulse-min', 5, 60),
  'voice-min': policy('voice-min', 10, 60),
  'receipt-hour': policy('receipt-hour', 10, HOUR_S),
  'receipt-day': policy('receipt-day', 30, DAY_S),
  'receipt-service-day': policy('receipt-service-day', 10_000, DAY_S, 'service'),
  'withdraw-min': policy('withdraw-min', 10, 60),
};
