// SPDX-License-Identifier: Apache-2.0
/**
 * The verification operations: judge, then count, then answer. Short texts are judged here and counted with their result
 * in one commit; long work is charged first, done in a thread, and given back when it fails. Texts live in memory only.
 */

import { type ItemFault, itemFault } from '@plumbline/core/contract/batch-rules.ts';
import { evaluate, evaluating } from '@plumbline/core/engine/evaluate.ts';
import { govern, type Ruled, ruleOnPair } from '@plumbline/core/engine/govern/govern.ts';
import { checkAction } from '@plumbline/core/engine/intent/check-action.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type {
  ActionCheck,
  ActionCheckInput,
  EvaluateOptions,
  Evaluation,
  Governance,
  Ports,
} from '@plumbline/core/engine/types.ts';
import { ERRORS } from '@plumbline/core/errors.ts';
import { recordOfEvaluation, recordOfGovernance } from './check-records.ts';
import type { TwoSteps } from './judge-model/two-steps.ts';
import type { JudgePool } from './judge-pool.ts';
import { JudgingTurns } from './judging-turns.ts';
import type { CheckRecord, Keep, Meter, Reservation } from './metering.ts';
import type { Usage } from './quota.ts';
import type { Shadow } from './shadow.ts';
import type { Caller } from './tiers.ts';
import { judgingOptions, shownEvaluation, shownGovernance } from './verification-view.ts';

export interface Counted<T> {
  readonly data: T;
  readonly usage: Usage;
}

export interface Pair {
  readonly prompt: string;
  readonly response: string;
}

/** What is made of a judged pair: rows for the commit of its charge, or an effect of its own while the charge is held. */
export type Made<T> =
  | { readonly keep: Keep; readonly result: (usage: Usage) => T }
  | { readonly effect: (usage: Usage) => Promise<T> };

/** Must not wait for anything. */
export type Make<T> = (ruled: Ruled) => Made<T>;

/** Aborted when the caller has gone away. */
export type Gone = () => AbortSignal;

export interface BatchItem {
  readonly id: string;
  readonly text: string;
}

export type BatchResult =
  | { readonly id: string; readonly ok: true; readonly evaluation: Evaluation }
  | { readonly id: string; readonly ok: false; readonly error: ItemError };

export interface ItemError {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly retryable: boolean;
}

export interface Batch {
  readonly results: readonly BatchResult[];
  readonly counts: Readonly<Record<'items' | 'pass' | 'review' | 'fail' | 'errors', number>>;
}

export interface VerificationOptions {
  readonly ruleset: Ruleset;
  readonly ports: Ports;
  readonly pool: JudgePool;
  readonly meter: Meter;
  readonly nowMs: () => number;
  /** Texts up to this many bytes are judged in the serving thread. */
  readonly inProcessBytes: number;
  /** Null where no second judge is configured. */
  readonly twoSteps: TwoSteps | null;
  /** Candidate rules that look on; null where there are none. */
  readonly shadow: Shadow | null;
}

