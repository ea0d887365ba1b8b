// SPDX-License-Identifier: Apache-2.0

import type { BreakerState } from '../model-endpoint/breaker.ts';

/** Something that speaks: sentence in, MP3 frames without a tag out. */
export interface SpeechEngine {
  /** Told in the mark: program and kind of voice, no address and no account. */
  readonly name: string;
  /** Names that a caller may ask for; the first is the default. */
  readonly voices: readonly string[];
  /** Of an endpoint elsewhere, whether it is left alone after failures. */
  readonly breakerState?: BreakerState;
  /** The part of a sentence that this engine can read; empty: none of it. */
  readable(sentence: string): string;
  /**
   * @param gone ends the work when the caller has left
   * @throws PlumblineError overloaded, node_unavailable, budget_exhausted, upstream_invalid, upstream_timeout
   */
  speak(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}
