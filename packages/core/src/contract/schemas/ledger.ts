// SPDX-License-Identifier: Apache-2.0
/** contract section 5: what the public record says of itself. */
import { Type } from 'typebox';
import { certificateId, checkpointText, EnvelopeSchema, InclusionSchema } from './certificate.ts';
import { count, hex64, isoTime, nullable, openEnum, url } from './scalars.ts';

export const STRICT_FIELDS = [
  'index',
  'timestamp',
  'kind',
  'block_hash',
  'prev_hash',
  'payload_hash',
  'signer_key_id',
  'bytes',
] as const;

const strictMembers = () => ({
  index: count('Position in the log.'),
  timestamp: isoTime('When the entry was signed, by the clock of the log.'),
  kind: Type.String({ description: 'Type of the entry.' }),
  block_hash: hex64('Leaf hash.'),
  prev_hash: hex64('Leaf hash of the entry before; zeros for the first.'),
  payload_hash: hex64('SHA-256 of the statement, which is kept beside the entry.'),
  signer_key_id: hex64('The first key that signed.'),
  bytes: count('Length of the entry.'),
});

export const StrictRowSchema = Type.Object(strictMembers(), { title: 'StrictRow' });

export const StrictTableSchema = Type.Object(
  {
    rows: Type.Array(
      Type.Partial(Type.Object(strictMembers()), {
        title: 'StrictTableRow',
        description: 'All members, unless `fields` names some.',
      }),
    ),
    omitted: Type.Array(Type.String(), { description: 'What the table never has: asking for it is 403.' }),
    cursor: Type.Object({
      next: nullable(Type.String({ description: 'Send as `cursor`; also in the Link field.' })),
    }),
  },
  { title: 'StrictTable' },
);

const LedgerCheckSchema = Type.Object(
  {
    name: Type.String(),
    ok: nullable(Type.Boolean()),
    detail: Type.String(),
    index: nullable(count('First entry at which it fails.')),
  },
  { title: 'LedgerCheck' },
);

export const LedgerVerificationSchema = Type.Object(
  {
    canonical_spine_valid: Type.Boolean({ description: 'Every part of the spine was checked, and each holds.' }),
    verdict: openEnum(['VALID', 'BROKEN', 'UNVERIFIED']),
    height: count('Entries in the log.'),
    blocks_checked: count('Entries that this verification read.'),
    range: Type.Object({ from: count('First entry read.'), to: count('One past the last entry read.') }),
    genesis: hex64('Leaf hash of entry 0: pin it.'),
    head: hex64('Leaf hash of the last entry.'),
    checkpoint: checkpointText(),
    signatures_valid: nullable(Type.Boolean()),
    first_error: nullable(
      Type.Object({
        index: count('First failing entry.'),
        check: Type.String(),
        expected: nullable(Type.String()),
        observed: nullable(Type.String()),
      }),
    ),
    method: openEnum(['full', 'incremental'], 'Incremental: from a size that a full scan has verified.'),
    verified_through: count('Entries that hold, those verified before included.'),
    full_scan_at: nullable(isoTime('When a full scan last ended.')),
    checks: Type.Array(LedgerCheckSchema),
    erased: Type.Array(
      Type.Object({
        index: count('The entry whose payload was erased by law. Entry, chain and proofs stand.'),
        recorded_in: count('The entry that says so.'),
      }),
      { description: 'Among the entries that this verification read; at most 1,000.' },
    ),
    verified_at: isoTime('When this verification ended.'),
    duration_ms: Type.Number({ minimum: 0 }),
    recipe: Type.Array(Type.String(), { description: 'How to do the same without us.' }),
  },
  { title: 'LedgerVerification' },
);

