// SPDX-License-Identifier: Apache-2.0
import { Agent } from 'node:http';
import { startBatches } from './batches.ts';
import { issueKey, OPEN_LIMITS, post, type Service, startService } from './service.ts';
import { goal, quantile, round, type Table } from './table.ts';
import { ordinaryTexts } from './texts.ts';

/** Of each kind in a round; those before the first round, while code is still being compiled, are not counted. */
const PROBES = 400;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 3;
const GOAL_RATIO = 3;

/** Milliseconds of every probe. */
interface Probes {
  readonly check: number[];
  readonly health: number[];
}

/** Health and short checks while the largest legal batch is judged, again and again, against their quiet selves. */
export async function benchIsolation(): Promise<readonly Table[]> {
  const service = await startService(OPEN_LIMITS);
  try {
    const headers = { authorization: `Bearer ${issueKey(service.dataDir, 'enterprise')}` };
    const probe = prober(service, headers);
    const quiet: Probes = { check: [], health: [] };
    const busy: Probes = { check: [], health: [] };
    let batches = 0;
    // By turns, so that whatever else the machine does falls on both.
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const counts = round >= WARM_UP_ROUNDS;
      await probe(counts ? quiet : null);
      const stop = startBatches(service.port, headers);
      await probe(counts ? busy : null);
      const answered = await stop();
      if (counts) batches += answered;
    }
    return [tableOf(quiet, busy, batches)];
  } finally {
    await service.stop();
  }
}

function prober({ port }: Service, headers: Record<string, string>): (into: Probes | null) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [short = ''] = ordinaryTexts(1, 1_000).map((text) => JSON.stringify({ text }));
  const health = () => timed(() => fetch(`http://127.0.0.1:${port}/api/health`).then((answer) => answer.text()));
  return async (into) => {
    for (let i = 0; i < PROBES; i++) {
      const check = (await post(agent, port, '/api/v1/evaluate', short, headers)).ms;
      const healthMs = await health();
      into?.check.push(check);
      into?.health.push(healthMs);
    }
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function tableOf(quiet: Probes, busy: Probes, batches: number): Table {
  const p99 = (ms: readonly number[]) => quantile(ms, 0.99);
  const ratios = { health: p99(busy.health) / p99(quiet.health), check: p99(busy.check) / p99(quiet.check) };
  const row = (name: string, kind: keyof Probes) => [
    name,
    round(ratios[kind]),
    `${round(p99(quiet[kind]), 1)} ms`,
    `${round(p99(busy[kind]), 1)} ms`,
  ];
  return {
    name: 'isolation',
    what: `p99 of ${ROUNDS * PROBES} probes each, quiet and while batches of 50 × 4,000 characters in 4 MB run (${batches} answered)`,
    columns: ['probe', 'ratio', 'p99 quiet', 'p99 busy'],
    rows: [row('GET /api/health', 'health'), row('evaluate, 1 KB', 'check')],
    notes: [
      goal(`health at most ${GOAL_RATIO} × quiet`, ratios.health <= GOAL_RATIO),
      goal(`short checks at most ${GOAL_RATIO} × quiet`, ratios.check <= GOAL_RATIO),
    ],
  };
}
