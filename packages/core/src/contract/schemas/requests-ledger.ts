// SPDX-License-Identifier: Apache-2.0
/** Bodies that carry signed statements. */
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { choice } from './scalars.ts';

const CLOSED = { additionalProperties: false } as const;
const BASE64 = '^[A-Za-z0-9+/_-]*={0,2}$';

/** A DSSE envelope from a stranger: bounded before a byte of it is decoded. */
export function requestEnvelope(maxPayloadChars: number, maxSignatures: number, title: string) {
  return Type.Object(
    {
      payloadType: Type.String({ maxLength: 64 }),
      payload: Type.String({ maxLength: maxPayloadChars, pattern: BASE64, description: 'Base 64, either alphabet.' }),
      signatures: Type.Array(
        Type.Object(
          {
            keyid: Type.Optional(Type.String({ maxLength: 128 })),
            sig: Type.String({ maxLength: BOUNDS.signatureChars, pattern: BASE64 }),
          },
          { title: `${title}Signature`, ...CLOSED },
        ),
        { maxItems: maxSignatures },
      ),
    },
    { title, description: 'A DSSE envelope.', ...CLOSED },
  );
}

export const SubmissionRequestSchema = Type.Object(
  { envelope: requestEnvelope(BOUNDS.submissionPayloadChars, BOUNDS.submissionSignatures, 'SignedStatement') },
  { title: 'SubmissionRequest', ...CLOSED },
);

export const RevocationRequestSchema = Type.Object(
  {
    certificate_id: Type.String({ pattern: '^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$', description: 'Which certificate.' }),
    reason: choice(
      ['issued_in_error', 'key_compromise', 'withdrawn', 'lawful_order', 'superseded'],
      'Stands in the public statement; `superseded` needs `superseded_by`.',
    ),
    superseded_by: Type.Optional(
      Type.String({ pattern: '^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$', description: 'The certificate that replaces it.' }),
    ),
  },
  { title: 'RevocationRequest', ...CLOSED },
);
