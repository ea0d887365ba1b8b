// SPDX-License-Identifier: Apache-2.0
/** `.iron.json`: everything that a certificate's anchor stands on, from genesis to checkpoint, in one file. */
import { fromBase64, toBase64 } from '../seal/base64.ts';
import { type DsseEnvelope, parseEnvelope } from '../seal/dsse.ts';
import { FormatError } from '../seal/format-error.ts';
import { isRecord } from '../seal/statement.ts';
import { requireEnvelopeMembers, requireMembers } from './bundle-members.ts';
import { HASH_BYTES } from './merkle.ts';
import { MAX_PROOF_HASHES } from './proof.ts';
import { parseTlogProof, type TlogProof } from './tlog-proof.ts';

/** One entry with its statement and its path to the root of the bundle's checkpoint. Its index is the header's seq. */
export interface ProvenEntry {
  readonly entry: Uint8Array;
  readonly statement: DsseEnvelope;
  /** Leaf side first. */
  readonly path: readonly Uint8Array[];
}

export interface IronBundle {
  readonly certificate: DsseEnvelope;
  readonly ratification: ProvenEntry;
  /** Genesis, policy 0, and every policy up to the one in force at the anchor. */
  readonly policyChain: readonly ProvenEntry[];
  readonly anchor: { readonly entry: Uint8Array; readonly statement: DsseEnvelope };
  /** Of the anchor entry; its checkpoint is the one that all paths lead to. */
  readonly tlogProof: TlogProof;
  readonly witnessVkeys: readonly string[];
}

const MEMBERS = ['v', 'certificate', 'ratification', 'policy_chain', 'anchor', 'tlog_proof', 'witness_vkeys'] as const;

/** Bounds the work that a file from a stranger can cause. */
const MAX_POLICIES = 1000;

interface ProvenJson {
  readonly entry: string;
  readonly statement: DsseEnvelope;
  readonly path: readonly string[];
}

export interface IronBundleJson {
  readonly v: 1;
  readonly certificate: DsseEnvelope;
  readonly ratification: ProvenJson;
  readonly policy_chain: readonly ProvenJson[];
  readonly anchor: { readonly entry: string; readonly statement: DsseEnvelope };
  readonly tlog_proof: string;
  readonly witness_vkeys: readonly string[];
}

/** @param tlogProof the text of `formatTlogProof`, which is kept verbatim */
export function ironBundleJson(bundle: Omit<IronBundle, 'tlogProof'>, tlogProof: string): IronBundleJson {
  const proven = ({ entry, statement, path }: ProvenEntry): ProvenJson => ({
    entry: toBase64(entry),
    statement,
    path: path.map(toBase64),
  });
  return {
    v: 1,
    certificate: bundle.certificate,
    ratification: proven(bundle.ratification),
    policy_chain: bundle.policyChain.map(proven),
    anchor: { entry: toBase64(bundle.anchor.entry), statement: bundle.anchor.statement },
    tlog_proof: tlogProof,
    witness_vkeys: bundle.witnessVkeys,
  };
}

/** @throws FormatError */
export function parseIronBundle(value: unknown): IronBundle {
  if (!isRecord(value) || value.v !== 1) throw new FormatError('iron bundle', 'is not of version 1');
  requireMembers('iron bundle', value, MEMBERS);
  const { policy_chain: chain, anchor, tlog_proof: proof, witness_vkeys: vkeys } = value;
  if (!Array.isArray(chain) || chain.length < 2 || chain.length > MAX_POLICIES) {
    throw new FormatError('iron bundle', 'has no policy chain');
  }
  if (!isRecord(anchor) || typeof proof !== 'string')
    throw new FormatError('iron bundle', 'has no anchor with its proof');
  requireMembers('iron bundle', anchor, ['entry', 'statement']);
  requireEnvelopeMembers('iron bundle', anchor.statement);
  requireEnvelopeMembers('iron bundle', value.certificate);
  if (!Array.isArray(vkeys) || vkeys.length > 100 || !vkeys.every((vkey) => typeof vkey === 'string')) {
    throw new FormatError('iron bundle', 'has no list of witness keys');
  }
  return {
    certificate: parseEnvelope(value.certificate),
    ratification: parseProven(value.ratification),
    policyChain: chain.map(parseProven),
    anchor: { entry: bytesOf(anchor.entry), statement: parseEnvelope(anchor.statement) },
    tlogProof: parseTlogProof(proof),
    witnessVkeys: vkeys,
  };
}

function parseProven(value: unknown): ProvenEntry {
  if (!isRecord(value) || !Array.isArray(value.path) || value.path.length > MAX_PROOF_HASHES) {
    throw new FormatError('iron bundle', 'has an entry without a path');
  }
  requireMembers('iron bundle', value, ['entry', 'statement', 'path']);
  requireEnvelopeMembers('iron bundle', value.statement);
  const path = value.path.map(bytesOf);
  if (path.some((hash) => hash.length !== HASH_BYTES))
    throw new FormatError('iron bundle', 'has a path of wrong hashes');
  return { entry: bytesOf(value.entry), statement: parseEnvelope(value.statement), path };
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new FormatError('iron bundle', 'has bytes that are no base 64');
  return fromBase64(value);
}
