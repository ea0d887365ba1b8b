// SPDX-License-Identifier: Apache-2.0
/** Worker threads for what would hold up the serving thread: long texts and batches. A little of it is done before they are there. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PairOpinions } from '@plumbline/core/engine/govern/govern.ts';
import type {
  FirstEvaluation,
  FirstGovernance,
  FirstScreening,
} from '@plumbline/core/engine/judge-model/first-step.ts';
import type { Opinion } from '@plumbline/core/engine/judge-model/opinion.ts';
import type { Screening } from '@plumbline/core/engine/screen.ts';
import type { EvaluateOptions, Evaluation, Governance } from '@plumbline/core/engine/types.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import { type Judging, judgeTask } from './judge-task.ts';
import type { JudgeTask, ParseTask } from './judge-tasks.ts';
import { fromClone, type Parsed } from './parse-body.ts';
import type { RuleFiles } from './rule-files.ts';
import { ServingShare } from './serving-share.ts';
import { Threads, type ThreadWatch } from './threads.ts';

export interface JudgePoolOptions {
  readonly threads: number;
  /** Requests that may be at work or wait; one more is refused. */
  readonly maxJobs: number;
  /** What the threads judge by. */
  readonly rules: RuleFiles;
  /** What the serving thread judges with until a thread is there; null: it never does. */
  readonly serving: Judging | null;
  /** Monotonic. */
  readonly clockMs?: () => number;
  readonly watch?: ThreadWatch;
  /** Address of what a thread runs. */
  readonly file?: string | undefined;
}

const RETRY_AFTER_S = 2;
/** A thread holds 100 MB and more; one that has had nothing to do for so long is let go. */
const IDLE_MS = 300_000;
/** Texts of a batch go to a thread in pieces of about this many UTF-16 units, so that others get their turn between. */
const CHUNK_UNITS = 16_384;
/** Bytes: sixteen of the largest bodies. */
const MOST_PARSING = 64 * 1_048_576;
/** Longer pairs are for threads alone. */
const MOST_PAIR_UNITS = 32_768;

export class JudgePool {
  readonly #options: JudgePoolOptions;
  readonly #threads: Threads;
  readonly #share: ServingShare;
  #jobs = 0;
  /** Bytes of bodies that a thread parses, or will. */
  #parsing = 0;
  /** A thread has done something, and may be there still. */
  #hasStarted = false;
  #isStarting = false;

