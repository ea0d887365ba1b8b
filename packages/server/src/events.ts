// SPDX-License-Identifier: Apache-2.0
/** One function per event that an operator wants to find in the logs: the names and members are the contract of the log. */
import type { Log } from './log.ts';

export function listening(
  log: Log,
  facts: { readonly url: string; readonly store: string; readonly ruleset: string },
): void {
  log.info({ event: 'listening', ...facts }, 'listening');
}

export function draining(log: Log, signal: string): void {
  log.info({ event: 'draining', signal }, 'no new work; waiting for what is at work');
}

export function stopped(log: Log): void {
  log.info({ event: 'stopped' }, 'stopped');
}

export function backgroundFailure(log: Log, task: string, error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: '' };
  log.warn({ event: 'background_failure', task, error: { name, message } }, 'a background task failed; it runs again');
}

/** A check of health got no answer: the public one says `failed` and no more. */
export function healthFailure(log: Log, check: string, error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: '' };
  log.error({ event: 'health_failure', check, error: { name, message } }, 'a check of health fails');
}

/** What a thread for long work ends by is of the machine or of this software; what its work throws never comes here. */
export function threadWatch(log: Log, threads: string) {
  return {
    lost(reason: unknown): void {
      const { name, message } = reason instanceof Error ? reason : { name: 'unknown', message: '' };
      const told = 'a thread for long work ended before its time; new ones are tried';
      log.error({ event: 'threads_lost', threads, error: { name, message } }, told);
    },
    back(): void {
      log.info({ event: 'threads_back', threads }, 'threads do long work again');
    },
  };
}

export interface ModelFailureFacts {
  /** Names of the configuration, and fixed words: nothing that an upstream or a caller sent. */
  readonly endpoint: string;
  readonly purpose: string;
  readonly kind: string;
  readonly reason: string;
}

/** @param quiet for what follows from an earlier failure or from a limit of ours, and would fill the log */
export function modelFailure(log: Log, facts: ModelFailureFacts, quiet: boolean): void {
  log[quiet ? 'debug' : 'warn']({ event: 'model_failure', ...facts }, 'a model did not answer');
}

/** Once a day and budget: until midnight (UTC) its callers are answered 503 `budget_exhausted`, at debug level. */
export function budgetSpent(log: Log, facts: Pick<ModelFailureFacts, 'endpoint' | 'purpose'>): void {
  log.warn({ event: 'budget_spent', ...facts }, 'the budget of the day is used up');
}

/** An engine broke in a way that it should not: the class of what it threw, never its message, which could hold text. */
export function nodeFault(log: Log, fault: string): void {
  log.error({ event: 'node_fault', fault }, 'the engine of a node broke');
}

/** A key was seen in an address or a body. Neither the key nor its id is logged here; the store has the mark. */
export function leakedCredential(log: Log): void {
  log.warn({ event: 'leaked_credential' }, 'a key was sent where keys must not be; one of ours is marked for rotation');
}
