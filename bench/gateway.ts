// SPDX-License-Identifier: Apache-2.0
/** The gateway: what reading the contract costs, how long a question and a spoken text take, and what a slow model does to others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/context.ts';
import { startOpenAiServer } from '../test/support/openai-server.ts';
import {
  cpuMs,
  issueKey,
  type Load,
  load,
  OPEN_LIMITS,
  post,
  type Service,
  startProgram,
  startService,
} from './service.ts';
import { goal, median, quantile, round, type Table } from './table.ts';
import { ordinaryTexts } from './texts.ts';

const HANDSHAKE = '/api/v1/handshake';
const QUERY = '/api/v1/query';
const WIDE = '  query_per_minute: 100000000\n  query_per_day: 100000000';

export async function benchGateway(): Promise<readonly Table[]> {
  return [await handshake(), await questions(), await voice(), await slowUpstream()];
}

const READING = { method: 'GET', path: HANDSHAKE, bodies: [''], requests: 16_000, connections: 32 } as const;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 3;
const CPU_GOAL = 1.3;

async function handshake(): Promise<Table> {
  const ours = await startService(OPEN_LIMITS);
  const started = [ours];
  try {
    const answer = await fetch(`http://127.0.0.1:${ours.port}${HANDSHAKE}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const file = join(mkdtempSync(join(tmpdir(), 'plumbline-document-')), 'document.json');
    writeFileSync(file, bytes);
    const bare = await startProgram(['node', 'bench/bare-document.ts'], '/livez', { BARE_DOCUMENT_FILE: file });
    started.push(bare);
    const etag = { 'if-none-match': answer.headers.get('etag') ?? '' };
    const loads: readonly [Service, Load][] = [
      [bare, { ...READING, port: bare.port }],
      [ours, { ...READING, port: ours.port }],
      [ours, { ...READING, port: ours.port, headers: etag }],
    ];
    const samples = loads.map((): number[] => []);
    for (let n = 0; n < WARM_UP_ROUNDS + ROUNDS; n++)
      for (const [i, [service, what]] of loads.entries()) {
        const cpuUs = await cpuOf(service, what);
        if (n >= WARM_UP_ROUNDS) samples[i]?.push(cpuUs);
      }
    return handshakeTable(samples, bytes.length);
  } finally {
    for (const service of started) await service.stop();
  }
}

async function cpuOf(service: Service, what: Load): Promise<number> {
  const before = cpuMs(service.pid);
  const answers = await load(what);
  const wanted = what.headers === undefined ? 200 : 304;
  const other = answers.find(({ status }) => status !== wanted);
  if (other !== undefined) throw new Error(`an answer was ${other.status} and not ${wanted}`);
  return ((cpuMs(service.pid) - before) * 1_000) / answers.length;
}

function handshakeTable([bare = [], full = [], unchanged = []]: readonly (readonly number[])[], bytes: number): Table {
  const ratioOf = (samples: readonly number[]) => median(samples.map((us, i) => us / (bare[i] ?? Number.NaN)));
  const row = (name: string, samples: readonly number[]) => [
    name,
    round(ratioOf(samples)),
    `${round(median(samples), 1)} µs`,
  ];
  const ratio = ratioOf(full);
  return {
    name: 'handshake',
    what: `server CPU per GET, ${bytes} bytes, ${READING.connections} connections, median of ${ROUNDS} interleaved rounds`,
    columns: ['answer', 'ratio', 'CPU per request'],
    rows: [
      row('bare Fastify route, the same bytes', bare),
      row('the contract, 200', full),
      row('the contract unchanged, 304', unchanged),
    ],
    notes: [goal(`at most ${CPU_GOAL} × bare`, ratio <= CPU_GOAL)],
  };
}

const QUESTIONS = [
  'How long is a receipt kept?',
  'What does the constitution say about human authority?',
  'How many checks are free in a day?',
  'What happens to my text after it was judged?',
  'How can I verify a certificate without trusting you?',
  'What is the airlock?',
  'Who may ratify certificates?',
  'Why was my request refused with 429?',
];
const ASKED = 400;
const WARM_UP_QUESTIONS = 40;
const QUESTION_GOAL_MS = 10;

/** Through the whole pipeline, limits and the commits to disk included, without a socket. */
async function questions(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const env = {
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_LIMITS_QUERY_PER_MINUTE: '100000000',
    PLUMBLINE_LIMITS_QUERY_PER_DAY: '100000000',
    PLUMBLINE_LOG_LEVEL: 'error',
  };
  const context = await createContext(loadConfig(env, folder));
  context.gateway.warm();
  const times: number[] = [];
  let before = process.cpuUsage();
  for (let n = 0; n < ASKED + WARM_UP_QUESTIONS; n++) {
    if (n === WARM_UP_QUESTIONS) before = process.cpuUsage();
    const payload = JSON.stringify({ question: `${QUESTIONS[n % QUESTIONS.length]} (${n})` });
    const startedMs = performance.now();
    const headers = { 'content-type': 'application/json' };
    const { statusCode } = await context.app.inject({ method: 'POST', url: QUERY, headers, payload });
    if (statusCode !== 200) throw new Error(`a question was answered with ${statusCode}`);
    if (n >= WARM_UP_QUESTIONS) times.push(performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMsPerQuestion = (user + system) / 1_000 / ASKED;
  await context.close();
  rmSync(folder, { recursive: true, force: true });
  const p50 = median(times);
  return {
    name: 'query',
    what: `a question to local retrieval in process, ${ASKED} questions one after the other`,
    columns: ['p50', 'p95', 'CPU per question'],
    rows: [[`${round(p50, 1)} ms`, `${round(quantile(times, 0.95), 1)} ms`, `${round(cpuMsPerQuestion, 1)} ms`]],
    notes: [goal(`p50 under ${QUESTION_GOAL_MS} ms`, p50 < QUESTION_GOAL_MS)],
  };
}

const VOICE = '/api/voice';
const SPOKEN = 30;
const WARM_UP_TEXTS = 5;
const VOICE_GOAL_MS = 400;
const VOICE_CHARACTERS = 100;

/** Judged, spoken and encoded, each time another text, through the whole pipeline without a socket. */
async function voice(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const env = {
    PLUMBLINE_DATA_DIR: folder,
    PLUMBLINE_LIMITS_VOICE_PER_MINUTE: '100000000',
    PLUMBLINE_LOG_LEVEL: 'error',
  };
  const context = await createContext(loadConfig(env, folder));
  const texts = ordinaryTexts(SPOKEN + WARM_UP_TEXTS, VOICE_CHARACTERS);
  const times: number[] = [];
  let bytes = 0;
  for (const [n, text] of texts.entries()) {
    const payload = JSON.stringify({ text });
    const headers = { 'content-type': 'application/json' };
    const startedMs = performance.now();
    const answer = await context.app.inject({ method: 'POST', url: VOICE, headers, payload });
    if (answer.statusCode !== 200) throw new Error(`a text to speak was answered with ${answer.statusCode}`);
    if (n < WARM_UP_TEXTS) continue;
    times.push(performance.now() - startedMs);
    bytes += answer.rawPayload.length;
  }
  await context.close();
  rmSync(folder, { recursive: true, force: true });
  const p50 = median(times);
  return {
    name: 'voice',
    what: `${VOICE_CHARACTERS} characters spoken by the embedded voice, warm, ${SPOKEN} texts one after the other`,
    columns: ['p50', 'p95', 'MP3'],
    rows: [[`${round(p50)} ms`, `${round(quantile(times, 0.95))} ms`, `${round(bytes / SPOKEN / 1_024, 1)} KiB`]],
    notes: [goal(`p50 at most ${VOICE_GOAL_MS} ms`, p50 <= VOICE_GOAL_MS)],
  };
}

const WAITING = 50;
/** Longer than a round of evaluations, shorter than the deadline of a node. */
const SLOW_MS = 12_000;
const EVALUATIONS = 2_000;
const CALLERS = 4;
const PAIRS = 5;
const ARRIVAL_MS = 20;
const P99_GOAL = 1.5;

/** Evaluate with nobody else there, and while 50 questions wait for a model that takes its time; by turns. */
async function slowUpstream(): Promise<Table> {
  const upstream = await startOpenAiServer();
  upstream.behave({ kind: 'slow', text: 'A receipt is kept for 90 days.', beforeMs: SLOW_MS });
  const model = `models:\n  slow:\n    url: ${upstream.url}\n    model: slow\n    in_flight: ${WAITING}`;
  const nodes = 'nodes:\n  S5_LOCUS:\n    engine:\n      model: slow';
  const service = await startService([OPEN_LIMITS, WIDE, model, nodes].join('\n'));
  try {
    const headers = { authorization: `Bearer ${issueKey(service.dataDir, 'enterprise')}` };
    const evaluate = () => evaluateP99(service, headers);
    await evaluate();
    const agent = new Agent({ maxSockets: WAITING });
    const ask = () => post(agent, service.port, QUERY, JSON.stringify({ question: 'How long is a receipt kept?' }), {});
    const pairs: { quiet: number; busy: number }[] = [];
    const statuses: number[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const quiet = await evaluate();
      const waiting = Array.from({ length: WAITING }, ask);
      // What is measured is the waiting; what a question costs by itself is the table above.
      while (upstream.requests.length < (n + 1) * WAITING)
        await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS));
      const busy = await evaluate();
      statuses.push(...(await Promise.all(waiting)).map(({ status }) => status));
      pairs.push({ quiet, busy });
    }
    agent.destroy();
    return slowTable(pairs, statuses.filter((status) => status === 200).length);
  } finally {
    await service.stop();
    await upstream.close();
  }
}

