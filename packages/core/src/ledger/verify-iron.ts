// SPDX-License-Identifier: Apache-2.0
/** Verifies an `.iron.json` bundle from a pinned genesis hash, an origin and the keys that the verifier trusts. No network. */
import { bytesEqual } from '../seal/bytes.ts';
import type { Certificate } from '../seal/certificate.ts';
import type { Crypto } from '../seal/crypto.ts';
import { FormatError } from '../seal/format-error.ts';
import { toHex } from '../seal/hex.ts';
import type { Ratification } from '../seal/ratification-statement.ts';
import { requireCopies } from './bundle-members.ts';
import { type CertificateCheck, type CheckedCertificate, checkCertificate } from './check-certificate.ts';
import {
  type CheckpointCheck,
  checkCheckpoint,
  checkpointKeys,
  checkWitnesses,
  claimedSize,
  type Pins,
} from './check-checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type Check, Checks, type Recipe, requireThat } from './checks.ts';
import { parseEntryHeader } from './entry.ts';
import { type IronBundle, type ProvenEntry, parseIronBundle } from './iron-bundle.ts';
import { type LoggedStatement, readLogged } from './logged.ts';
import { leafHash } from './merkle.ts';
import { meetsThreshold } from './policy.ts';
import {
  extendPolicyChain,
  issuerKeysOf,
  openPolicyChain,
  type PolicyChain,
  policyAt,
  signsTwiceAt,
} from './policy-chain.ts';
import { verifyInclusion } from './proof.ts';
import { acceptRatification, anchoringProblem } from './ratification.ts';

type IronCheck =
  | CertificateCheck
  | CheckpointCheck
  | 'bundle_form'
  | 'genesis_pin'
  | 'policy_chain'
  | 'policy_inclusion'
  | 'anchor_entry'
  | 'statement_signatures'
  | 'anchor_inclusion'
  | 'ratification_entry'
  | 'ratification_inclusion'
  | 'ratification_accepted'
  | 'anchor_names_ratification'
  | 'anchor_names_certificate'
  | 'certificate_key_ids'
  | 'not_revoked';

export const IRON_RECIPE: Recipe<IronCheck> = {
  required: [
    'bundle_form',
    'genesis_pin',
    'policy_chain',
    'checkpoint_signature',
    'policy_inclusion',
    'anchor_entry',
    'anchor_inclusion',
    'certificate_form',
    'issuer_signature',
    'certificate_key_ids',
    'anchor_names_certificate',
    'ratification_entry',
    'ratification_inclusion',
    'ratification_accepted',
    'anchor_names_ratification',
    'statement_signatures',
  ],
  optional: [
    'issuer_signature_mldsa44',
    'checkpoint_signature_mldsa44',
    'witness_quorum',
    'certificate_not_expired',
    'pair_matches',
    'not_revoked',
  ],
};

export interface VerifyOptions {
  /** Null: no clock, so expiry is not checked. */
  readonly nowMs: number | null;
  readonly prompt?: string | undefined;
  readonly response?: string | undefined;
  /** Of the issuer itself, which makes the second signature when it hands a bundle out: why there is none yet. */
  readonly secondMayLack?: string | undefined;
}

export interface BundleReport {
  readonly verified: boolean;
  readonly form: 'iron' | 'sigstore' | 'tlog-proof' | 'certificate' | 'unknown';
  readonly checks: readonly Check[];
  readonly certificate: Certificate | null;
  readonly checkpoint: Checkpoint | null;
}

/** Never throws for what a stranger sent. @throws FormatError for pins that are no keys */
export function verifyIronBundle(value: unknown, pins: Pins, options: VerifyOptions, crypto: Crypto): BundleReport {
  const checks = new Checks(IRON_RECIPE);
  const bundle = checks.attempt('bundle_form', () => [parseIronBundle(value), 'version 1']);
  checks.set('not_revoked', null, 'a bundle cannot show later entries: ask the log');
  if (!bundle) return report(checks, null, null);
  const proven = verifyAnchor(checks, bundle, pins, crypto);
  if (!proven) return report(checks, null, null);
  checkCopies(checks, bundle, crypto);
  const { chain, anchor, checkpoint } = proven;
  const input = {
    envelope: bundle.certificate,
    issuerKeysAt: (issuedAt: string) => issuerKeysOf(chain, issuedAt),
    ...options,
    secondMayLack: (issuedAt: string) =>
      signsTwiceAt(chain, issuedAt)
        ? (options.secondMayLack ?? null)
        : 'the issuer had no ML-DSA-44 key when it issued it',
  };
  const certificate = checkCertificate(checks, input, crypto);
  if (certificate) checkKeyIds(checks, certificate);
  const ratification = verifyRatification(checks, bundle.ratification, proven, pins, crypto);
  if (certificate) checkAnchorNames(checks, certificate, ratification, anchor, chain);
  return report(checks, certificate?.certificate ?? null, checkpoint);
}

