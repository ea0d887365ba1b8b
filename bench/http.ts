// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentTexts } from './real-texts.ts';
import { cpuMs, issueKey, type Load, load, OPEN_LIMITS, type Service, startProgram, startService } from './service.ts';
import { goal, median, quantile, round, type Table } from './table.ts';
import { ordinaryTexts } from './texts.ts';

/** Many short rounds: what else the machine does in one of them falls on few ratios, and their median stays where it is. */
const ROUNDS = 41;
const REQUESTS = 1_000;
/** Requests to each server that are not counted: code is still being compiled, ours until some 100,000. */
const WARM_UP = 100_000;
const WARM_UP_TURNS = 10;
const CONNECTIONS = 32;
const GOAL_RATIO = 2.5;
const AIM_RATIO = 1.8;

/** Server CPU per request: evaluate (keyed, counted on disk) against a bare Fastify route with the same bodies. */
export async function benchHttp(): Promise<readonly Table[]> {
  const ours = await startService(OPEN_LIMITS);
  try {
    const headers = { authorization: `Bearer ${issueKey(ours.dataDir, 'enterprise')}` };
    return [
      tableOf('http', 'ordinary 1 KB texts', await compared(ours, headers, ordinaryTexts(64, 1_000))),
      tableOf('http, documents', '1 KB pieces of documents', await compared(ours, headers, documentTexts(64, 1_000))),
    ];
  } finally {
    await ours.stop();
  }
}

async function compared(ours: Service, headers: Record<string, string>, texts: readonly string[]): Promise<Compared> {
  const bodies = texts.map((text) => JSON.stringify({ text }));
  const bare = await startProgram(['node', 'bench/bare-server.ts'], '/livez', {
    BARE_REPLIES_FILE: await repliesFile(ours, bodies, headers),
  });
  try {
    const what = { path: '/api/v1/evaluate', bodies, connections: CONNECTIONS, headers };
    const [oursSamples = [], bareSamples = []] = await interleaved([ours, bare], what);
    return { ours: oursSamples, bare: bareSamples };
  } finally {
    await bare.stop();
  }
}

/** The services by turns, so that whatever else the machine does falls on all of them alike. */
async function interleaved(services: readonly Service[], what: Omit<Load, 'port' | 'requests'>): Promise<Sample[][]> {
  const samples: Sample[][] = services.map(() => []);
  for (let turn = 0; turn < WARM_UP_TURNS; turn++) {
    for (const { port } of services) await load({ ...what, port, requests: WARM_UP / WARM_UP_TURNS });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, service] of services.entries()) {
      samples[i]?.push(await sample(service, { ...what, port: service.port, requests: REQUESTS }));
    }
  }
  return samples;
}

interface Compared {
  readonly ours: readonly Sample[];
  readonly bare: readonly Sample[];
}

interface Sample {
  readonly cpuUs: number;
  readonly p99Ms: number;
}

async function sample(service: Service, what: Load): Promise<Sample> {
  const before = cpuMs(service.pid);
  const answers = await load(what);
  const refused = answers.filter(({ status }) => status !== 200);
  if (refused.length > 0) throw new Error(`${refused.length} answers were not 200, first ${refused[0]?.status}`);
  const cpuUs = ((cpuMs(service.pid) - before) * 1000) / answers.length;
  return {
    cpuUs,
    p99Ms: quantile(
      answers.map(({ ms }) => ms),
      0.99,
    ),
  };
}

/** The real answer to each body, so that the baseline serialises and sends the same bytes. */
async function repliesFile(
  service: Service,
  bodies: readonly string[],
  headers: Record<string, string>,
): Promise<string> {
  const replies: unknown[] = [];
  for (const body of bodies) {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/evaluate`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    replies.push(await answer.json());
  }
  const file = join(mkdtempSync(join(tmpdir(), 'plumbline-replies-')), 'replies.json');
  writeFileSync(file, JSON.stringify(replies));
  return file;
}

function tableOf(name: string, texts: string, { ours, bare }: Compared): Table {
  const ratio = median(ours.map((sample, i) => sample.cpuUs / (bare[i]?.cpuUs ?? Number.NaN)));
  const row = (name: string, samples: readonly Sample[], value: number) => [
    name,
    round(value),
    `${round(median(samples.map(({ cpuUs }) => cpuUs)), 1)} µs`,
    `${round(median(samples.map(({ p99Ms }) => p99Ms)), 1)} ms`,
  ];
  return {
    name,
    what: `server CPU per request, ${texts}, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds`,
    columns: ['server', 'ratio', 'CPU per request', 'p99'],
    rows: [
      row('bare Fastify, same bodies and validation', bare, 1),
      row('evaluate, keyed, counted on disk', ours, ratio),
    ],
    notes: [
      goal(`at most ${GOAL_RATIO} × bare`, ratio <= GOAL_RATIO),
      goal(`aim ${AIM_RATIO} × bare`, ratio <= AIM_RATIO),
    ],
  };
}
