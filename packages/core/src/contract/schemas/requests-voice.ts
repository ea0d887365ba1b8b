// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { requestText } from './scalars.ts';

export const VoiceRequestSchema = Type.Object(
  {
    text: requestText(BOUNDS.voiceTextCodePoints, 'What is to be spoken.'),
    mode: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: BOUNDS.voiceModeCodePoints,
        description: '`realtime` streams sentence by sentence; any other value waits for the whole sound.',
      }),
    ),
    voice: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: BOUNDS.voiceModeCodePoints,
        description: 'One of the configured voices.',
      }),
    ),
  },
  { title: 'VoiceRequest', additionalProperties: false },
);
