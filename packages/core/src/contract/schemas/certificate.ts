// SPDX-License-Identifier: Apache-2.0
/** contract section 2, certify and verify. */
import { Type } from 'typebox';
import { BOUNDS } from '../limits.ts';
import { ConstitutionRefSchema, StageSchema, verdictSchema } from './evaluation.ts';
import { requestEnvelope } from './requests-ledger.ts';
import { count, hex64, isoTime, nullable, openEnum, requestText, ulid, url } from './scalars.ts';

const CLOSED = { additionalProperties: false } as const;

const b64u = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]*$', description });

export const certificateId = () => ulid('cert_', 'The id of the certificate, as its Statement has it.');

export const checkpointText = () =>
  Type.String({ description: 'A signed note: origin, size and root in three lines, then signatures.' });

/** DSSE 1.0.2, as an answer gives it. */
export const EnvelopeSchema = Type.Object(
  {
    payloadType: Type.String(),
    payload: Type.String({ description: 'Base 64 of the Statement: the bytes that are hashed and signed.' }),
    signatures: Type.Array(
      Type.Object({ keyid: Type.String({ description: 'A hint: hex SHA-256 of the SPKI.' }), sig: Type.String() }),
    ),
  },
  { title: 'Envelope', description: 'DSSE over an in-toto Statement v1; the signature covers type and bytes.' },
);

export const InclusionSchema = Type.Object(
  {
    leaf: hex64('Leaf hash of the entry, which is its block hash.'),
    index: count('Index of the entry.'),
    size: count('Size of the tree that the checkpoint signs.'),
    path: Type.Array(hex64('A node.'), { description: 'RFC 9162 inclusion path, leaf side first.' }),
  },
  { title: 'Inclusion' },
);

const ChainAnchorSchema = Type.Object(
  { index: count('Index of the anchor entry.'), block_hash: hex64('Its leaf hash.'), checkpoint: checkpointText() },
  { title: 'ChainAnchor' },
);

export const CertificationSchema = Type.Object(
  {
    certificate_id: certificateId(),
    state: openEnum(['PREVIEW', 'anchored'], 'Derived from the ledger; the envelope never changes.'),
    decision: openEnum(['allow', 'rewrite', 'block', 'escalate']),
    verdict: verdictSchema(),
    subject: Type.Object({
      commitment: hex64('What the public record holds: of the canonical JSON of both digests and the salt.'),
      salt: b64u('32 random bytes.'),
      prompt_sha256: hex64('Of the exact UTF-8 bytes of the prompt.'),
      response_sha256: hex64('Of the exact UTF-8 bytes of the response.'),
    }),
    statement: b64u('The payload of the envelope.'),
    envelope: EnvelopeSchema,
    key_id: hex64('The Ed25519 issuer key: SHA-256 of its SPKI.'),
    issued_at: isoTime('When it was issued.'),
    expires_at: nullable(isoTime('Null: it does not expire.')),
    constitution: ConstitutionRefSchema,
    ruleset_hash: hex64('Over constitution, patterns, weights and thresholds.'),
    stages: Type.Array(StageSchema, { description: 'All seven.' }),
    verify_url: url('Where anybody can ask what became of it.'),
    chain_anchor: nullable(ChainAnchorSchema),
    chain_proof: Type.Optional(InclusionSchema),
  },
  { title: 'Certification', description: 'What was found about a pair; no seal of quality.' },
);

const CheckSchema = Type.Object(
  {
    name: Type.String(),
    ok: nullable(Type.Boolean({ description: 'Null: not checked, and `detail` says why.' })),
    detail: Type.String(),
  },
  { title: 'NamedCheck' },
);

const ChainEvidenceSchema = Type.Object(
  {
    block_index: count('Index of the anchor entry.'),
    block_hash: hex64('Its leaf hash.'),
    prev_hash: hex64('Leaf hash of the entry before.'),
    checkpoint: checkpointText(),
    inclusion: InclusionSchema,
    witnesses: Type.Array(
      Type.Object({ name: Type.String(), at: isoTime('When the witness saw the checkpoint, by its own clock.') }),
    ),
  },
  { title: 'ChainEvidence' },
);

