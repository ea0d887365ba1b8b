// SPDX-License-Identifier: Apache-2.0
import { Agent } from 'node:http';
import { issueKey, OPEN_LIMITS, post, startService } from './service.ts';
import { goal, quantile, round, type Table } from './table.ts';
import { ordinaryTexts } from './texts.ts';

const PROBES = 400;
const GOAL_RATIO = 3;

/** Health and short checks while the largest legal batch is judged, again and again, against their quiet selves. */
export async function benchIsolation(): Promise<readonly Table[]> {
  const service = await startService(OPEN_LIMITS);
  try {
    const headers = { authorization: `Bearer ${issueKey(service.dataDir, 'enterprise')}` };
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const [short = ''] = ordinaryTexts(1, 1_000).map((text) => JSON.stringify({ text }));
    const check = () => post(agent, service.port, '/api/v1/evaluate', short, headers);
    const health = () =>
      timed(() => fetch(`http://127.0.0.1:${service.port}/api/health`).then((answer) => answer.text()));
    const probe = async (): Promise<{ check: number; health: number }> => {
      const checks: number[] = [];
      const healths: number[] = [];
      for (let i = 0; i < PROBES; i++) {
        checks.push((await check()).ms);
        healths.push(await health());
      }
      return { check: quantile(checks, 0.99), health: quantile(healths, 0.99) };
    };
    await probe();
    const quiet = await probe();
    let running = true;
    let batches = 0;
    const batching = (async () => {
      while (running) {
        const { status } = await post(agent, service.port, '/api/v1/evaluate/batch', largestBatch(), headers);
        if (status !== 200) throw new Error(`the batch was answered ${status}`);
        batches += 1;
      }
    })();
    const busy = await probe();
    running = false;
    await batching;
    agent.destroy();
    const row = (name: string, before: number, after: number) => [
      name,
      round(after / before),
      `${round(before, 1)} ms`,
      `${round(after, 1)} ms`,
    ];
    return [
      {
        name: 'isolation',
        what: `p99 of ${PROBES} probes each, quiet and while batches of 50 × 4,000 characters run (${batches} answered)`,
        columns: ['probe', 'ratio', 'p99 quiet', 'p99 busy'],
        rows: [row('GET /api/health', quiet.health, busy.health), row('evaluate, 1 KB', quiet.check, busy.check)],
        notes: [
          goal(`health at most ${GOAL_RATIO} × quiet`, busy.health <= GOAL_RATIO * quiet.health),
          goal(`short checks at most ${GOAL_RATIO} × quiet`, busy.check <= GOAL_RATIO * quiet.check),
        ],
      },
    ];
  } finally {
    await service.stop();
  }
}

/** 50 items, 200,000 code points, close to 4 MB on the wire: astral characters, escaped, are twelve bytes each. */
function largestBatch(): string {
  const texts = ordinaryTexts(50, 2_400, 5).map((text) => `${text}${'\u{1F98A}'.repeat(1_590)}`);
  const body = JSON.stringify({ items: texts.map((text, i) => ({ id: `t${i}`, text })) });
  return body.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
