// SPDX-License-Identifier: Apache-2.0
/**
 * An anchor entry as a Sigstore bundle v0.3 (github.com/sigstore/protobuf-specs), so that `@sigstore/verify` checks it. It
 * takes one Ed25519 signature; parsers that accept no member beyond Rekor's own (sigstore-go) refuse the entry.
 */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { type DsseEnvelope, parseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { fromHex, toHex } from '../seal/hex.ts';
import { isRecord } from '../seal/statement.ts';
import { requireEnvelopeMembers, requireMembers } from './bundle-members.ts';
import { type Checkpoint, parseSize } from './checkpoint.ts';
import { HASH_BYTES } from './merkle.ts';
import { MAX_PROOF_HASHES } from './proof.ts';

export const SIGSTORE_MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';
/** The name under which a verifier looks up the anchor key. */
export const ANCHOR_KEY_HINT = 'anchor';

export interface SigstoreParts {
  /** Exactly one signature. */
  readonly statement: DsseEnvelope;
  readonly entry: Uint8Array;
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

/** @param logKeyHash eight hex digits, of the log's Ed25519 verifier key */
export function sigstoreBundleJson(parts: SigstoreParts, { size, root }: Checkpoint, logKeyHash: string) {
  if (parts.statement.signatures.length !== 1) throw new TypeError('sigstore bundle: takes exactly one signature');
  return {
    mediaType: SIGSTORE_MEDIA_TYPE,
    verificationMaterial: {
      publicKey: { hint: ANCHOR_KEY_HINT },
      tlogEntries: [
        {
          logIndex: String(parts.index),
          logId: { keyId: toBase64(fromHex(logKeyHash)) },
          kindVersion: { kind: 'dsse', version: '0.0.2' },
          // Zero says that the log vouches for no time: freshness comes from witnesses.
          integratedTime: '0',
          inclusionProof: {
            logIndex: String(parts.index),
            rootHash: toBase64(root),
            treeSize: String(size),
            hashes: parts.path.map(toBase64),
            checkpoint: { envelope: parts.checkpoint },
          },
          canonicalizedBody: toBase64(parts.entry),
        },
      ],
    },
    dsseEnvelope: parts.statement,
  } as const;
}

/** Reads a bundle of the form above; size and root stand in the checkpoint and must agree. @throws FormatError */
export function parseSigstoreBundle(
  value: unknown,
): SigstoreParts & { readonly size: number; readonly root: Uint8Array; readonly logKeyHash: string } {
  const material = isRecord(value) ? value.verificationMaterial : null;
  const items = isRecord(material) ? material.tlogEntries : null;
  if (!isRecord(value) || value.mediaType !== SIGSTORE_MEDIA_TYPE || !Array.isArray(items) || items.length !== 1) {
    throw new FormatError('sigstore bundle', 'is not of version 0.3 with one log entry');
  }
  const [item] = items;
  const proof = isRecord(item) ? item.inclusionProof : null;
  const note = isRecord(proof) ? proof.checkpoint : null;
  if (!isRecord(item) || !isRecord(proof) || !isRecord(note) || !Array.isArray(proof.hashes)) {
    throw new FormatError('sigstore bundle', 'has no inclusion proof with a checkpoint');
  }
  if (item.logIndex !== proof.logIndex) throw new FormatError('sigstore bundle', 'names two indices');
  if (proof.hashes.length > MAX_PROOF_HASHES) throw new FormatError('sigstore bundle', 'has too long a proof');
  requireForm(value, material as Members, item, proof, note);
  const statement = parseEnvelope(value.dsseEnvelope);
  if (statement.signatures.length !== 1) throw new FormatError('sigstore bundle', 'has not exactly one signature');
  return {
    statement,
    entry: fromBase64(textOf(item.canonicalizedBody)),
    index: parseSize(textOf(item.logIndex)),
    path: proof.hashes.map((hash) => hashOf(hash)),
    checkpoint: textOf(note.envelope),
    logKeyHash: toHex(fromBase64(textOf((item.logId as Members).keyId))),
    size: parseSize(textOf(proof.treeSize)),
    root: hashOf(proof.rootHash),
  };
}

type Members = Readonly<Record<string, unknown>>;

/** What no signature covers is what the form says it is, and nothing else travels along. */
function requireForm(value: Members, material: Members, item: Members, proof: Members, note: Members): void {
  const what = 'sigstore bundle';
  requireMembers(what, value, ['mediaType', 'verificationMaterial', 'dsseEnvelope']);
  requireMembers(what, material, ['publicKey', 'tlogEntries']);
  const { publicKey } = material;
  const { logId, kindVersion } = item;
  if (!isRecord(publicKey) || !isRecord(logId) || !isRecord(kindVersion))
    throw new FormatError(what, 'lacks publicKey, logId or kindVersion');
  requireMembers(what, publicKey, ['hint']);
  requireMembers(what, item, [
    'logIndex',
    'logId',
    'kindVersion',
    'integratedTime',
    'inclusionProof',
    'canonicalizedBody',
  ]);
  requireMembers(what, logId, ['keyId']);
  requireMembers(what, kindVersion, ['kind', 'version']);
  requireMembers(what, proof, ['logIndex', 'rootHash', 'treeSize', 'hashes', 'checkpoint']);
  requireMembers(what, note, ['envelope']);
  requireEnvelopeMembers(what, value.dsseEnvelope);
  if (publicKey.hint !== ANCHOR_KEY_HINT) throw new FormatError(what, `has another hint than ${ANCHOR_KEY_HINT}`);
  if (kindVersion.kind !== 'dsse' || kindVersion.version !== '0.0.2')
    throw new FormatError(what, 'is of another kind than dsse 0.0.2');
  if (item.integratedTime !== '0') throw new FormatError(what, 'names a time, for which no log vouches');
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new FormatError('sigstore bundle', 'lacks a text');
  return value;
}

function hashOf(value: unknown): Uint8Array {
  const hash = fromBase64(textOf(value));
  if (hash.length !== HASH_BYTES) throw new FormatError('sigstore bundle', 'has a hash of the wrong length');
  return hash;
}