const verificationMembers = () => ({
  certificate_id: nullable(Type.String({ description: 'Null where what was sent is no certificate.' })),
  verified: Type.Boolean({ description: 'True only for a certificate that is anchored, in force and proven.' }),
  state: openEnum(['anchored', 'PREVIEW', 'revoked', 'expired', 'unknown']),
  signature_valid: nullable(Type.Boolean()),
  checks: Type.Array(CheckSchema, { description: 'Every check by name; none is skipped in silence.' }),
  issued_at: Type.Optional(isoTime('When it was issued.')),
  constitution: Type.Optional(ConstitutionRefSchema),
  constitution_current: Type.Boolean({ description: 'Whether it was issued under the constitution in force.' }),
  chain_evidence: nullable(ChainEvidenceSchema),
  reason: openEnum(
    [
      'anchored',
      'preview',
      'vetoed',
      'pending_checkpoint',
      'pending_witnesses',
      'revoked',
      'superseded',
      'expired',
      'unknown_certificate',
      'erased',
      'other_deployment',
      'not_a_certificate',
      'bad_signature',
      'broken_proof',
      'ledger_broken',
      'pair_mismatch',
    ],
    'Why it is verified, or why not.',
  ),
});

export const CertificateVerificationSchema = Type.Object(verificationMembers(), { title: 'CertificateVerification' });

export const DocumentVerificationSchema = Type.Object(
  {
    ...verificationMembers(),
    pair_matches: nullable(
      Type.Boolean({
        description:
          'True only where both prompt and response were sent. Null: not both were, and none is another; the check says which were compared.',
      }),
    ),
  },
  { title: 'DocumentVerification' },
);

const JwkSchema = Type.Object(
  {
    kty: Type.String({ maxLength: 8 }),
    crv: Type.Optional(Type.String({ maxLength: 16 })),
    x: Type.Optional(Type.String({ maxLength: 64 })),
    pub: Type.Optional(Type.String({ maxLength: 1_800 })),
    alg: Type.Optional(Type.String({ maxLength: 16 })),
    kid: Type.Optional(Type.String({ maxLength: 128 })),
    use: Type.Optional(Type.String({ maxLength: 8 })),
    role: Type.Optional(Type.String({ maxLength: 16 })),
  },
  { title: 'RequestJwk', ...CLOSED },
);

export const VerifyDocumentRequestSchema = Type.Object(
  {
    certificate: requestEnvelope(BOUNDS.certificatePayloadChars, BOUNDS.certificateSignatures, 'CertificateDocument'),
    prompt: Type.Optional(requestText(BOUNDS.textCodePoints, 'The prompt that it should be about.')),
    response: Type.Optional(requestText(BOUNDS.textCodePoints, 'The response that it should be about.')),
    key_set: Type.Optional(
      Type.Object(
        { keys: Type.Array(JwkSchema, { maxItems: BOUNDS.keySetKeys }) },
        {
          title: 'RequestKeySet',
          description: 'The issuer keys of another deployment, as its /.well-known/jwks.json gives them.',
          ...CLOSED,
        },
      ),
    ),
  },
  { title: 'VerifyDocumentRequest', ...CLOSED },
);

export const JwksSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kty: openEnum(['OKP', 'AKP']),
        kid: hex64('SHA-256 of the SPKI.'),
        use: Type.Literal('sig'),
        alg: openEnum(['EdDSA', 'ML-DSA-44']),
        crv: Type.Optional(Type.String()),
        x: Type.Optional(Type.String()),
        pub: Type.Optional(Type.String()),
        role: openEnum(['issuer', 'anchor', 'log', 'test_issuer'], 'What the key may sign.'),
        retired_at: Type.Optional(
          count('Of a log key that no policy names any more: the size of the largest checkpoint that it could sign.'),
        ),
      }),
    ),
  },
  { title: 'Jwks', description: 'RFC 7517. Ed25519 after RFC 8037, ML-DSA-44 as `AKP`.' },
);
