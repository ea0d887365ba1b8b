// SPDX-License-Identifier: Apache-2.0
import type { Handler } from '../../http/call.ts';
import type { VoiceRequest } from '../../services/voice/voice.ts';
import type { RouteServices } from '../services.ts';

/** POST /api/voice. */
export const voice =
  ({ voice: speaker }: RouteServices): Handler =>
  async ({ body, gone }) => {
    const { sound, textHash } = await speaker.speak(body as VoiceRequest, gone());
    return { text: sound, type: 'audio/mpeg', headers: { 'x-text-hash': textHash, 'ai-generated': 'true' } };
  };
