// SPDX-License-Identifier: Apache-2.0
/** The part of the quality page on other checkers. */
import type { Evidence } from '../../quality/evidence.ts';
import { share } from '../../quality/tables.ts';
import { table } from './markdown.ts';

type Peer = Evidence['peers'][number];

const NOT_IN_RUN = 'The run of this page did not measure them.';
const KINDS = { secrets: 'Secrets', pii: 'Personal data', abuse: 'Hate and harassment' } as const;
const NO_PEER =
  'For prompt injections, jailbreaks and harmful requests there is no row: of the checkers compared here none looks for them without asking a ' +
  'model over the network, so nothing on this page says how the service compares for those kinds.';

export function peersSection({ peers = [], notes = [] }: Evidence): string {
  if (peers.length === 0) return notes.find((note) => note.startsWith('Peers ')) ?? NOT_IN_RUN;
  const single = peers.filter(({ pooled }) => pooled === false);
  return [
    'On the same texts in the same run; the others look for their own kind alone, by their recommended settings.',
    NO_PEER,
    pooledTable(peers.filter(({ pooled }) => pooled !== false)),
    ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((task) =>
      bySet(
        KINDS[task],
        single.filter((one) => one.task === task),
      ),
    ),
  ].join('\n\n');
}

function pooledTable(peers: readonly Peer[]): string {
  const rows = peers.map((one) => [
    one.set,
    one.checker,
    String(one.flagged),
    String(one.ordinary),
    share(one.recall, one.ci95.recall) ?? '',
    share(one.fpr, one.ci95.fpr) ?? '',
    `${one.median_us} µs`,
  ]);
  return table(['texts', 'checker', 'to be flagged', 'ordinary', 'recall', 'false alarms', 'median per text'], rows);
}

/** A row a set, a column a checker. */
function bySet(kind: string, peers: readonly Peer[]): string[] {
  if (peers.length === 0) return [];
  const checkers = [...new Set(peers.map(({ checker }) => checker))];
  const rows = [...Map.groupBy(peers, ({ set }) => set)].map(([set, some]) => {
    const cells = checkers.map((name) => cell(some.find(({ checker }) => checker === name)));
    return [set, String(some[0]?.flagged ?? ''), String(some[0]?.ordinary ?? ''), ...cells];
  });
  return [
    `### ${kind}, by set`,
    'Recall / false alarms; the intervals are in the evidence.',
    table(['set', 'to be flagged', 'ordinary', ...checkers], rows),
  ];
}

const cell = (one: Peer | undefined) => (one === undefined ? '' : `${part(one.recall)} / ${part(one.fpr)}`);
const part = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
