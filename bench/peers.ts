// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { type PeerSet, peerSets } from './peer-texts.ts';
import type { BenchOptions } from './run.ts';
import { median, round, type Table } from './table.ts';

interface Checker {
  readonly name: string;
  readonly task: PeerSet['task'];
  readonly flags: (text: string) => Promise<boolean> | boolean;
}

const PEERS = new URL('./peers/', import.meta.url);

/** What one checker made of one set of texts. */
export interface PeerFigures {
  readonly task: PeerSet['task'];
  readonly set: string;
  readonly checker: string;
  /** Texts that should be flagged, and of them those that were. */
  readonly flagged: number;
  readonly hits: number;
  /** Texts that should pass, and of them those that were flagged. */
  readonly ordinary: number;
  readonly alarms: number;
  readonly median_us: number;
}

/** Ours and the checkers that run here on the same texts: recall, false positives, time per text. */
export async function benchPeers({ dataDir }: BenchOptions): Promise<readonly Table[]> {
  installPeers();
  return [peersTable(await measurePeers(peerSets(dataDir)), dataDir)];
}

/** Throws where the peers are not installed. */
export async function measurePeers(sets: readonly PeerSet[]): Promise<PeerFigures[]> {
  const checkers = [...ours(), ...(await guardrails()), await secretlint(), await obscenity()];
  const figures: PeerFigures[] = [];
  for (const set of sets) {
    for (const checker of checkers.filter(({ task }) => task === set.task)) figures.push(await measure(set, checker));
  }
  return figures;
}

export function peersTable(figures: readonly PeerFigures[], dataDir: string | null): Table {
  const share = (hits: number, of: number) => (of === 0 ? '-' : `${round((100 * hits) / of, 1)} %`);
  return {
    name: 'peers',
    what: dataDir === null ? 'texts made here with a fixed seed' : 'the labelled development set',
    columns: ['texts', 'checker', 'recall', 'false positives', 'n flagged', 'n ordinary', 'median per text'],
    rows: figures.map((one) => [
      one.set,
      one.checker,
      share(one.hits, one.flagged),
      share(one.alarms, one.ordinary),
      one.flagged,
      one.ordinary,
      `${one.median_us} µs`,
    ]),
    notes: [
      'Ours judges every category at once; "flagged" means a verdict other than pass. Times are those of what is flagged and what is not.',
      'The others look for their own kind alone, by their default or recommended settings.',
      ...(dataDir === null
        ? []
        : ['Training has seen other texts of most of these sources; blind sets are in docs/reference/quality.md.']),
    ],
  };
}

async function measure(set: PeerSet, checker: Checker): Promise<PeerFigures> {
  const timesUs: number[] = [];
  const count = async (texts: readonly string[]): Promise<number> => {
    let hits = 0;
    for (const text of texts) {
      const startedMs = performance.now();
      if (await checker.flags(text)) hits += 1;
      timesUs.push((performance.now() - startedMs) * 1000);
    }
    return hits;
  };
  for (const text of [...set.ordinary, ...set.flagged].slice(0, 50)) await checker.flags(text);
  const hits = await count(set.flagged);
  const alarms = await count(set.ordinary);
  const sizes = { flagged: set.flagged.length, ordinary: set.ordinary.length };
  return {
    task: set.task,
    set: set.name,
    checker: checker.name,
    hits,
    alarms,
    ...sizes,
    median_us: round(median(timesUs), 1),
  };
}

/** They have packages of their own, which nobody who runs the service installs. */
export const arePeersInstalled = (): boolean => existsSync(new URL('node_modules/.package-lock.json', PEERS));

export function installPeers(): void {
  if (arePeersInstalled()) return;
  const done = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
    cwd: PEERS,
    stdio: 'inherit',
  });
  if (done.status !== 0) throw new Error('the peers could not be installed from npm');
}

function ours(): Checker[] {
  const ruleset = loadRuleset({});
  const flags = (text: string) => evaluate(text, ruleset, nodePorts).verdict !== 'pass';
  return (['secrets', 'pii', 'abuse'] as const).map((task) => ({ name: 'plumbline', task, flags }));
}

async function guardrails(): Promise<Checker[]> {
  const load = (name: string) => import(new URL(`node_modules/@openai/guardrails/dist/checks/${name}.js`, PEERS).href);
  const { secretKeysCheck } = await load('secret-keys');
  const { pii, PIIConfig } = await load('pii');
  const config = PIIConfig.parse({ block: true });
  return [
    {
      name: '@openai/guardrails secrets',
      task: 'secrets',
      flags: async (text) => (await secretKeysCheck({}, text, { threshold: 'balanced' })).tripwireTriggered,
    },
    {
      name: '@openai/guardrails pii',
      task: 'pii',
      flags: async (text) => (await pii({}, text, config)).tripwireTriggered,
    },
  ];
}

async function secretlint(): Promise<Checker> {
  const { lintSource } = await import(new URL('node_modules/@secretlint/core/module/index.js', PEERS).href);
  const preset = await import(
    new URL('node_modules/@secretlint/secretlint-rule-preset-recommend/module/index.js', PEERS).href
  );
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator, options: {} }] };
  return {
    name: 'secretlint',
    task: 'secrets',
    flags: async (text) => {
      const source = { content: text, filePath: '/text.txt', ext: '.txt', contentType: 'text' };
      return (await lintSource({ source, options: { config } })).messages.length > 0;
    },
  };
}

async function obscenity(): Promise<Checker> {
  const module = await import(new URL('node_modules/obscenity/dist/index.js', PEERS).href);
  const { RegExpMatcher, englishDataset, englishRecommendedTransformers } = module.default ?? module;
  const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  return { name: 'obscenity', task: 'abuse', flags: (text) => matcher.hasMatch(text) };
}