export class Verification {
  readonly #options: VerificationOptions;
  readonly #turns = new JudgingTurns();

  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  /** @param gone asked for where it takes a while */
  async evaluate(text: string, options: EvaluateOptions, caller: Caller, gone: Gone): Promise<Counted<Evaluation>> {
    const { ruleset, ports, pool, meter, twoSteps } = this.#options;
    meter.peek(caller);
    const judging = judgingOptions(options);
    const recordOf = (done: Evaluation) => this.#recordEvaluation(done, caller);
    const slow =
      twoSteps === null ? () => pool.evaluate(text, judging) : () => twoSteps.evaluate(text, judging, caller);
    let data: Evaluation;
    let usage: Usage;
    if (this.#isSlow(text)) ({ data, usage } = await this.#charged(caller, slow, recordOf, gone()));
    else {
      // Judged here, then charged and counted in one commit. Written out: each function that waits costs by itself.
      const judged = await this.#turns.runSteps(text.length, evaluating(text, 'text', ruleset, ports, judging));
      data = judged.evaluation;
      usage = await meter.admitAndRecord({ caller, units: 1, checks: [recordOf(data)] });
    }
    // A candidate has no second judge, so it is compared with what the embedded stages say by themselves.
    this.#options.shadow?.observe(text, () => (isConsulted(data) ? evaluate(text, ruleset, ports, judging) : data));
    return { data: shownEvaluation(data, options), usage };
  }

  async govern(
    prompt: string,
    response: string,
    options: EvaluateOptions,
    caller: Caller,
    gone: Gone,
  ): Promise<Counted<Governance>> {
    const { ruleset, ports, meter } = this.#options;
    meter.peek(caller);
    const judging = judgingOptions(options);
    const recordOf = (done: Governance) => this.#recordGovernance(done, caller);
    let data: Governance;
    let usage: Usage;
    if (this.#isSlow(prompt, response)) {
      const slow = () => this.#governSlowly(prompt, response, judging, caller);
      ({ data, usage } = await this.#charged(caller, slow, recordOf, gone()));
    } else {
      data = await this.#turns.run(prompt.length + response.length, () =>
        govern(prompt, response, ruleset, ports, judging),
      );
      usage = await meter.admitAndRecord({ caller, units: 1, checks: [recordOf(data)] });
    }
    return { data: shownGovernance(data, options), usage };
  }

  /**
   * Judges a pair and makes something of it that must be on disk with its charge, such as a certificate: if either fails,
   * neither costs anything.
   */
  async governInto<T>(pair: Pair, caller: Caller, operation: string, make: Make<T>): Promise<T> {
    const { ruleset, ports, meter } = this.#options;
    const { prompt, response } = pair;
    meter.peek(caller);
    const checksOf = (ruled: Ruled) => [{ ...this.#recordGovernance(ruled, caller), operation }];
    if (this.#isSlow(prompt, response))
      return this.#reserved(caller, async (reservation) => {
        const governance = await this.#governSlowly(prompt, response, SUMMARY, caller);
        return this.#settle(reservation, make(governance), checksOf(governance));
      });
    const ruled = await this.#turns.run(prompt.length + response.length, () =>
      ruleOnPair(prompt, response, ruleset, ports, SUMMARY),
    );
    // Behind the turn: all that a slice judged is made one after the other, since signing and judging would push each other
    // out of the processor's caches as parsing does.
    const made = make(ruled);
    const checks = checksOf(ruled);
    if ('keep' in made) return made.result(await meter.admitAndRecord({ caller, units: 1, checks, keep: made.keep }));
    return this.#reserved(caller, (reservation) => this.#settle(reservation, made, checks));
  }

  /** One check for each item that got a verdict; none where the caller left before the answer. */
  async evaluateBatch(items: readonly BatchItem[], caller: Caller, gone: AbortSignal): Promise<Counted<Batch>> {
    const { meter, pool, twoSteps } = this.#options;
    meter.peek(caller);
    const faults = items.map(({ text }) => itemFault(text));
    const texts = items.filter((_, i) => faults[i] === null).map(({ text }) => text);
    const reservation = await meter.reserve(caller, texts.length);
    let settled = false;
    try {
      const evaluations = await (twoSteps === null
        ? pool.evaluateAll(texts, gone)
        : twoSteps.evaluateAll(texts, caller, gone));
      const done = gone.aborted ? [] : evaluations.filter((evaluation) => evaluation !== null);
      const checks = done.map((evaluation) => this.#recordEvaluation(evaluation, caller));
      const usage = await meter.record(reservation, done.length, checks);
      settled = true;
      return { data: batchOf(items, faults, evaluations), usage };
    } finally {
      if (!settled) await meter.giveBack(reservation);
    }
  }

  /** Costs nothing and counts nothing against the caller. */
  checkAction(input: ActionCheckInput): ActionCheck {
    const { ruleset, ports } = this.#options;
    return checkAction(input, ruleset, ports);
  }

  /** Long work: charged before it is done, so that what cannot be paid for is not done. */
  #charged<T>(
    caller: Caller,
    work: () => Promise<T>,
    recordOf: (data: T) => CheckRecord,
    gone: AbortSignal,
  ): Promise<Counted<T>> {
    return this.#reserved(caller, async (reservation) => {
      const data = await work();
      // Contract D14: only an answer 200 costs something, and there will be none.
      const checks = gone.aborted ? [] : [recordOf(data)];
      return { data, usage: await this.#options.meter.record(reservation, checks.length, checks) };
    });
  }

