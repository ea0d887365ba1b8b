// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { VoiceRequestSchema } from '../schemas/requests-voice.ts';

/** Contract section 6, voice. */
export const voice = defineOperation({
  id: 'voice',
  method: 'POST',
  path: '/api/voice',
  tag: 'nodes',
  summary: 'Hear a text',
  description:
    'The text is judged first; one that breaks the constitution is refused with 422 and not spoken. The sound is MP3, ' +
    'marked as made by a machine in an ID3 tag and in `AI-Generated: true`; `X-Text-Hash` is the SHA-256 of the text. With ' +
    '`mode: "realtime"` sentences are sent as they are spoken. Nothing of the text is kept.',
  envelope: 'raw',
  access: { kind: 'checked', reachesUpstreams: true },
  limits: ['voice-min'],
  cors: 'site',
  cache: 'live',
  body: VoiceRequestSchema,
  maxBodyBytes: MAX_BODY_BYTES.voice,
  output: Type.String({ description: 'MP3.' }),
  produces: ['audio/mpeg'],
  successStatus: 200,
  errors: [
    'content_refused',
    'node_unavailable',
    'overloaded',
    'budget_exhausted',
    'upstream_invalid',
    'upstream_timeout',
  ],
  cost: 'none',
  examples: [
    {
      name: 'a sentence',
      body: { text: 'The ledger is open to everyone.' },
      expect: { status: 200, mediaType: 'audio/mpeg' },
    },
    {
      name: 'sentence by sentence',
      body: { text: 'First this. Then that.', mode: 'realtime', voice: 'light' },
      expect: { status: 200, mediaType: 'audio/mpeg' },
    },
    {
      name: 'nothing to say',
      body: { text: ' ' },
      expect: { status: 400, code: 'too_short' },
    },
  ],
});
