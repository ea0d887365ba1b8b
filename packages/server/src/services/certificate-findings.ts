// SPDX-License-Identifier: Apache-2.0
/** What a report on a certificate says of its anchor, and what it shows as evidence. */
import type { OutputOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import { checkpointKeys } from '@plumbline/core/ledger/check-checkpoint.ts';
import type { Check } from '@plumbline/core/ledger/checks.ts';
import { parseEntryHeader } from '@plumbline/core/ledger/entry.ts';
import { formatTlogProof } from '@plumbline/core/ledger/tlog-proof.ts';
import { verifyTlogProof } from '@plumbline/core/ledger/verify-tlog-proof.ts';
import type { Ledger } from './ledger.ts';
import type { ProvenAnchor } from './ledger-proofs.ts';

type ChainEvidence = OutputOf<Operations['verifyCertificate']>['chain_evidence'];

export interface AnchorFinding {
  readonly status: 'preview' | 'pending_checkpoint' | 'pending_witnesses' | 'proven' | 'broken' | 'erased';
  readonly checks: readonly Check[] | null;
  readonly proof: ProvenAnchor | null;
  /** What is damaged, where nothing could be checked. */
  readonly detail?: string;
}

export const ANCHOR_DETAILS: Readonly<Record<AnchorFinding['status'], string>> = {
  preview: 'no ratification covers it: it is a PREVIEW, and nothing about it is on the chain',
  pending_checkpoint: 'its anchor is written, and no checkpoint covers it yet',
  pending_witnesses: 'its anchor is published, and too few witnesses have co-signed',
  proven: 'anchored under a ratification, covered by a checkpoint',
  erased: 'what its anchor says was erased by law; the entry is in the ledger',
  broken: 'its anchor does not prove what it should',
};

export const VETOED = 'the authority has vetoed it: it stays a PREVIEW, and nothing about it is on the chain';

export const known = (ok: boolean): Check => ({
  name: 'known_certificate',
  ok,
  detail: ok ? 'issued here' : 'no certificate of these bytes was issued here',
});

/** An entry without its statement is proven to be in the log, and nothing more. */
export function entryChecks(
  { entry, path, note }: ProvenAnchor,
  { origin, governance, crypto }: Ledger,
): readonly Check[] {
  const { log } = checkpointKeys({ origin, genesis: null, vkeys: [] }, governance.current, crypto);
  const text = formatTlogProof({ extra: entry.header, index: entry.seq, path, checkpoint: note });
  return verifyTlogProof(text, null, { origin, genesis: null, vkeys: log.map((key) => key.text) }, crypto).checks;
}

export function evidenceOf({ entry, inclusion, note, witnesses }: ProvenAnchor): ChainEvidence {
  return {
    block_index: entry.seq,
    block_hash: inclusion.leaf,
    prev_hash: parseEntryHeader(entry.header).prev,
    checkpoint: note,
    inclusion,
    witnesses: witnesses.map(({ name, timeS }) => ({ name, at: new Date(timeS * 1000).toISOString() })),
  };
}
