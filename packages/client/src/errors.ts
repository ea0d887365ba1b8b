// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@plumbline/core/contract/problem.ts';

/** The service refused or failed, and said why. Switch on `code`; the catalogue is in docs/reference/errors.md. */
export class PlumblineApiError extends Error {
  override readonly name = 'PlumblineApiError';
  readonly code: string;
  readonly status: number;
  /** RFC 9457 problem, as it came. */
  readonly problem: Problem;
  readonly requestId: string | null;
  /** Seconds that the service asks to wait, when it said so. */
  readonly retryAfterS: number | null;

  constructor(problem: Problem, requestId: string | null, retryAfterS: number | null) {
    super(`${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.status = problem.status;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }

  get retryable(): boolean {
    return this.problem.retryable;
  }
}

/** No answer of the service: not reached, too slow, or something between answered in its place. */
export class PlumblineConnectionError extends Error {
  override readonly name = 'PlumblineConnectionError';
  readonly reason: 'network' | 'timeout' | 'not_plumbline';
  /** HTTP status when something answered. */
  readonly status: number | null;

  constructor(reason: PlumblineConnectionError['reason'], message: string, status: number | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.status = status;
  }
}
