// SPDX-License-Identifier: Apache-2.0
/** A speech endpoint that speaks the OpenAI protocol (POST …/audio/speech), when the operator configured one. */
import { PlumblineError } from '@plumbline/core/errors.ts';
import type { SpeechEngine } from './engine.ts';

export interface SpeechEndpointOptions {
  /** Without `/audio/speech`. */
  readonly url: string;
  readonly model: string;
  /** Our name of each voice, and the endpoint's. The first is the default. */
  readonly voices: ReadonlyMap<string, string>;
  /** Bearer credential; never logged. */
  readonly apiKey: string | null;
  /** One sentence. */
  readonly timeoutMs: number;
  /** Sentences that may be on their way at once. */
  readonly maxQueue: number;
}

/** One sentence of 300 units at 320 kbit/s lasts no minute. */
const MAX_BYTES = 2_400_000;
const RETRY_AFTER_S = 10;
/** ID3v2.4 section 3.1: ten bytes, the last four of them the size, seven bits a byte. */
const ID3_HEADER_BYTES = 10;

export class SpeechEndpoint implements SpeechEngine {
  readonly name: string;
  readonly voices: readonly string[];
  readonly #options: SpeechEndpointOptions;
  #asked = 0;

  constructor(options: SpeechEndpointOptions) {
    this.#options = options;
    this.name = `${options.model} (configured endpoint)`;
    this.voices = [...options.voices.keys()];
  }

  readable(sentence: string): string {
    return /[\p{L}\p{N}]/u.test(sentence) ? sentence : '';
  }

  async speak(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    // An endpoint that hangs must not gather the sentences of a crowd.
    if (this.#asked >= this.#options.maxQueue)
      throw new PlumblineError('overloaded', {
        detail: 'Too many texts wait to be spoken.',
        retryAfterS: RETRY_AFTER_S,
      });
    this.#asked++;
    try {
      return await this.#spoken(sentence, voice, gone);
    } finally {
      this.#asked--;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #spoken(sentence: string, voice: string, gone: AbortSignal): Promise<Buffer> {
    const late = AbortSignal.timeout(this.#options.timeoutMs);
    const signal = AbortSignal.any([gone, late]);
    try {
      const response = await this.#request(sentence, voice, signal);
      return framesOf(await bytesOf(response));
    } catch (cause) {
      if (cause instanceof PlumblineError) throw cause;
      if (late.aborted) throw new PlumblineError('upstream_timeout', { retryAfterS: RETRY_AFTER_S, cause });
      throw new PlumblineError('node_unavailable', {
        detail: 'The configured voice does not answer.',
        retryAfterS: RETRY_AFTER_S,
        cause,
      });
    }
  }

  async #request(sentence: string, voice: string, signal: AbortSignal): Promise<Response> {
    const { url, model, voices, apiKey } = this.#options;
    const response = await fetch(`${url}/audio/speech`, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'audio/mpeg',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: sentence, voice: voices.get(voice), response_format: 'mp3' }),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    // What the endpoint says of itself stays here: its text could hold anything.
    throw new Error(`the speech endpoint answered ${response.status}`);
  }
}

async function bytesOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_BYTES) throw invalid();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Without the endpoint's own tag, which may name an account; the mark is ours. */
function framesOf(bytes: Buffer): Buffer {
  const frames = bytes.toString('latin1', 0, 3) === 'ID3' ? bytes.subarray(tagLength(bytes)) : bytes;
  const isMp3 = frames.length > 4 && frames[0] === 0xff && ((frames[1] as number) & 0xe6) === 0xe2;
  if (!isMp3) throw invalid();
  return frames;
}

function tagLength(bytes: Buffer): number {
  if (bytes.length < ID3_HEADER_BYTES) return bytes.length;
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, ID3_HEADER_BYTES);
  return ID3_HEADER_BYTES + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
}

function invalid(): PlumblineError {
  return new PlumblineError('upstream_invalid', {
    detail: 'The configured voice did not answer with MP3.',
    retryAfterS: RETRY_AFTER_S,
  });
}
