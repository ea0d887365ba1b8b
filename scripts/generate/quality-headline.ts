// SPDX-License-Identifier: Apache-2.0
/** What the quality page says first, so that nobody has to count: what is reached, what is not, and what no goal asks. */
import type { Evidence } from '../../quality/evidence.ts';
import { KEPT_BOUND } from '../../quality/obfuscations.ts';
import { isHeldBack } from '../../quality/sets.ts';

type Set = Evidence['sets'][number];

export function headline(evidence: Evidence): string {
  const { obfuscations = [] } = evidence;
  const disguises = [
    disguiseLine(obfuscations, 'the first sets', ({ kept }) => kept),
    disguiseLine(obfuscations, 'the second, blind sets', (one) => one.blind_kept ?? null),
  ];
  return [goalLine(evidence), ...disguises, hardestLine(evidence)]
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n');
}

function goalLine({ goals = [] }: Evidence): string {
  const known = goals.filter(({ reached }) => reached !== null);
  const missed = known.filter(({ reached }) => reached === false).map(({ kind }) => kind.toLowerCase());
  const rest = missed.length === 0 ? '' : ` Not reached: ${missed.join('; ')}.`;
  return `${known.length - missed.length} of ${known.length} goals are reached on these texts.${rest}`;
}

function disguiseLine(
  all: Evidence['obfuscations'],
  where: string,
  keptOf: (one: Evidence['obfuscations'][number]) => number | null,
): string {
  const known = all.flatMap((one) => {
    const kept = keptOf(one);
    return kept === null ? [] : [{ disguise: one.disguise, kept }];
  });
  if (known.length === 0) return '';
  const under = known.filter(({ kept }) => kept < KEPT_BOUND).sort((a, b) => a.kept - b.kept);
  const named = under.map(({ disguise, kept }) => `${disguise} (${percent(kept, KEPT_BOUND)})`).join('; ');
  const rest = under.length === 0 ? '' : ` Under it: ${named}.`;
  const count = `${known.length - under.length} of ${known.length} disguises keep ${100 * KEPT_BOUND} % of what is found in plain writing`;
  return `${count}, on ${where}.${rest}`;
}

/** Blind sets that no goal counts. */
function hardestLine({ sets, goals = [] }: Evidence): string {
  const counted = new Set(goals.flatMap((goal) => goal.sets));
  const hardest = sets
    .filter(({ name, recall }) => isHeldBack(name) && !counted.has(name) && recall !== null)
    .sort((a, b) => (a.recall ?? 0) - (b.recall ?? 0));
  if (hardest.length === 0) return '';
  const sum = (of: (set: Set) => number) => hardest.reduce((total, set) => total + of(set), 0);
  const flagged = sum((set) => set.flagged);
  const ordinary = sum((set) => set.size - set.flagged);
  const hits = sum((set) => Math.round((set.recall ?? 0) * set.flagged));
  const alarms = sum((set) => Math.round((set.fpr ?? 0) * (set.size - set.flagged)));
  const each = hardest.map(({ name, recall }) => `\`${name}\` ${percent(recall ?? 0)}`).join(', ');
  return (
    `The goals leave the hardest blind sets out: of their ${flagged} texts that should be flagged ${percent(hits / flagged)} are ` +
    `found, of their ${ordinary} others ${percent(alarms / ordinary)} are flagged. Found in each: ${each}.`
  );
}

/** Beside a bound that it does not reach, so exactly that it does not seem to. */
function percent(part: number, bound = 1): string {
  const told = (100 * part).toFixed(1);
  return `${part < bound && Number(told) >= 100 * bound ? (100 * part).toFixed(2) : told} %`;
}