  /** Holds a charge around work that settles it; given back should the work fail. */
  async #reserved<T>(caller: Caller, work: (reservation: Reservation) => Promise<T>): Promise<T> {
    const { meter } = this.#options;
    const reservation = await meter.reserve(caller, 1);
    let settled = false;
    try {
      const result = await work(reservation);
      settled = true;
      return result;
    } finally {
      if (!settled) await meter.giveBack(reservation);
    }
  }

  async #settle<T>(reservation: Reservation, made: Made<T>, checks: readonly CheckRecord[]): Promise<T> {
    const { meter } = this.#options;
    if ('keep' in made) return made.result(await meter.record(reservation, 1, checks, made.keep));
    const result = await made.effect(reservation.usage);
    await meter.record(reservation, 1, checks);
    return result;
  }

  #governSlowly(prompt: string, response: string, options: EvaluateOptions, caller: Caller): Promise<Governance> {
    const { pool, twoSteps } = this.#options;
    if (twoSteps === null) return pool.govern(prompt, response, options);
    return twoSteps.govern(prompt, response, options, caller);
  }

  /** Long, or a model may have to be asked. */
  #isSlow(...texts: readonly string[]): boolean {
    if (this.#options.twoSteps !== null) return true;
    const { inProcessBytes } = this.#options;
    let units = 0;
    for (const text of texts) units += text.length;
    if (units * MOST_BYTES_PER_UNIT <= inProcessBytes) return false;
    let bytes = 0;
    for (const text of texts) bytes += Buffer.byteLength(text);
    return bytes > inProcessBytes;
  }

  #recordEvaluation(evaluation: Evaluation, caller: Caller): CheckRecord {
    return recordOfEvaluation(evaluation, caller, this.#options.nowMs(), this.#options.ruleset.thresholds);
  }

  #recordGovernance(governance: Ruled, caller: Caller): CheckRecord {
    return recordOfGovernance(governance, caller, this.#options.nowMs(), this.#options.ruleset.thresholds);
  }
}

/** In UTF-8. */
const MOST_BYTES_PER_UNIT = 3;

const isConsulted = ({ stages }: Evaluation): boolean => stages.some(({ deterministic }) => deterministic === false);

/** A certificate says what was decided; explanations are for those who ask evaluate or govern. */
const SUMMARY: EvaluateOptions = { detail: 'summary' };

/** @param evaluations of the items without a fault, in their order; null where none was made */
function batchOf(
  items: readonly BatchItem[],
  faults: readonly (ItemFault | null)[],
  evaluations: readonly (Evaluation | null)[],
): Batch {
  const counts = { items: items.length, pass: 0, review: 0, fail: 0, errors: 0 };
  const next = evaluations.values();
  const results = items.map(({ id }, i): BatchResult => {
    const fault = faults[i] ?? null;
    const evaluation = fault === null ? (next.next().value ?? null) : null;
    if (evaluation === null) {
      counts.errors++;
      return { id, ok: false, error: fault === null ? ITEM_FAILED : refusalOf(fault) };
    }
    counts[evaluation.verdict]++;
    return { id, ok: true, evaluation };
  });
  return { results, counts };
}

const refusalOf = ({ code, detail }: ItemFault): ItemError => {
  const { title, retryable } = ERRORS[code];
  return { code, title, detail, retryable };
};

/** Says no more than a 500 would. */
const ITEM_FAILED: ItemError = {
  code: 'internal',
  title: ERRORS.internal.title,
  detail: 'The text got no verdict and cost nothing. Send it again later.',
  retryable: ERRORS.internal.retryable,
};