export const ChainStatusSchema = Type.Object(
  {
    integrity: openEnum(['valid', 'broken', 'unverified']),
    height: count('Entries in the log.'),
    head: Type.Object({
      index: count('Of the last entry.'),
      hash: hex64('Of the last entry.'),
      timestamp: isoTime(''),
    }),
    genesis: Type.Object({ hash: hex64('Of entry 0.'), timestamp: isoTime('') }),
    freshness: Type.Object({
      age_s: count('Age of the newest checkpoint, by the clock of the log.'),
      expected_max_age_s: count('A heartbeat comes at least this often.'),
      fresh: Type.Boolean(),
    }),
    checkpoint: checkpointText(),
    witnesses: Type.Array(
      Type.Object({
        name: Type.String(),
        seen_height: count('Largest size that it co-signed.'),
        at: isoTime('When, by its own clock.'),
      }),
    ),
    witness_quorum: count('Co-signatures that the policy asks for.'),
    witness_quorum_met: Type.Boolean({
      description: 'Whether so many of the witnesses that the policy names have co-signed the newest checkpoint.',
    }),
    witness_warning: Type.Optional(
      Type.String({ description: 'What is amiss with the witnesses, such as a quorum that blocks anchoring.' }),
    ),
    origin: Type.String({ description: 'Name of the log.' }),
    policy_epoch: count('Epoch of the policy in force.'),
    writer: Type.Object({
      mode: openEnum(['writing', 'refusing'], 'Refusing: the service will not sign, and health says why.'),
      lag: count('Entries that no checkpoint covers yet.'),
      reason: Type.Optional(Type.String()),
    }),
  },
  { title: 'ChainStatus' },
);

export const ChainLatestSchema = Type.Object(
  {
    block: StrictRowSchema,
    checkpoint: checkpointText(),
    confirmations: count('Who signed the checkpoint: the log, and each witness that the policy names.'),
  },
  { title: 'ChainLatest' },
);

export const InclusionProofSchema = Type.Object(
  { ...InclusionSchema.properties, root: hex64('Of the tree.'), checkpoint: nullable(checkpointText()) },
  { title: 'InclusionProof' },
);

export const ConsistencyProofSchema = Type.Object(
  {
    from: count('Size of the older tree.'),
    to: count('Size of the newer tree.'),
    from_root: hex64('Of the older tree.'),
    to_root: hex64('Of the newer tree.'),
    path: Type.Array(hex64('A node.'), { description: 'RFC 9162 consistency proof.' }),
  },
  { title: 'ConsistencyProof' },
);

export const PublicStatementSchema = Type.Object(
  {
    payload: Type.String({ description: 'Base 64; the word `erased` where it was deleted by law.' }),
    payloadType: Type.String(),
    signatures: EnvelopeSchema.properties.signatures,
  },
  { title: 'PublicStatement' },
);

export const RatificationTermsSchema = Type.Object(
  {
    log_origin: Type.String(),
    genesis: hex64('Leaf hash of entry 0.'),
    policy_epoch: count('A statement names it.'),
    policy_sha256: hex64('A statement names it.'),
    policy: Type.Unknown({ description: 'Roles, thresholds and keys in force.' }),
    issuer_key_id: hex64('What a window names.'),
    submit_url: url('Where signed statements go.'),
  },
  { title: 'RatificationTerms' },
);

export const SubmissionSchema = Type.Object(
  {
    kind: openEnum(['ratification', 'policy', 'key']),
    status: openEnum(['accepted', 'veto_recorded']),
    sha256: hex64('Of the canonical JSON of the envelope, its signatures sorted by keyid; of a policy its own hash.'),
    index: count('Its entry.'),
    block_hash: hex64('Leaf hash of its entry.'),
    certificates: Type.Array(
      Type.Object({ certificate_id: certificateId(), anchored: Type.Boolean(), index: nullable(count('Its anchor.')) }),
      { description: 'Anchored by it at once; later certificates of a window follow as they are issued.' },
    ),
  },
  { title: 'Submission' },
);

export const RevocationSchema = Type.Object(
  {
    certificate_id: certificateId(),
    state: Type.Literal('revoked'),
    reason: Type.String(),
    superseded_by: nullable(certificateId()),
    index: count('The entry that revokes it.'),
    block_hash: hex64('Its leaf hash.'),
  },
  { title: 'Revocation' },
);
