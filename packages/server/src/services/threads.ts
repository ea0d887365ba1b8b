// SPDX-License-Identifier: Apache-2.0
/**
 * Worker threads, which may end at any time: a file that cannot be loaded, no memory left, an exit in the middle. Piscina
 * lets such an end stop the process, or leaves what waits to wait for ever (decision 0309).
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { Piscina } from 'piscina';
import type { Answer } from './thread-answer.ts';

/** Who is told when threads end, and when they work again. */
export interface ThreadWatch {
  lost(reason: unknown): void;
  back(): void;
}

export interface ThreadsOptions {
  /** Address of a file whose default export is `answering` something. */
  readonly file: string;
  readonly threads: number;
  /** A thread that has had nothing to do for so long is let go. */
  readonly idleMs: number;
  readonly data?: unknown;
  readonly watch?: ThreadWatch | undefined;
}

export interface RunOptions {
  readonly transfer?: readonly ArrayBuffer[];
  /** Ends the thread that is at this work. */
  readonly signal?: AbortSignal;
}

interface Pool {
  readonly piscina: Piscina;
  /** Why it is given up. */
  reason: unknown;
  /** A thread of it has come as far as taking work. */
  hasLoaded: boolean;
  /** At work or waiting. */
  readonly works: Set<Promise<Answer>>;
}

const RETRY_AFTER_S = 2;
/** After threads could not even be loaded: each start of one takes a tenth of a second of processor time. */
const REST_MS = 1_000;
/** The second one finds new threads. */
const TRIES = 2;

export class Threads {
  readonly #options: ThreadsOptions;
  #pool: Pool;
  /** Earlier pools, until what is at work in them is done. */
  readonly #leaving = new Set<Promise<void>>();
  #isLost = false;
  #isClosed = false;
  #restUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: ThreadsOptions) {
    this.#options = options;
    this.#pool = this.#open();
  }

  /** Threads that are there or starting. */
  get count(): number {
    return this.#pool.piscina.threads.length;
  }

  /** A thread has ended before its time, and none has done any work since. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * What a thread makes of the task. Where the thread ends meanwhile, another one tries once more.
   * @throws whatever the work throws, as a clone
   * @throws PlumblineError overloaded, where threads end or are closed
   * @throws Error the reason of the signal
   */
  async run(task: unknown, { transfer = [], signal }: RunOptions = {}): Promise<unknown> {
    const answer = await this.#answer(task, transfer, signal);
    if ('thrown' in answer) throw answer.thrown;
    return answer.value;
  }

  async #answer(task: unknown, transfer: readonly ArrayBuffer[], signal?: AbortSignal): Promise<Answer> {
    let tries = 0;
    for (;;) {
      const pool = this.#pool;
      if (this.#isClosed || performance.now() < this.#restUntilMs) throw noThread(pool.reason);
      try {
        const answer = await this.#inPool(pool, task, transfer, signal);
        this.#works(pool);
        return answer;
      } catch (error) {
        signal?.throwIfAborted();
        this.#giveUp(pool, error);
        // What only waited behind the work of others has not been tried.
        if (!pool.hasLoaded || !isAbort(error)) tries++;
        // What was handed over has gone with the thread.
        const isGone = transfer.some(({ detached }) => detached);
        if (this.#isClosed || isGone || tries === TRIES) throw noThread(pool.reason);
      }
    }
  }

  /** What is at work is done; what waits is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([leave(this.#pool), ...this.#leaving]);
  }

  #inPool(pool: Pool, task: unknown, transfer: readonly ArrayBuffer[], signal?: AbortSignal): Promise<Answer> {
    const { works, piscina } = pool;
    const work = piscina.run(task, { transferList: [...transfer], signal: signal ?? null });
    works.add(work);
    return work.finally(() => works.delete(work));
  }

  #open(): Pool {
    const { file, threads, idleMs, data } = this.#options;
    const piscina = new Piscina({
      filename: file,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      workerData: data,
      recordTiming: false,
    });
    const pool: Pool = { piscina, reason: null, hasLoaded: false, works: new Set() };
    piscina.on('workerCreate', () => {
      pool.hasLoaded = true;
    });
    // Of a thread that had no work: it could not be loaded, or it broke by itself.
    piscina.on('error', (error) => this.#giveUp(pool, error));
    // One that ends by itself while it loads is no error to the pool, and what waited for it waits on.
    piscina.on('workerDestroy', () => setImmediate(() => this.#leaveNobodyWaiting(pool)));
    return pool;
  }

  #leaveNobodyWaiting(pool: Pool): void {
    const { queueSize, threads } = pool.piscina;
    if (queueSize > 0 && threads.length === 0) this.#giveUp(pool, new Error('a thread ended before it took any work'));
  }

  /** What waits in the pool fails at once and finds the next one; what is at work there is done first. */
  #giveUp(pool: Pool, reason: unknown): void {
    pool.reason ??= reason;
    if (pool !== this.#pool || this.#isClosed) return;
    if (!this.#isLost) this.#options.watch?.lost(reason);
    else if (!pool.hasLoaded) this.#restUntilMs = performance.now() + REST_MS;
    this.#isLost = true;
    this.#pool = this.#open();
    const left = leave(pool).finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  #works(pool: Pool): void {
    if (!this.#isLost || pool !== this.#pool) return;
    this.#isLost = false;
    this.#options.watch?.back();
  }
}

/** What waits fails at once; the threads end when what is at work is done. */
async function leave({ piscina, works }: Pool): Promise<void> {
  // Its own waiting would go on for half a minute where a thread ends meanwhile.
  piscina.close({ force: true }).catch(() => {});
  await Promise.allSettled(works);
  await piscina.destroy();
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

const noThread = (cause: unknown) =>
  new PlumblineError('overloaded', {
    detail: 'The thread that does such long work has ended before its time. Nothing was charged.',
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
