// SPDX-License-Identifier: Apache-2.0
/** A certificate that is answered as a PREVIEW though its anchor is on the chain: it counts a moment later, and nothing is to be done. */
import type { AnchorProof } from './ledger-proofs.ts';

export interface PendingAnchor {
  /** Of the anchor; null where it is not known yet. */
  readonly index: number | null;
  /** `pending_proof`: for a proof that could not be read. */
  readonly waitsFor: Exclude<AnchorProof['status'], 'proven' | 'broken'> | 'pending_proof';
}

const WAITS_FOR: Readonly<Record<PendingAnchor['waitsFor'], string>> = {
  pending_checkpoint: 'no checkpoint covers it yet',
  pending_witnesses: 'too few witnesses have co-signed it yet',
  pending_proof: 'its proof could not be read just now',
};

/** For `meta.warnings`: what is on the chain stays there. */
export function pendingWarning({ index, waitsFor }: PendingAnchor): { readonly code: string; readonly detail: string } {
  const anchor = index === null ? 'Its anchor is on the chain' : `Its anchor is entry ${index} of the chain`;
  return { code: waitsFor, detail: `${anchor}, and ${WAITS_FOR[waitsFor]}: ask verify_url what became of it.` };
}

/** For `meta.warnings` of a PREVIEW that a window would have covered. @param why as `Anchoring.endedWindow` says it */
export const endedWarning = (why: string) => ({ code: 'window_ended', detail: `It is a PREVIEW: ${why}.` });