async function evaluateP99(service: Service, headers: Record<string, string>): Promise<number> {
  const bodies = ordinaryTexts(64, 1_000).map((text) => JSON.stringify({ text }));
  const answers = await load({
    port: service.port,
    path: '/api/v1/evaluate',
    bodies,
    requests: EVALUATIONS,
    connections: CALLERS,
    headers,
  });
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(`evaluate was answered with ${refused.status}`);
  return quantile(
    answers.map(({ ms }) => ms),
    0.99,
  );
}

function slowTable(pairs: readonly { quiet: number; busy: number }[], answered: number): Table {
  const ratio = median(pairs.map(({ quiet, busy }) => busy / quiet));
  const p99 = (side: 'quiet' | 'busy') => `${round(median(pairs.map((pair) => pair[side])), 1)} ms`;
  return {
    name: 'slow upstream',
    what: `p99 of evaluate, ${CALLERS} callers, with ${WAITING} questions waiting for a model, median of ${PAIRS} pairs`,
    columns: ['evaluate', 'ratio', 'p99'],
    rows: [
      ['alone', 1, p99('quiet')],
      [`beside ${WAITING} waiting questions`, round(ratio), p99('busy')],
    ],
    notes: [
      goal(`p99 at most ${P99_GOAL} × alone`, ratio <= P99_GOAL),
      `${answered} of ${pairs.length * WAITING} questions were answered in the end`,
    ],
  };
}
