// SPDX-License-Identifier: Apache-2.0
/** Proof bundles of an anchored certificate, in the three forms of the ledger format, section 9. */
import type { BundleFormat } from '@plumbline/core/contract/bundle-formats.ts';
import { parseCheckpoint } from '@plumbline/core/ledger/checkpoint.ts';
import { type IronBundleJson, ironBundleJson, type ProvenEntry } from '@plumbline/core/ledger/iron-bundle.ts';
import { formatNote, type NoteSignature, parseNote } from '@plumbline/core/ledger/note.ts';
import { policyAt } from '@plumbline/core/ledger/policy-chain.ts';
import { sigstoreBundleJson } from '@plumbline/core/ledger/sigstore-bundle.ts';
import { formatTlogProof } from '@plumbline/core/ledger/tlog-proof.ts';
import { type DsseEnvelope, envelopePayload } from '@plumbline/core/seal/dsse.ts';
import { FormatError } from '@plumbline/core/seal/format-error.ts';
import { parseStatementOf } from '@plumbline/core/seal/statement.ts';
import type { Ledger } from './ledger.ts';
import type { ProofSource, ProvenAnchor } from './ledger-proofs.ts';

export interface Bundle {
  readonly text: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class ProofBundles {
  readonly #ledger: Ledger;
  readonly #proofs: ProofSource;

  constructor(ledger: Ledger, proofs: ProofSource) {
    this.#ledger = ledger;
    this.#proofs = proofs;
  }

  /** @throws FormatError when a statement that the proof needs was erased or damaged */
  async bundle(format: BundleFormat, certificate: DsseEnvelope, proof: ProvenAnchor): Promise<Bundle> {
    if (format === 'tlog-proof') return { text: tlogProof(proof), type: 'text/plain; charset=utf-8' };
    const json = format === 'iron' ? await this.iron(certificate, proof) : await this.#sigstore(proof);
    return { text: JSON.stringify(json), type: 'application/json; charset=utf-8' };
  }

  async iron(certificate: DsseEnvelope, proof: ProvenAnchor): Promise<IronBundleJson> {
    const { size } = proof.checkpoint;
    const anchor = await this.#proven(proof.entry.seq, size);
    const { predicate } = parseStatementOf('anchor', envelopePayload(anchor.statement));
    const ratified = await this.#ledger.stores.ratifications.find(String(predicate.ratification_sha256));
    if (ratified?.seq == null) throw new FormatError('anchor', 'names a ratification that is not in the ledger');
    // Up to the checkpoint: which key signs it, and which witnesses it needs, is for the policy in force there.
    const epochs = this.#ledger.governance.chain.filter(({ seq }) => seq < size);
    const [ratification, ...policyChain] = await Promise.all(
      [ratified.seq, 0, ...epochs.map(({ seq }) => seq)].map((seq) => this.#proven(seq, size)),
    );
    const witnessVkeys = policyAt(this.#ledger.governance.chain, size - 1).policy.witness.keys;
    const parts = {
      certificate,
      // The signatures of the submitted envelope, in its order: the anchor names the hash of exactly these.
      ratification: ratification as ProvenEntry,
      policyChain,
      anchor: { entry: anchor.entry, statement: anchor.statement },
      witnessVkeys,
    };
    return ironBundleJson(parts, tlogProof(proof));
  }

  /** Sigstore verifiers know Ed25519 notes alone: the log's first signature line is enough for them. */
  async #sigstore({ entry, path, note }: ProvenAnchor) {
    const { statement } = await this.#proven(entry.seq, entry.seq + 1);
    const { text, signatures } = parseNote(note);
    // The key that signed this checkpoint, which need not be the one that signs today.
    const [{ line, keyHash }] = signatures as readonly [NoteSignature];
    const checkpoint = formatNote(text, [line]);
    const parts = { statement, entry: entry.header, index: entry.seq, path, checkpoint };
    return sigstoreBundleJson(parts, parseCheckpoint(note), keyHash);
  }

  async #proven(seq: number, size: number): Promise<ProvenEntry> {
    const proven = await this.#proofs.proven(seq, size);
    if (proven === null) throw new FormatError('ledger', `the statement of entry ${seq} was erased`);
    return proven;
  }
}

function tlogProof({ entry, path, note }: ProvenAnchor): string {
  return formatTlogProof({ extra: entry.header, index: entry.seq, path, checkpoint: note });
}
