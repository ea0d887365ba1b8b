// SPDX-License-Identifier: Apache-2.0
/** Everything that can go wrong with a model, as five kinds. Nothing that the upstream sent is in any of them. */

export type ModelFailureKind = 'unavailable' | 'timeout' | 'upstream_invalid' | 'budget_exhausted' | 'rate_limited';

/** For counters and logs: a fixed word, never a message of somebody else. */
export type ModelFailureReason = keyof typeof REASONS;

interface ReasonFacts {
  readonly kind: ModelFailureKind;
  /** Whether it says that the endpoint is in a bad way, not that one reply was. */
  readonly breaks: boolean;
  /** Whether the upstream may have done work for it, and charge. */
  readonly billed: boolean;
}

const reason = (kind: ModelFailureKind, breaks: boolean, billed: boolean): ReasonFacts => ({ kind, breaks, billed });

/**
 * What a text can bring about (a long, filtered or odd reply) must not open the breaker: one caller could take the
 * model from all others.
 */
const REASONS = {
  connect: reason('unavailable', true, false),
  tls: reason('unavailable', true, false),
  closed: reason('unavailable', true, true),
  server_error: reason('unavailable', true, false),
  refused_key: reason('unavailable', true, false),
  refused_request: reason('unavailable', true, false),
  breaker_open: reason('unavailable', false, false),
  busy: reason('unavailable', false, false),
  paused: reason('rate_limited', false, false),
  test_key: reason('unavailable', false, false),
  rate_limited: reason('rate_limited', true, false),
  deadline: reason('timeout', true, true),
  waited: reason('timeout', false, false),
  cancelled: reason('timeout', false, true),
  redirect: reason('upstream_invalid', true, false),
  content_type: reason('upstream_invalid', true, true),
  protocol: reason('upstream_invalid', true, true),
  cut_off: reason('upstream_invalid', true, true),
  too_large: reason('upstream_invalid', false, true),
  tool_call: reason('upstream_invalid', false, true),
  filtered: reason('upstream_invalid', false, true),
  empty: reason('upstream_invalid', false, true),
  budget: reason('budget_exhausted', false, false),
} as const satisfies Record<string, ReasonFacts>;

/** Follows from a limit of ours or from earlier failures: nobody needs a line in the log for each. */
export const isOurLimit = ({ reason }: ModelFailure): boolean => !REASONS[reason].breaks && !REASONS[reason].billed;

const DEFAULT_RETRY_S = 30;

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  readonly reason: ModelFailureReason;
  /** Seconds; of an exhausted budget, those to the next UTC midnight. */
  readonly retryAfterS: number;
}

/** Thrown inside this folder only; callers get the value. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly failure: ModelFailure;
  readonly facts: ReasonFacts;
  /** Seconds for which the upstream itself asked to be left alone. */
  readonly pauseS: number | null;

  constructor(why: ModelFailureReason, retryAfterS: number = DEFAULT_RETRY_S, pauseS: number | null = null) {
    super(why);
    this.facts = REASONS[why];
    this.failure = { kind: this.facts.kind, reason: why, retryAfterS };
    this.pauseS = pauseS;
  }
}
