// SPDX-License-Identifier: Apache-2.0
/** What waits in the ledger's queue, and what becomes of it. */
import type { PlumblineError } from '@plumbline/core/errors.ts';
import type { Queued } from '../commit-queue.ts';
import type { AppendedEntry, AppendOptions, AppendUnit, Effect } from '../ledger-store.ts';

/** All of it happens, or none. */
export interface LedgerUnit {
  readonly appends: readonly AppendUnit[];
  /** Set for rows without an entry. */
  readonly effect: Effect | null;
  readonly options: AppendOptions;
}

/** A refusal concerns this unit alone: the others of its batch are committed. */
export type LedgerOutcome =
  | { readonly entries: readonly AppendedEntry[]; readonly refusal: null }
  | { readonly refusal: PlumblineError };

export type QueuedUnit = Queued<LedgerUnit, LedgerOutcome>;

export function effectsOf({ appends, effect }: LedgerUnit): readonly Effect[] {
  return effect ? [...appends, effect] : appends;
}

/** One text for a pair, whatever the characters in it. */
export function pairKey({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope.length} ${scope}${key}`;
}
