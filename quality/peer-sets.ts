// SPDX-License-Identifier: Apache-2.0
/** The sets that other checkers are asked about one by one: those of their own kind. */
import type { PeerSet } from '../bench/peer-texts.ts';
import type { LabelledSet } from './sets.ts';

const KINDS: Readonly<Record<PeerSet['task'], readonly string[]>> = {
  secrets: ['secrets'],
  pii: ['pii'],
  abuse: ['hate', 'harassment'],
};
/** Ordinary texts that such checkers trip over. */
const ONLY_ORDINARY = /-source$|^(?:synthetic-(?:borderline|technical)|npm-lockfile)$/;
/** A set is of a kind when so much of what should be flagged in it is. */
const MOST = 0.5;

/** Sets of each kind, and for secrets and personal data those with none. Texts to be flagged for something else are left out. */
export function peerSetsOf(sets: readonly LabelledSet[]): PeerSet[] {
  return (Object.keys(KINDS) as PeerSet['task'][]).flatMap((task) =>
    sets.filter((set) => isOfKind(set, task)).map((set) => peerSet(set, task)),
  );
}

const isOf = (categories: readonly string[], task: PeerSet['task']) =>
  categories.some((category) => KINDS[task].includes(category));

function isOfKind({ name, rows }: LabelledSet, task: PeerSet['task']): boolean {
  const flagged = rows.filter((row) => row.flagged);
  if (flagged.length === 0) return task !== 'abuse' && ONLY_ORDINARY.test(name);
  return flagged.filter(({ categories }) => isOf(categories, task)).length >= MOST * flagged.length;
}

function peerSet({ name, rows }: LabelledSet, task: PeerSet['task']): PeerSet {
  const texts = (keep: (row: LabelledSet['rows'][number]) => boolean) => rows.filter(keep).map(({ text }) => text);
  return {
    name,
    task,
    flagged: texts(({ flagged, categories }) => flagged && isOf(categories, task)),
    ordinary: texts(({ flagged }) => !flagged),
  };
}
