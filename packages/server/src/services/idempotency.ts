// SPDX-License-Identifier: Apache-2.0
/** Idempotency-Key (contract 1.7): one key, one body, one answer. Scope is caller, route and key. */
import { hash } from 'node:crypto';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { canonicalJson } from '@plumbline/core/seal/jcs.ts';
import type { Claim, ClaimedAnswer, IdempotencyStore, StoredAnswer } from '../store/ledger-store.ts';
import type { Caller } from './tiers.ts';

export type { Claim, ClaimedAnswer, StoredAnswer } from '../store/ledger-store.ts';

const KEY = /^[\x20-\x7e]{1,128}$/;
/** Longer than any request of ours runs: a claim whose process died may then be taken over. */
const LEASE_MS = 60_000;

/** The right to answer for a key, with what makes the answer that will be kept. */
export interface ClaimedCall {
  readonly claim: Claim;
  readonly render: (
    data: unknown,
    usage: object | undefined,
    warnings?: readonly { readonly code: string; readonly detail: string }[],
  ) => StoredAnswer;
}

export class Idempotency {
  readonly #store: IdempotencyStore;
  readonly #nowMs: () => number;

  constructor(store: IdempotencyStore, nowMs: () => number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /**
   * @returns the claim, or the answer that was given before
   * @throws PlumblineError invalid_value for a malformed key, idempotency_in_flight, idempotency_mismatch
   */
  async claim(caller: Caller, route: string, key: string, body: unknown): Promise<Claim | StoredAnswer> {
    if (!KEY.test(key))
      throw new PlumblineError('invalid_value', {
        detail: 'Idempotency-Key takes 1 to 128 printable ASCII characters.',
      });
    const nowMs = this.#nowMs();
    const outcome = await this.#store.claim({
      scope: `${caller.partition} ${route}`,
      key,
      bodyHash: hash('sha256', canonicalJson(body), 'hex'),
      nowMs,
      leaseEndsAtMs: nowMs + LEASE_MS,
    });
    switch (outcome.status) {
      case 'claimed':
        return outcome.claim;
      case 'replay':
        return outcome.answer;
      case 'in_flight':
        throw new PlumblineError('idempotency_in_flight', { retryAfterS: 1 });
      case 'mismatch':
        throw new PlumblineError('idempotency_mismatch');
    }
  }

  async complete(claim: Claim, answer: StoredAnswer): Promise<void> {
    await this.#store.complete(claim, answer);
  }

  release(claim: Claim): Promise<void> {
    return this.#store.release(claim);
  }
}

/** Keeps the answer that a transaction built, so that what is sent is what is kept, byte for byte. */
export class AnswerKeeper {
  readonly #call: ClaimedCall;
  stored: StoredAnswer | null = null;

  constructor(call: ClaimedCall) {
    this.#call = call;
  }

  /** For an effect of the store: built inside its transaction, perhaps more than once. */
  answer(data: unknown, usage: object | undefined): ClaimedAnswer {
    const { claim, render } = this.#call;
    return {
      claim,
      build: () => {
        this.stored = render(data, usage);
        return this.stored;
      },
    };
  }
}
