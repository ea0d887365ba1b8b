// SPDX-License-Identifier: Apache-2.0
/** The voice that comes with the service: Flite in a thread of its own, with a bounded queue and a time limit. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { Threads, type ThreadWatch } from '../threads.ts';
import type { SpeechEngine } from './engine.ts';
import type { SpeechTask } from './flite-worker.ts';
import { speakable } from './sentences.ts';

/** Our names, and those of the recordings they were built from. */
const VOICES: Readonly<Record<string, string>> = { clear: 'slt', deep: 'rms', light: 'kal16' };
/** A thread holds some 100 MB; one that has been silent for so long is let go. */
const IDLE_MS = 120_000;
const RETRY_AFTER_S = 2;

export interface EmbeddedVoiceOptions {
  /** Sentences that may be at work or wait. */
  readonly maxQueue: number;
  /** One sentence. */
  readonly timeoutMs: number;
  readonly watch?: ThreadWatch;
}

export class EmbeddedVoice implements SpeechEngine {
  readonly name = 'flite (embedded)';
  readonly voices: readonly string[] = Object.keys(VOICES);
  readonly #options: EmbeddedVoiceOptions;
  readonly #threads: Threads;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: EmbeddedVoiceOptions) {
    this.#options = options;
    const file = new URL('./flite-worker.ts', import.meta.url).href;
    this.#threads = new Threads({ file, threads: 1, idleMs: IDLE_MS, watch: options.watch });
  }

  readable(sentence: string): string {
    return speakable(sentence);
  }

  async speak(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    if (this.#waiting >= this.#options.maxQueue)
      throw new PlumblineError('overloaded', {
        detail: 'Too many texts wait to be spoken.',
        retryAfterS: RETRY_AFTER_S,
      });
    this.#waiting++;
    const turn = this.#last.then(() => this.#run({ text: sentence, voice: VOICES[voice] as string }, gone));
    this.#last = turn.catch(() => undefined);
    try {
      return Buffer.from(await turn);
    } finally {
      this.#waiting--;
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  /** The pool ends a thread whose task is given up, so a sentence that never ends costs one thread start. */
  async #run(task: SpeechTask, gone: AbortSignal): Promise<Uint8Array> {
    const signal = AbortSignal.any([gone, AbortSignal.timeout(this.#options.timeoutMs)]);
    try {
      return (await this.#threads.run(task, { signal })) as Uint8Array;
    } catch (cause) {
      throw new PlumblineError('node_unavailable', {
        detail: 'The embedded voice could not speak this text.',
        retryAfterS: RETRY_AFTER_S,
        cause,
      });
    }
  }
}
