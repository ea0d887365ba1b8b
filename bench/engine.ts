// SPDX-License-Identifier: Apache-2.0
import { evaluate } from '@plumbline/core/engine/evaluate.ts';
import { warmRuleset } from '@plumbline/core/engine/warm.ts';
import { nodePorts } from '../packages/cli/src/ports.ts';
import { loadRuleset } from '../packages/cli/src/ruleset.ts';
import { documentTexts } from './real-texts.ts';
import { secondTierMs } from './second-tier.ts';
import { goal, median, quantile, round, type Table } from './table.ts';
import { hostileTexts, ordinaryTexts } from './texts.ts';

const ROUNDS = 7;
const GOALS = { medianUs: 60, longRatio: 130, hostileRatio: 10, hostileMs: 250, deepMs: 1 };

/** The engine in process: ordinary 1 KB texts, long ones, and the worst of forty hostile ones. */
export async function benchEngine(): Promise<readonly Table[]> {
  const ruleset = loadRuleset({});
  const timeUs = (text: string, repeats: number): number => {
    const startedMs = performance.now();
    for (let i = 0; i < repeats; i++) evaluate(text, ruleset, nodePorts);
    return ((performance.now() - startedMs) * 1000) / repeats;
  };
  const short = ordinaryTexts(200, 1_000);
  const documents = documentTexts(200, 1_000);
  const long = ordinaryTexts(4, 100_000, 2);
  const benign50 = ordinaryTexts(4, 50_000, 3);
  const hostile = hostileTexts(50_000);
  // As the service does: code that has seen every pattern match is slower than code that has seen ordinary text only.
  for (const _ of warmRuleset(ruleset, nodePorts));
  for (let i = 0; i < 40; i++) for (const text of [...short, ...documents]) timeUs(text, 1);
  for (const text of [...long, ...benign50]) timeUs(text, 3);

  // One after another, as traffic comes: a text repeated at once would find its own weights still in the cache.
  const passes = Array.from({ length: 20 * ROUNDS }, () => short.map((text) => timeUs(text, 1)));
  const perText = short.map((_, i) => median(passes.map((pass) => pass[i] ?? Number.NaN)));
  const shortUs = median(perText);
  const digestUs = median(passes.map(() => meanDigestUs(short)));
  const documentPasses = Array.from({ length: 3 * ROUNDS }, () => documents.map((text) => timeUs(text, 1)));
  const perDocument = documents.map((_, i) => median(documentPasses.map((pass) => pass[i] ?? Number.NaN)));
  const documentUs = median(perDocument);
  const longUs = median(long.map((text) => median(Array.from({ length: ROUNDS }, () => timeUs(text, 1)))));
  const benign50Us = median(benign50.map((text) => median(Array.from({ length: ROUNDS }, () => timeUs(text, 1)))));
  const hostileUs = hostile.map((text) => median(Array.from({ length: 3 }, () => timeUs(text, 1))));
  const worstUs = Math.max(...hostileUs);
  const deep = secondTierMs();
  const consultedMs = shortUs / 1000 + deep.unseen;
  const worst = JSON.stringify(hostile[hostileUs.indexOf(worstUs)]?.slice(0, 24));
  return [
    {
      name: 'engine',
      what: 'evaluate in process, one thread, all six stages',
      columns: ['texts', 'median', 'p95', 'ratio'],
      rows: [
        ['200 ordinary, 1,000 characters', `${round(shortUs, 1)} µs`, `${round(quantile(perText, 0.95), 1)} µs`, 1],
        [
          '200 pieces of documents, 1,000 characters',
          `${round(documentUs, 1)} µs`,
          `${round(quantile(perDocument, 0.95), 1)} µs`,
          round(documentUs / shortUs, 1),
        ],
        ['SHA-256 of the ordinary ones', `${round(digestUs, 1)} µs`, null, round(digestUs / shortUs, 3)],
        ['4 ordinary, 100,000 characters', `${round(longUs / 1000)} ms`, null, round(longUs / shortUs, 1)],
        ['4 ordinary, 50,000 characters', `${round(benign50Us / 1000)} ms`, null, round(benign50Us / shortUs, 1)],
        [`worst of 40 hostile, 50,000: ${worst}`, `${round(worstUs / 1000)} ms`, null, round(worstUs / benign50Us, 1)],
        [
          'median of 40 hostile, 50,000',
          `${round(median(hostileUs) / 1000)} ms`,
          null,
          round(median(hostileUs) / benign50Us, 1),
        ],
        ['second tier, 1,000 characters', `${round(deep.known, 3)} ms`, null, round((deep.known * 1000) / shortUs, 1)],
        ['the same of words never seen', `${round(deep.unseen, 3)} ms`, null, round((deep.unseen * 1000) / shortUs, 1)],
      ],
      notes: [
        goal(`1 KB at most ${GOALS.medianUs} µs median`, shortUs <= GOALS.medianUs),
        goal(`1 KB of documents at most ${GOALS.medianUs} µs median`, documentUs <= GOALS.medianUs),
        goal(`100 KB at most ${GOALS.longRatio} × 1 KB`, longUs <= GOALS.longRatio * shortUs),
        goal(`hostile 50 KB at most ${GOALS.hostileRatio} × benign 50 KB`, worstUs <= GOALS.hostileRatio * benign50Us),
        goal(`1 KB that the second tier reads at most ${GOALS.deepMs} ms median`, consultedMs <= GOALS.deepMs),
        goal(`hostile never over ${GOALS.hostileMs} ms`, worstUs <= GOALS.hostileMs * 1000),
      ],
    },
  ];
}

/** What the machine is worth at the moment. */
function meanDigestUs(texts: readonly string[]): number {
  const startedMs = performance.now();
  for (const text of texts) nodePorts.sha256Hex(text);
  return ((performance.now() - startedMs) * 1000) / texts.length;
}