function report(
  checks: Checks<IronCheck>,
  certificate: Certificate | null,
  checkpoint: Checkpoint | null,
): BundleReport {
  return { verified: checks.verified, form: 'iron', checks: checks.list(), certificate, checkpoint };
}

/** Signatures stand in the entries, under the leaf hash; statements repeat them for readers of DSSE. */
function checkCopies(checks: Checks<IronCheck>, bundle: IronBundle, crypto: Crypto): void {
  const statements = [...bundle.policyChain, bundle.ratification, bundle.anchor];
  checks.attempt('statement_signatures', () => {
    for (const { entry, statement } of statements) requireCopies(parseEntryHeader(entry), statement, crypto);
    return [true, `${statements.length} statements, as in their entries`];
  });
}

/** A key id is a hint that nothing covers: whoever reads it in a bundle that is called verified must find it true. */
function checkKeyIds(checks: Checks<IronCheck>, { envelope, signatures }: CheckedCertificate): void {
  const good = [...signatures.entries()].filter(([, { status }]) => status === 'valid' || status === 'unsupported');
  if (good.length === 0) {
    checks.set('certificate_key_ids', null, 'no signature verifies, so none shows whose key it is');
    return;
  }
  checks.attempt('certificate_key_ids', () => {
    for (const [i, { keyId }] of good) {
      const named = envelope.signatures[i]?.keyid;
      requireThat(named === keyId, 'certificate', `names key '${named}' for a signature of ${keyId}`);
    }
    return [true, `${good.length} of ${signatures.length} signatures, each by the key that it names`];
  });
}

interface ProvenAnchor {
  readonly chain: PolicyChain;
  readonly anchor: LoggedStatement;
  readonly checkpoint: Checkpoint;
}

function verifyAnchor(checks: Checks<IronCheck>, bundle: IronBundle, pins: Pins, crypto: Crypto): ProvenAnchor | null {
  const chain = verifyChain(checks, bundle.policyChain, pins, crypto);
  if (!chain) return null;
  const note = bundle.tlogProof.checkpoint;
  // Its keys and witnesses are those of the policy that it covers last, which may be newer than the anchor's.
  const policy = policyAt(chain, (claimedSize(note) ?? 1) - 1);
  const keys = checkpointKeys(pins, policy, crypto, note);
  const checkpoint = checkCheckpoint(checks, note, pins.origin, keys.log, crypto);
  if (!checkpoint) return null;
  checkWitnesses(checks, note, keys.witnesses, policy.policy.witness.quorum, crypto);
  checks.attempt('policy_inclusion', () => {
    for (const entry of bundle.policyChain) requireIncluded(entry, checkpoint, crypto);
    return [true, `${bundle.policyChain.length} entries`];
  });
  const anchor = checks.attempt('anchor_entry', () => {
    const logged = readLogged('anchor', 'anchor', bundle.anchor.entry, bundle.anchor.statement, crypto);
    requireThat(
      meetsThreshold(policyAt(chain, logged.header.seq), 'anchor', logged.signers),
      'anchor',
      'has another signer',
    );
    return [logged, `entry ${logged.header.seq} of ${logged.header.ts}`];
  });
  if (!anchor) return null;
  checks.attempt('anchor_inclusion', () => {
    const { index, path, extra } = bundle.tlogProof;
    requireThat(index === anchor.header.seq, 'tlog-proof', 'is of another entry');
    requireThat(extra === null || bytesEqual(extra, bundle.anchor.entry), 'tlog-proof', 'carries another entry');
    requireIncluded({ entry: bundle.anchor.entry, path }, checkpoint, crypto);
    return [true, `entry ${index} of ${checkpoint.size}`];
  });
  return { chain, anchor, checkpoint };
}

