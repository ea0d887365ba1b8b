// SPDX-License-Identifier: Apache-2.0
import type { Settings } from '../../config-schema.ts';
import { EmbeddedVoice } from './embedded.ts';
import { SpeechEndpoint } from './endpoint.ts';
import type { SpeechEngine } from './engine.ts';

/** What the configuration says that speaks; null where nothing does. Nothing is loaded before the first text. */
export function openSpeech(voice: Settings['voice'], apiKey: string | null): SpeechEngine | null {
  const { engine, endpoint, max_queue: maxQueue, timeout_ms: timeoutMs } = voice;
  if (engine === 'embedded') return new EmbeddedVoice({ maxQueue, timeoutMs });
  if (engine === 'none' || endpoint === null) return null;
  const voices = new Map(endpoint.voices.map(({ name, upstream }) => [name, upstream]));
  return new SpeechEndpoint({ url: endpoint.url, model: endpoint.model, voices, apiKey, timeoutMs, maxQueue });
}
