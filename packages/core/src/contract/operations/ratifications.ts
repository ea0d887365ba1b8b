// SPDX-License-Identifier: Apache-2.0
import { MAX_BODY_BYTES } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { RatificationTermsSchema, RevocationSchema, SubmissionSchema } from '../schemas/ledger.ts';
import { RevocationRequestSchema, SubmissionRequestSchema } from '../schemas/requests-ledger.ts';

export const ratificationTerms = defineOperation({
  id: 'ratificationTerms',
  method: 'GET',
  path: '/api/v1/ratifications',
  tag: 'ledger',
  summary: 'What a ratification has to name',
  description: 'Origin, epoch and hash of the policy in force, and the policy itself. Council members sign offline.',
  envelope: 'v1',
  access: { kind: 'open' },
  limits: [],
  cors: 'public',
  cache: 'live',
  output: RatificationTermsSchema,
  produces: ['application/json'],
  successStatus: 200,
  errors: ['ledger_unavailable'],
  cost: 'none',
  proof: true,
  examples: [{ name: 'before the first council', expect: { status: 200, data: { policy_epoch: 0 } } }],
});

/** The statement's signatures are the authority: no key of ours adds anything to them (decision 0090). */
export const submitRatification = defineOperation({
  id: 'submitRatification',
  method: 'POST',
  path: '/api/v1/ratifications',
  tag: 'ledger',
  summary: 'Submit what council and authority have signed',
  description:
    'Takes a signed ratification, a signed policy, or the rotation of a key, signed by the old and the new one. Its ' +
    'signatures alone decide: they are checked against the policy in force, its epoch, expiry, nonce and earlier ' +
    'vetoes. Accepted, it is recorded in the ledger, and what it covers is anchored. A rejection by the ' +
    'authority is recorded as a veto. Everything else is refused with the reason.',
  envelope: 'v1',
  access: { kind: 'checked', reachesUpstreams: false, reachesLedger: true },
  limits: ['ledger-min'],
  cors: 'site',
  cache: 'live',
  body: SubmissionRequestSchema,
  maxBodyBytes: MAX_BODY_BYTES.submitRatification,
  output: SubmissionSchema,
  produces: ['application/json'],
  successStatus: 201,
  successNeeds: 'signatures of the council of the deployment',
  errors: ['ledger_unavailable', 'state_conflict'],
  cost: 'none',
  examples: [{ name: 'an envelope is needed', body: {}, expect: { status: 400, code: 'missing_member' } }],
});

export const revokeCertificate = defineOperation({
  id: 'revokeCertificate',
  method: 'POST',
  path: '/api/v1/revocations',
  tag: 'ledger',
  summary: 'Revoke or supersede a certificate',
  description: 'Writes an entry that ends the certificate for good. Its envelope and its anchor stay as they are.',
  envelope: 'v1',
  access: { kind: 'required', scope: 'ledger:anchor' },
  limits: ['ledger-min'],
  cors: 'site',
  cache: 'live',
  body: RevocationRequestSchema,
  maxBodyBytes: MAX_BODY_BYTES.revokeCertificate,
  output: RevocationSchema,
  produces: ['application/json'],
  successStatus: 201,
  successNeeds: 'a key with the scope ledger:anchor',
  errors: ['ledger_unavailable', 'state_conflict', 'not_found'],
  cost: 'none',
  examples: [{ name: 'a key is needed', body: {}, expect: { status: 401, code: 'credential_required' } }],
});
