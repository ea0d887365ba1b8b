// SPDX-License-Identifier: Apache-2.0
import { cpuMs, issueKey, load, OPEN_LIMITS, type Service, startService } from './service.ts';
import { goal, median, round, type Table } from './table.ts';
import { ordinaryTexts } from './texts.ts';

const ROUNDS = 9;
/** Rounds that are not counted: the routes are still being compiled. */
const WARM_UP_ROUNDS = 2;
const REQUESTS = 2_000;
const CONNECTIONS = 32;
const LENGTH = 1_000;
const GOAL_RATIO = 2;

interface Route {
  readonly name: string;
  readonly path: string;
  readonly twice: boolean;
  readonly bodies: readonly string[];
}

/** Server CPU of certify against evaluate and govern on the same characters, by default and with the second signature at issue. */
export async function benchCertify(): Promise<Table> {
  const texts = ordinaryTexts(64, LENGTH);
  // Nothing of the ledger is set: what certify costs whoever installs the service.
  const once = await startService(OPEN_LIMITS);
  const services = [once];
  try {
    const twice = await startService(`${OPEN_LIMITS}\nledger:\n  second_signature: issue`);
    services.push(twice);
    const keys = services.map(({ dataDir }) => issueKey(dataDir, 'enterprise'));
    const routes = routesOf(texts);
    const samplesUs: number[][] = routes.map(() => []);
    for (let i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
      for (const [n, route] of routes.entries()) {
        const at = route.twice ? 1 : 0;
        const us = await cpuUs(services[at] as Service, keys[at] ?? '', route);
        if (i >= WARM_UP_ROUNDS) samplesUs[n]?.push(us);
      }
    }
    return tableOf(routes, samplesUs);
  } finally {
    for (const service of services) await service.stop();
  }
}

function routesOf(texts: readonly string[]): Route[] {
  const evaluated = (texts: readonly string[]) => texts.map((text) => JSON.stringify({ text }));
  const halves = texts.map((text) =>
    JSON.stringify({ prompt: text.slice(0, LENGTH / 2), response: text.slice(LENGTH / 2) }),
  );
  const next = (i: number) => texts[(i + 1) % texts.length] ?? '';
  const double = texts.map((text, i) => text + next(i));
  const two = texts.map((prompt, i) => JSON.stringify({ prompt, response: next(i) }));
  const route = (name: string, of: string, bodies: readonly string[], twice = false): Route => ({
    name: `${name}, ${of}`,
    path: `/api/v1/${name.split(',')[0]}`,
    twice,
    bodies,
  });
  const all = (whole: string, bodies: readonly string[], of: string, pairs: readonly string[]) => [
    route('evaluate', whole, bodies),
    route('govern', of, pairs),
    route('certify, default settings', of, pairs),
    route('certify, second_signature: issue', of, pairs, true),
  ];
  return [
    ...all('1,000 characters', evaluated(texts), '500 + 500', halves),
    ...all('2,000 characters', evaluated(double), '1,000 + 1,000', two),
  ];
}

/** Evaluate of as many characters stands before the pairs that hold them, and govern behind it. */
const GROUP = 4;

async function cpuUs(service: Service, key: string, { path, bodies }: Route): Promise<number> {
  const before = cpuMs(service.pid);
  const headers = { authorization: `Bearer ${key}` };
  const answers = await load({
    port: service.port,
    path,
    bodies,
    requests: REQUESTS,
    connections: CONNECTIONS,
    headers,
  });
  const refused = answers.find(({ status }) => status >= 300);
  if (refused) throw new Error(`${path} answered ${refused.status}`);
  return ((cpuMs(service.pid) - before) * 1000) / answers.length;
}

function tableOf(routes: readonly Route[], samplesUs: readonly (readonly number[])[]): Table {
  const ratios = (n: number, base: number) =>
    median((samplesUs[n] ?? []).map((us, i) => us / (samplesUs[base]?.[i] ?? Number.NaN)));
  const rows = routes.map(({ name }, n) => {
    const first = n - (n % GROUP);
    return [
      name,
      round(ratios(n, first)),
      round(ratios(n, 0)),
      n === first ? null : round(ratios(n, first + 1)),
      `${round(median(samplesUs[n] ?? []), 0)} µs`,
    ];
  });
  const reaches = (n: number) =>
    goal(
      `${routes[n]?.name}: at most ${GOAL_RATIO} × evaluate of the same characters in all`,
      ratios(n, n - (n % GROUP)) <= GOAL_RATIO,
    );
  return {
    name: 'certify',
    what: `server CPU per request, keyed, durable, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds`,
    columns: ['route', 'to evaluate of as many characters', 'to evaluate of 1,000', 'to govern', 'CPU per request'],
    rows,
    notes: [
      ...[2, GROUP + 2].map(reaches),
      'By default the ML-DSA-44 signature is made when the iron bundle is handed out; with `issue` in certify itself.',
    ],
  };
}
