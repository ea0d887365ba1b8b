// SPDX-License-Identifier: Apache-2.0
import { Type } from 'typebox';
import { certificateEnvelopeIn, isCertifyAnswer } from '../../seal/certificate-in.ts';
import { isRecord } from '../../seal/statement.ts';
import { BUNDLE_FORMATS } from '../bundle-formats.ts';
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import {
  CertificateVerificationSchema,
  DocumentVerificationSchema,
  VerifyDocumentRequestSchema,
} from '../schemas/certificate.ts';
import { choice } from '../schemas/scalars.ts';
import { FOREIGN_CERTIFICATE, FOREIGN_KEY_SET, FOREIGN_PROMPT, FOREIGN_RESPONSE } from './certificate-example.ts';

const UNKNOWN_ID = 'cert_01JZ0000000000000000000000';

/** contract section 2: an unknown certificate is an answer, not an error. */
export const verifyCertificate = defineOperation({
  id: 'verifyCertificate',
  method: 'GET',
  path: '/api/v1/verify',
  tag: 'verification',
  summary: 'What became of a certificate',
  description:
    'Derives the state of a certificate from the ledger: PREVIEW, anchored, revoked, expired or unknown, with every ' +
    'check by name. Gives no digest of a text: whoever holds the certificate has those.',
  envelope: 'v1',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  query: Type.Object({
    cert: Type.String({ pattern: '^cert_[0-7][0-9A-HJKMNP-TV-Z]{25}$', description: 'Id of the certificate.' }),
  }),
  output: CertificateVerificationSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: ['ledger_unavailable'],
  cost: 'none',
  proof: true,
  examples: [
    {
      name: 'an id that nobody issued',
      query: { cert: UNKNOWN_ID },
      expect: {
        status: 200,
        data: { certificate_id: UNKNOWN_ID, verified: false, state: 'unknown', reason: 'unknown_certificate' },
      },
    },
    { name: 'no id', expect: { status: 400, code: 'invalid_parameter' } },
    { name: 'no such form', query: { cert: 'cert_1' }, expect: { status: 400, code: 'invalid_parameter' } },
  ],
});

/** contract section 2, and the downloads of ledger.md section 9: served to whoever sends the certificate, never by id. */
export const verifyDocument = defineOperation({
  id: 'verifyDocument',
  method: 'POST',
  path: '/api/v1/verify',
  tag: 'verification',
  summary: 'Check a certificate, and the pair that it is about',
  description:
    'Checks the certificate itself, its state here, and whether prompt and response are those that were certified. ' +
    '`certificate` is the DSSE envelope; the answer of certify around it, whole or its `data`, does as well, and the rest ' +
    'of it is not read. A certificate of another deployment is checked against the `key_set` sent along; what its ledger says is for that ' +
    'deployment to tell. With `format` the answer is a proof bundle of an anchored certificate, to be checked offline: ' +
    'our own, for Sigstore verifiers, or the tlog-proof of the anchor entry. A bundle cannot show later entries: of a certificate that was revoked or ' +
    'superseded since, the field `Certificate-State` of the answer says so.',
  envelope: 'v1',
  access: { kind: 'checked', reachesUpstreams: false },
  limits: ['ledger-min'],
  cors: 'public',
  cache: 'live',
  query: Type.Object({
    format: Type.Optional(choice([...BUNDLE_FORMATS], 'A proof bundle instead of a report.')),
  }),
  body: VerifyDocumentRequestSchema,
  unwrap: (body) =>
    isRecord(body) && 'certificate' in body
      ? Object.assign(Object.create(null), body, { certificate: certificateEnvelopeIn(body.certificate) })
      : body,
  hint: (body) => (isCertifyAnswer(body) ? 'This is the answer of certify: send it as `certificate`.' : null),
  maxBodyBytes: MAX_BODY_BYTES.verifyDocument,
  output: DocumentVerificationSchema,
  produces: ['application/json', 'text/plain'],
  representations: { 'text/plain': Type.String({ description: 'A c2sp.org/tlog-proof@v1.' }) },
  successStatus: 200,
  errors: ['ledger_unavailable', 'gated', 'not_found'],
  cost: 'none',
  proof: true,
  examples: [
    {
      name: 'a certificate of another deployment, with its keys and the pair',
      body: {
        certificate: FOREIGN_CERTIFICATE,
        prompt: FOREIGN_PROMPT,
        response: FOREIGN_RESPONSE,
        key_set: FOREIGN_KEY_SET,
      },
      expect: {
        status: 200,
        data: { verified: false, signature_valid: true, pair_matches: true, reason: 'other_deployment' },
      },
    },
    {
      name: 'the same with another response',
      body: { certificate: FOREIGN_CERTIFICATE, response: 'Nothing.', key_set: FOREIGN_KEY_SET },
      expect: { status: 200, data: { verified: false, pair_matches: false } },
    },
    {
      name: 'a certificate is needed',
      body: { prompt: FOREIGN_PROMPT },
      expect: { status: 400, code: 'missing_member' },
    },
  ],
});
