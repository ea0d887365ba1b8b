// SPDX-License-Identifier: Apache-2.0
/** What the pipeline needs from outside, and what it keeps per operation and per request. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '@plumbline/core/contract/operation.ts';
import type { PlumblineError } from '@plumbline/core/errors.ts';
import type { Log } from '../log.ts';
import type { Idempotency } from '../services/idempotency.ts';
import type { PolicyState, Usage } from '../services/quota.ts';
import type { Caller } from '../services/tiers.ts';
import type { ParseElsewhere } from './body.ts';
import type { Handler } from './call.ts';
import type { Identity } from './envelope.ts';
import type { HeaderPolicy } from './headers.ts';
import type { OverloadGuard } from './overload.ts';
import type { NoteUnavailable } from './unavailable.ts';
import type { Validation } from './validation.ts';

export interface Frame {
  readonly identity: Identity;
  readonly headers: HeaderPolicy;
  readonly log: Log;
  /** Level of the line that each request leaves. */
  readonly accessLevel: 'debug' | 'info';
  readonly noteUnavailable: NoteUnavailable;
  readonly overload: OverloadGuard;
  readonly parseElsewhere: ParseElsewhere;
  /** Value of WWW-Authenticate. */
  readonly challenge: string;
  readonly admit: Admit;
  /** Marks keys that were sent where keys must not be. */
  readonly reportLeaked: (candidates: readonly string[]) => void;
  readonly idempotency: Idempotency;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

/** Who calls, seen from the wire. */
export interface Arrival {
  readonly remoteAddress: string;
  /** Name, value, name, value, as they came: `headers` hides that a field came twice. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingHttpHeaders;
}

/**
 * Credential, then burst limit (contract 1.2).
 * @throws PlumblineError 401, 403, 429
 */
export type Admit = (operation: Operation, arrival: Arrival) => Admission | Promise<Admission>;

export interface Admission {
  readonly caller: Caller;
  /** Takes a place among those at work; called once the schema has passed. @throws PlumblineError concurrency_limited */
  enter(): void;
  /** Whether windows longer than a minute apply: then `charge` and `settle` are called. */
  readonly charges: boolean;
  /** Counts the request in them, just before the work. @throws LimitError rate_limited */
  charge(): Promise<void>;
  /**
   * Called before the answer is sent: gives back what a failure must not cost, and reads how the windows stand.
   * @param refused states that the failure itself brings, which need not be read
   */
  settle(failed: boolean, refused?: readonly PolicyState[]): Promise<void> | void;
  /** Called once at the end of every admitted request, with the status of its answer. */
  leave(status: number): void;
  /**
   * RateLimit fields for the answer.
   * @param status of a failure: some give back what the request took of short windows
   */
  fields(usage: Usage | undefined, refused?: readonly PolicyState[], status?: number): Readonly<Record<string, string>>;
  /** True when limits hold for this process only, because the shared store does not answer. */
  readonly local: boolean;
}

/** Everything about an operation that does not change from request to request. */
export interface Plan {
  readonly operation: Operation;
  readonly handler: Handler;
  readonly validation: Validation;
  readonly headers: Readonly<Record<string, string>>;
  /** The same and the media type of JSON, as name, value, name, value: the form that costs least to send. */
  readonly jsonFields: readonly string[];
  readonly jsonLines: string;
  readonly parameters: ReadonlySet<string>;
}

/** What is known of a request while it runs; filled step by step. */
export interface Progress {
  readonly requestId: string;
  /** The caller's own id of the request. */
  readonly clientRequestId: string | undefined;
  readonly startedMs: number;
  readonly traceId: string | undefined;
  admission: Admission | undefined;
  status: number;
  failure: PlumblineError | undefined;
}
