// SPDX-License-Identifier: Apache-2.0
/** Labelled texts: those of the repository, and those of a folder of external data. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Constitution } from '@plumbline/core/constitution/types.ts';
import { peerSets } from '../bench/peer-texts.ts';
import { type KindFile, kindTexts } from './kinds.ts';

export interface LabelledText {
  readonly id: string;
  readonly text: string;
  readonly flagged: boolean;
  readonly category: string | null;
  /** All that is known of what it should be flagged for. */
  readonly categories: readonly string[];
}

export interface LabelledSet {
  readonly name: string;
  readonly license: string;
  /** SHA-256 over the JSON of its rows, in order. */
  readonly sha256: string;
  /** The one category of its flagged texts, or null. */
  readonly category: string | null;
  readonly origin: 'repository' | 'external';
  readonly rows: readonly LabelledText[];
}

/** As it is read or made, before its categories are one list. */
type Row = Omit<LabelledText, 'categories'> & { readonly categories?: readonly string[] };

const ROOT = join(import.meta.dirname, '..');

/** Sets that stay unread by those who work on the rules: kinds that no rule was mended by, and the second sets. */
export const isHeldBack = (name: string): boolean => /-(?:held-out|2)$/.test(name);

/** Sources of the external folder that no training has seen. */
const NEVER_TRAINED: ReadonlySet<string> = new Set(
  'surge-toxicity open-assistant-prompts germeval2018 bbq-contexts kingfisher-rules memos-ui-text'.split(' '),
);

/** Whether training has seen no text of the same source. */
export const isUnseen = ({ name, origin }: LabelledSet): boolean => origin === 'repository' || NEVER_TRAINED.has(name);

/** Written for this repository; training never sees them. */
export function repositorySets(constitution: Constitution): LabelledSet[] {
  const files = globSync(join(ROOT, 'quality', 'sets', '*.jsonl')).sort();
  return [...files.map(caseSet), constitutionSet(constitution), ...madeSets(), ...kindSets()];
}

function caseSet(path: string): LabelledSet {
  const rows = linesOf(readFileSync(path, 'utf8')).map((row) => ({
    id: String(row.id),
    text: String(row.text),
    flagged: row.label === 1,
    category: (row.category as string | undefined) ?? null,
  }));
  return setOf(basename(path, '.jsonl'), 'CC0-1.0', rows);
}

/** Every example of every article: the compliant ones pass, the violating ones are flagged. */
function constitutionSet(constitution: Constitution): LabelledSet {
  const articles = constitution.titles.flatMap((title) => title.articles);
  const rows = articles.flatMap(({ number, examples }) => [
    ...examples.compliant.map((text, n) => ({
      ...named(number, 'compliant', n),
      text,
      flagged: false,
      category: null,
    })),
    ...examples.violating.map((text, n) => ({ ...named(number, 'violating', n), text, flagged: true, category: null })),
  ]);
  return setOf('constitution-examples', 'CC0-1.0', rows);
}

const named = (article: number, kind: string, n: number) => ({ id: `article-${article}-${kind}-${n + 1}` });

/** Secrets and personal data made here with a fixed seed, so that no such value stands in the repository. */
function madeSets(): LabelledSet[] {
  return peerSets(null)
    .filter(({ task }) => task !== 'abuse')
    .map(({ task, flagged, ordinary }) => {
      const row = (text: string, n: number, isFlagged: boolean) => ({
        id: `${task}-${isFlagged ? 'flagged' : 'ordinary'}-${n + 1}`,
        text,
        flagged: isFlagged,
        category: isFlagged ? task : null,
      });
      const rows = [...flagged.map((text, n) => row(text, n, true)), ...ordinary.map((text, n) => row(text, n, false))];
      return setOf(`made-${task}`, 'CC0-1.0', rows);
    });
}

/** What is flagged, what only looks like it, and the category. */
const KIND_PAIRS: readonly (readonly [KindFile, KindFile, string])[] = [
  ['secrets', 'secret-look-alikes', 'secrets'],
  ['personal-data', 'personal-look-alikes', 'pii'],
];

/** Texts by kind; those of kinds that no rule was mended by are sets of their own. */
function kindSets(): LabelledSet[] {
  return KIND_PAIRS.flatMap(([flagged, ordinary, category]) =>
    [true, false].map((open) => {
      const rows = [...kindRows(flagged, open, category), ...kindRows(ordinary, open, null)];
      return setOf(`kinds-${category}${open ? '' : '-held-out'}`, 'CC0-1.0', rows);
    }),
  );
}

function kindRows(file: KindFile, open: boolean, category: string | null): Row[] {
  return kindTexts(file)
    .filter((row) => row.open === open)
    .map(({ kind, text }, n) => ({ id: `${file}-${n + 1}: ${kind}`, text, flagged: category !== null, category }));
}

/** Each source of `dev.jsonl.gz` in the folder; licences come from the table in its README. */
export function externalSets(dataDir: string): LabelledSet[] {
  const licences = licencesOf(readFileSync(join(dataDir, 'README.md'), 'utf8'));
  const lines = linesOf(gunzipSync(readFileSync(join(dataDir, 'dev.jsonl.gz'))).toString('utf8'));
  const bySource = Map.groupBy(lines, (row) => String(row.source));
  return [...bySource].sort().map(([source, rows]) => {
    const texts = rows.map((row, n) => {
      const categories = row.label === 1 ? (row.categories as readonly string[]) : [];
      const id = `${source}-${n + 1}`;
      return { id, text: String(row.text), flagged: row.label === 1, category: categories[0] ?? null, categories };
    });
    return setOf(source, licences.get(source) ?? 'not named by its source', texts, 'external');
  });
}

function licencesOf(readme: string): ReadonlyMap<string, string> {
  const rows = [...readme.matchAll(/^\| ([a-z0-9-]+) \| [^|]* \| ([^|]*) \|/gm)];
  return new Map(rows.map(([, source = '', licence = '']) => [source, licence.trim()]));
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function setOf(name: string, license: string, given: readonly Row[], origin: LabelledSet['origin'] = 'repository') {
  const named = new Set(given.filter(({ flagged }) => flagged).map(({ category }) => category));
  const [only = null] = named.size === 1 ? named : [null];
  const hashed = given.map(({ id, text, flagged, category }) => ({ id, text, flagged, category }));
  const sha256 = createHash('sha256').update(JSON.stringify(hashed)).digest('hex');
  const rows = given.map((row) => ({
    ...row,
    categories: row.categories ?? (row.category === null ? [] : [row.category]),
  }));
  return { name, license, sha256, category: only, origin, rows };
}
