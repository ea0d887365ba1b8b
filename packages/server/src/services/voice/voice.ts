// SPDX-License-Identifier: Apache-2.0
/** POST /api/voice (contract section 6): judged first, then spoken; the text lives in memory only. */
import { Readable } from 'node:stream';
import type { Evaluation } from '@plumbline/core/engine/types.ts';
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { BreakerStates } from '../model-endpoint/endpoints.ts';
import type { SpeechEngine } from './engine.ts';
import { aiMark } from './mark.ts';
import { sentencesOf } from './sentences.ts';

export interface VoiceRequest {
  readonly text: string;
  /** `realtime` sends each sentence as it is spoken; anything else waits for the whole. */
  readonly mode?: string;
  readonly voice?: string;
}

export interface Speech {
  /** audio/mpeg; a stream in realtime mode. */
  readonly sound: Buffer | Readable;
  /** Hex SHA-256 of the text as it was sent. */
  readonly textHash: string;
}

export interface VoiceOptions {
  /** null: this deployment has no voice. */
  readonly engine: SpeechEngine | null;
  readonly judge: (text: string) => Evaluation;
  readonly sha256Hex: (text: string) => string;
}

const RETRY_AFTER_S = 60;

export class Voice {
  readonly #options: VoiceOptions;

  constructor(options: VoiceOptions) {
    this.#options = options;
  }

  /** What speaks, or null. */
  get engineName(): string | null {
    return this.#options.engine?.name ?? null;
  }

  /** Of a configured endpoint, by what it is for; empty where nothing can be away. */
  breakers(): BreakerStates {
    const state = this.#options.engine?.breakerState;
    return state === undefined ? {} : { speech: state };
  }

  /**
   * The first sentence is there when this resolves, so what goes wrong before it is an ordinary error.
   * @throws PlumblineError content_refused, invalid_value, node_unavailable, budget_exhausted, overloaded, upstream_invalid, upstream_timeout
   */
  async speak({ text, mode, voice }: VoiceRequest, gone: AbortSignal): Promise<Speech> {
    const engine = this.#engine();
    const name = voiceOf(engine, voice);
    this.#judge(text);
    const sentences = readableSentences(engine, text);
    const first = await engine.speak(sentences[0] as string, name, gone);
    const pieces = spoken(engine, first, sentences, name, gone);
    const sound = mode === 'realtime' ? Readable.from(pieces, { objectMode: false }) : await whole(pieces);
    return { sound, textHash: this.#options.sha256Hex(text) };
  }

  async close(): Promise<void> {
    await this.#options.engine?.close();
  }

  #engine(): SpeechEngine {
    const { engine } = this.#options;
    if (engine === null) throw unavailable('No voice is configured here.');
    return engine;
  }

  /** A text that could not be judged is not spoken: nothing here fails open. */
  #judge(text: string): void {
    const evaluation = this.#options.judge(text);
    if (evaluation.degraded) throw unavailable('The text could not be judged in full, and nothing is spoken unjudged.');
    if (evaluation.verdict !== 'fail') return;
    const worst = evaluation.flags[0];
    throw new PlumblineError('content_refused', {
      detail: `The text is not spoken: it breaks the constitution${worst === undefined ? '' : `, article ${worst.article.number} (${worst.article.title})`}.`,
      errors: [{ pointer: '/text', code: 'content_refused', detail: evaluation.summary }],
    });
  }
}

function voiceOf(engine: SpeechEngine, wanted: string | undefined): string {
  if (wanted === undefined) return engine.voices[0] as string;
  if (engine.voices.includes(wanted)) return wanted;
  const detail = `This deployment speaks with: ${engine.voices.join(', ')}.`;
  throw new PlumblineError('invalid_value', { errors: [{ pointer: '/voice', code: 'invalid_value', detail }] });
}

function readableSentences(engine: SpeechEngine, text: string): string[] {
  const sentences = sentencesOf(text)
    .map((sentence) => engine.readable(sentence))
    .filter((sentence) => sentence !== '');
  if (sentences.length > 0) return sentences;
  // No failure of ours: the same text fails the same way for ever, and whoever watches our failures should not hear of it.
  const detail = `The voice of this deployment, ${engine.name}, can read no word of this text.`;
  throw new PlumblineError('invalid_value', { errors: [{ pointer: '/text', code: 'invalid_value', detail }] });
}

/** The mark, then the sentences, each made when the one before has been handed on. */
async function* spoken(
  engine: SpeechEngine,
  first: Buffer,
  sentences: readonly string[],
  voice: string,
  gone: AbortSignal,
): AsyncGenerator<Buffer> {
  yield Buffer.concat([aiMark(engine.name), first]);
  for (const sentence of sentences.slice(1)) yield await engine.speak(sentence, voice, gone);
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

function unavailable(detail: string): PlumblineError {
  return new PlumblineError('node_unavailable', { detail, retryAfterS: RETRY_AFTER_S });
}