  constructor(options: JudgePoolOptions) {
    this.#options = options;
    this.#share = new ServingShare(options.clockMs ?? (() => performance.now()));
    this.#threads = new Threads({
      file: options.file ?? new URL('./judge-worker.ts', import.meta.url).href,
      threads: options.threads,
      idleMs: IDLE_MS,
      data: options.rules,
      watch: options.watch,
    });
  }

  /** Requests at work or waiting. */
  get jobs(): number {
    return this.#jobs;
  }

  /** Starts every thread and loads the rules in each, so that the next long text need not wait for it. */
  async warm(): Promise<void> {
    const { threads } = this.#options;
    await Promise.all(Array.from({ length: threads }, () => this.#inThread({ kind: 'batch', texts: ['warm'] })));
  }

  /** Worker threads that are there or starting. */
  get threads(): number {
    return this.#threads.count;
  }

  /** Threads end before their time, and none has done any work since. Starts one then: the next answer knows whether it works. */
  areThreadsLost(): boolean {
    const { isLost } = this.#threads;
    if (isLost) this.#startThread();
    return isLost;
  }

  /** @throws PlumblineError overloaded */
  evaluate(text: string, options: EvaluateOptions, opinion?: Opinion): Promise<Evaluation> {
    const task = { kind: 'evaluate', text, options, ...(opinion !== undefined && { opinion }) } as const;
    return this.#job(() => this.#run(task) as Promise<Evaluation>);
  }

  /** With what to ask the second judge. @throws PlumblineError overloaded */
  evaluateFirst(text: string, options: EvaluateOptions): Promise<FirstEvaluation> {
    return this.#job(() => this.#run({ kind: 'evaluateFirst', text, options }) as Promise<FirstEvaluation>);
  }

  /** @throws PlumblineError overloaded */
  govern(prompt: string, response: string, options: EvaluateOptions, opinions: PairOpinions = {}): Promise<Governance> {
    return this.#job(() => this.#run({ kind: 'govern', prompt, response, options, opinions }) as Promise<Governance>);
  }

  /** With what to ask the second judge. @throws PlumblineError overloaded */
  governFirst(prompt: string, response: string, options: EvaluateOptions): Promise<FirstGovernance> {
    return this.#job(() => this.#run({ kind: 'governFirst', prompt, response, options }) as Promise<FirstGovernance>);
  }

  /** @throws PlumblineError overloaded */
  screen(text: string, opinion?: Opinion): Promise<Screening> {
    const task = { kind: 'screen' as const, text, ...(opinion !== undefined && { opinion }) };
    return this.#job(() => this.#run(task) as Promise<Screening>);
  }

  /** With what to ask the second judge. @throws PlumblineError overloaded */
  screenFirst(text: string): Promise<FirstScreening> {
    return this.#job(() => this.#run({ kind: 'screenFirst', text }) as Promise<FirstScreening>);
  }

  /**
   * One evaluation for each text, null where it failed. A batch has one thread's worth of work in the queue at a time.
   * @param gone stops the work between two pieces; the rest is null
   * @throws PlumblineError overloaded, also where threads end before any text has a verdict
   */
  evaluateAll(texts: readonly string[], gone: AbortSignal): Promise<(Evaluation | null)[]> {
    return this.#job(async () => {
      const results: (Evaluation | null)[] = [];
      let lost: unknown;
      for (const piece of piecesOf(texts)) {
        const done = gone.aborted
          ? null
          : await this.#run({ kind: 'batch', texts: piece }).catch((error: unknown) => {
              lost = error;
              return null;
            });
        results.push(...((done as (Evaluation | null)[] | null) ?? piece.map(() => null)));
      }
      if (lost !== undefined && results.every((result) => result === null)) throw lost;
      return results;
    });
  }

  /**
   * The value of a large body, by a thread, whose the bytes are from then on; null where no thread is there yet.
   * @throws PlumblineError as parseBody; overloaded where too many bytes wait
   */
  parse(bytes: Buffer<ArrayBuffer>): Promise<unknown> | null {
    return this.#hasThread() ? this.#parse(bytes) : null;
  }

  async #parse(bytes: Buffer<ArrayBuffer>): Promise<unknown> {
    const { length } = bytes;
    if (this.#parsing + length > MOST_PARSING)
      throw new PlumblineError('overloaded', { detail: 'Too many large bodies wait.', retryAfterS: RETRY_AFTER_S });
    this.#parsing += length;
    try {
      const task: ParseTask = { kind: 'parse', bytes };
      return fromClone((await this.#threads.run(task, { transfer: [bytes.buffer] })) as Parsed);
    } finally {
      this.#parsing -= length;
    }
  }

  async close(): Promise<void> {
    await this.#threads.close();
  }

  async #run(task: JudgeTask): Promise<unknown> {
    const { serving } = this.#options;
    if (serving === null || isLongPair(task) || this.#hasThread()) return this.#inThread(task);
    // Others get their turn between two long texts.
    await nextTurn();
    const here = this.#share.take(() => judgeTask(task, serving));
    if (this.#share.isThreadWorthIt) this.#startThread();
    return here === null ? this.#inThread(task) : here.done;
  }

  /** One that can judge at once: a start takes a second and more. */
  #hasThread(): boolean {
    this.#hasStarted &&= this.threads > 0;
    return this.#hasStarted;
  }

  #startThread(): void {
    if (this.#isStarting || this.#hasThread()) return;
    this.#isStarting = true;
    const isOver = () => {
      this.#isStarting = false;
    };
    // A thread that cannot start says so to the text that is handed to it.
    this.#inThread({ kind: 'batch', texts: ['start'] }).then(isOver, isOver);
  }

  async #inThread(task: JudgeTask): Promise<unknown> {
    const result = await this.#threads.run(task);
    this.#hasStarted = true;
    return result;
  }

  async #job<T>(work: () => Promise<T>): Promise<T> {
    if (this.#jobs >= this.#options.maxJobs)
      throw new PlumblineError('overloaded', { detail: 'Too many long texts wait.', retryAfterS: RETRY_AFTER_S });
    this.#jobs++;
    try {
      return await work();
    } finally {
      this.#jobs--;
    }
  }
}

/** Of pairs that are written to be slow the rewriting grows faster than their length: half a second at the longest. */
const isLongPair = (task: JudgeTask): boolean =>
  'prompt' in task && task.prompt.length + task.response.length > MOST_PAIR_UNITS;

function* piecesOf(texts: readonly string[]): Generator<readonly string[]> {
  let piece: string[] = [];
  let units = 0;
  for (const text of texts) {
    if (piece.length > 0 && units + text.length > CHUNK_UNITS) {
      yield piece;
      piece = [];
      units = 0;
    }
    piece.push(text);
    units += text.length;
  }
  if (piece.length > 0) yield piece;
}