function verifyChain(
  checks: Checks<IronCheck>,
  entries: readonly ProvenEntry[],
  pins: Pins,
  crypto: Crypto,
): PolicyChain | null {
  const [first, second, ...later] = entries as readonly [ProvenEntry, ProvenEntry, ...ProvenEntry[]];
  const genesis = checks.attempt('genesis_pin', () => {
    const logged = readLogged('genesis', 'genesis', first.entry, first.statement, crypto);
    if (pins.genesis === null) throw new FormatError('genesis', 'no genesis hash was given to check against');
    requireThat(toHex(logged.leaf) === pins.genesis, 'genesis', `is ${toHex(logged.leaf)}, another log`);
    return [logged, pins.genesis];
  });
  if (!genesis) return null;
  return checks.attempt('policy_chain', () => {
    const read = ({ entry, statement }: ProvenEntry) => readLogged('policy', 'policy', entry, statement, crypto);
    let chain = openPolicyChain(genesis, read(second), pins.origin, crypto);
    for (const entry of later) chain = extendPolicyChain(chain, read(entry), pins.origin, crypto);
    return [chain, `epoch ${chain.length - 1}`];
  });
}

function requireIncluded(
  { entry, path }: Pick<ProvenEntry, 'entry' | 'path'>,
  checkpoint: Checkpoint,
  crypto: Crypto,
): void {
  const { seq } = parseEntryHeader(entry);
  const { size, root } = checkpoint;
  const included = verifyInclusion(leafHash(entry, crypto), seq, size, path, root, crypto);
  requireThat(included, 'inclusion', `entry ${seq} is not proven to be in the tree of ${size}`);
}

function verifyRatification(
  checks: Checks<IronCheck>,
  proven: ProvenEntry,
  { chain, anchor, checkpoint }: ProvenAnchor,
  pins: Pins,
  crypto: Crypto,
): { readonly ratification: Ratification; readonly sha256: string } | null {
  const logged = checks.attempt('ratification_entry', () => {
    const found = readLogged('ratification', 'ratification', proven.entry, proven.statement, crypto);
    requireThat(found.header.seq < anchor.header.seq, 'ratification', 'comes after the anchor');
    return [found, `entry ${found.header.seq} of ${found.header.ts}`];
  });
  if (!logged) return null;
  checks.attempt('ratification_inclusion', () => {
    requireIncluded(proven, checkpoint, crypto);
    return [true, `entry ${logged.header.seq} of ${checkpoint.size}`];
  });
  return checks.attempt('ratification_accepted', () => {
    const policy = policyAt(chain, logged.header.seq);
    const nowMs = Date.parse(logged.header.ts);
    // Nonces and vetoes are the log's to keep: it recorded this ratification once, under this policy, at that time.
    const context = { policy, origin: pins.origin, nowMs, hasNonce: () => false, vetoes: [] };
    const verdict = acceptRatification(proven.statement, context, crypto);
    if (!verdict.accepted) throw new FormatError('ratification', `${verdict.reason}: ${verdict.detail}`);
    const { ratification, sha256 } = verdict;
    return [{ ratification, sha256 }, `${verdict.signatures.length} signatures, epoch ${policy.policy.epoch}`];
  });
}

function checkAnchorNames(
  checks: Checks<IronCheck>,
  { certificate, issuerKeyId }: CheckedCertificate,
  ratified: { readonly ratification: Ratification; readonly sha256: string } | null,
  anchor: LoggedStatement,
  chain: PolicyChain,
): void {
  const { predicate, subject } = anchor.statement;
  const { cert_id: certId, issued_at: issuedAt, log_origin: origin } = certificate.predicate;
  checks.attempt('anchor_names_certificate', () => {
    const [only, ...rest] = subject;
    requireThat(rest.length === 0 && only?.digest.sha256 === certificate.payloadSha256, 'anchor', 'is of other bytes');
    requireThat(only.name === certId && predicate.cert_id === certId, 'anchor', 'is of another certificate');
    requireThat(predicate.commitment === certificate.commitment, 'anchor', 'has another commitment');
    requireThat(predicate.log_origin === origin, 'anchor', 'is of another log than the certificate names');
    requireThat(predicate.state === 'anchored', 'anchor', 'does not say that it anchors');
    return [true, certId];
  });
  if (!ratified) return;
  checks.attempt('anchor_names_ratification', () => {
    const policy = policyAt(chain, anchor.header.seq);
    requireThat(predicate.ratification_sha256 === ratified.sha256, 'anchor', 'names another ratification');
    requireThat(predicate.policy_sha256 === policy.sha256, 'anchor', 'names another policy than the one in force');
    const covered = { certId, payloadSha256: certificate.payloadSha256, issuerKeyId: issuerKeyId ?? '', issuedAt };
    const context = { policy, nowMs: Date.parse(anchor.header.ts), vetoes: [] };
    const problem = anchoringProblem(ratified.ratification, covered, context);
    requireThat(problem === null, 'ratification', `does not allow this anchor: ${problem}`);
    return [true, `${ratified.ratification.form} form`];
  });
}
