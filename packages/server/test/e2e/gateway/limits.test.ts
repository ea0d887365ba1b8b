// SPDX-License-Identifier: Apache-2.0
/** Contract 1.5 for the routes of the gateway. */
import { rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestClock, testClock } from '../../services/clock.ts';
import { post, startApp, type TestApp, temporaryFolder, WIDE, warmUp } from '../test-app.ts';

const DAY_MS = 86_400_000;
const MESSAGE = { message: 'Who decides?' };
let serial = 0;
const receipt = () => ({ agent_id: `reader-${++serial}`, kind: 'orientation' });
type Answer = Awaited<ReturnType<typeof post>>;
const left = ({ headers }: Answer, name: string) =>
  Number(new RegExp(`"${name}";r=(\\d+)`).exec(String(headers.ratelimit))?.[1]);

describe('limits of the gateway', () => {
  let app: TestApp;
  let clock: TestClock;
  beforeEach(async () => {
    clock = testClock();
    app = await startApp({ ...WIDE, PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1' }, { nowMs: clock.nowMs });
    await warmUp(app);
  });
  afterEach(() => app.close());
  const as = (address: string) => ({ 'x-forwarded-for': address });
  const times = async (count: number, run: () => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++) statuses.push((await run()).statusCode);
    return statuses;
  };
  const all = (count: number, status: number) => Array(count).fill(status);

  it.each([
    ['/api/v1/query', { question: 'Who decides?' }, 'query-min', 10],
    ['/api/ember', MESSAGE, 'chat-min', 20],
    ['/api/lumen', MESSAGE, 'chat-min', 20],
    ['/api/chat', MESSAGE, 'chat-min', 20],
    ['/api/pulse', { topic: 'Who decides?' }, 'pulse-min', 5],
  ])('[gateway-limits] %s: %j is %s, %i in 60 s', async (path, body, name, quota) => {
    const first = await post(app, path, body);
    expect(first.headers['ratelimit-policy']).toContain(`"${name}";q=${quota};w=60`);
    expect(left(first, name)).toBe(quota - 1);
    // Client errors count in windows of a minute.
    expect(await times(quota - 2, () => post(app, path, {}))).toEqual(all(quota - 2, 400));
    expect((await post(app, path, body)).statusCode).toBe(200);
    const refused = await post(app, path, body);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error).toMatchObject({
      code: 'rate_limited',
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': [name],
      retryable: true,
    });
    const waitS = Number(refused.headers['retry-after']);
    expect(left(refused, name)).toBe(0);
    expect(refused.headers.ratelimit).toContain(`"${name}";r=0;t=${waitS}`);
    // Another network is not touched; credentials change nothing.
    expect((await post(app, path, body, as('203.0.113.9'))).statusCode).toBe(200);
    const withKey = await post(app, path, body, { authorization: 'Bearer nonsense' });
    // Nodes refuse what is no key before anything is counted; a query does not look at it.
    expect(withKey.statusCode).toBe(path === '/api/v1/query' ? 429 : 401);
    clock.advance(waitS * 1_000);
    expect((await post(app, path, body)).statusCode).toBe(200);
  });

  it('[gateway-limits] ember, lumen and chat count each by itself', async () => {
    expect(await times(20, () => post(app, '/api/ember', MESSAGE))).toEqual(all(20, 200));
    expect((await post(app, '/api/ember', MESSAGE)).statusCode).toBe(429);
    for (const path of ['/api/lumen', '/api/chat']) expect(left(await post(app, path, MESSAGE), 'chat-min')).toBe(19);
  });

  it('[gateway-limits] a query shows minute and day on every answer, refusals included', async () => {
    const ask = (body: object) => post(app, '/api/v1/query', body);
    const good = await ask({ question: 'Who decides?' });
    expect(good.headers['ratelimit-policy']).toBe('"query-min";q=10;w=60, "query-day";q=200;w=86400');
    expect(good.headers.ratelimit).toMatch(/^"query-min";r=9;t=\d+, "query-day";r=199;t=43200$/);
    const bad = await ask({});
    // The day counts successes only.
    expect(bad.headers.ratelimit).toMatch(/^"query-min";r=8;t=\d+, "query-day";r=199;t=43200$/);
  });

  it('[gateway-limits] receipts: ten in an hour that slides, client errors free', async () => {
    const path = '/api/agent/receipt';
    const good = await post(app, path, receipt());
    expect(good.headers['ratelimit-policy']).toBe('"receipt-hour";q=10;w=3600, "receipt-day";q=30;w=86400');
    expect([left(good, 'receipt-hour'), left(good, 'receipt-day')]).toEqual([9, 29]);
    expect(await times(15, () => post(app, path, { kind: 'orientation' }))).toEqual(all(15, 400));
    expect(await times(9, () => post(app, path, receipt()))).toEqual(all(9, 201));
    const refused = await post(app, path, receipt());
    expect([refused.statusCode, refused.json().error['violated-policies']]).toEqual([429, ['receipt-hour']]);
    expect(left(refused, 'receipt-day')).toBe(20);
    expect((await post(app, path, receipt(), as('203.0.113.9'))).statusCode).toBe(201);
    clock.advance(Number(refused.headers['retry-after']) * 1_000);
    expect((await post(app, path, receipt())).statusCode).toBe(201);
  });

  it('[gateway-limits] a replayed receipt costs nothing', async () => {
    const body = receipt();
    const send = () => post(app, '/api/agent/receipt', body, { 'idempotency-key': 'again' });
    const first = await send();
    const again = await send();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(left(again, 'receipt-hour')).toBe(left(first, 'receipt-hour'));
  });

  it('[gateway-limits] attempts to withdraw are limited', async () => {
    const url = '/api/agent/receipt/rcp_01M7YZMHG0YXGZ2XC5NZV1M6V4';
    const attempt = () =>
      app.context.app.inject({
        method: 'DELETE',
        url,
        headers: { 'content-type': 'application/json' },
        payload: '{"preimage":"x"}',
      });
    expect(await times(11, attempt)).toEqual([...all(10, 404), 429]);
  });

  it('[gateway-limits] reading is free: no limit, no fields', async () => {
    for (const url of ['/api/v1/handshake', '/api/v1/query', '/api/agent/receipt'])
      for (let i = 0; i < 15; i++) {
        const answer = await app.context.app.inject(url);
        expect([answer.statusCode, answer.headers.ratelimit]).toEqual([200, undefined]);
      }
    expect(await times(30, () => post(app, '/api/v1/handshake', {}))).toEqual(all(30, 200));
  });
});

describe('limits over restarts', () => {
  it('[gateway-limits-survive] keep what was counted, by the hour, by the day and for all', async () => {
    const folder = temporaryFolder();
    const clock = testClock();
    const env = {
      ...WIDE,
      PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1',
      PLUMBLINE_LIMITS_QUERY_PER_DAY: '2',
      PLUMBLINE_LIMITS_RECEIPTS_PER_HOUR: '2',
      PLUMBLINE_LIMITS_RECEIPTS_PER_DAY: '3',
      PLUMBLINE_LIMITS_RECEIPTS_PER_DAY_OVERALL: '4',
    };
    let app = await startApp(env, { nowMs: clock.nowMs }, folder);
    const restart = async () => {
      await app.close();
      app = await startApp(env, { nowMs: clock.nowMs }, folder);
      await warmUp(app);
    };
    const ask = () => post(app, '/api/v1/query', { question: 'Who decides?' });
    const leave = (from = '198.51.100.1') => post(app, '/api/agent/receipt', receipt(), { 'x-forwarded-for': from });
    const violated = (answer: Answer) => [answer.statusCode, answer.json().error?.['violated-policies']];
    try {
      expect([(await ask()).statusCode, (await leave()).statusCode]).toEqual([200, 201]);
      await restart();
      expect([(await ask()).statusCode, (await leave()).statusCode]).toEqual([200, 201]);
      await restart();
      const refused = await ask();
      expect(violated(refused)).toEqual([429, ['query-day']]);
      expect(Number(refused.headers['retry-after'])).toBe(12 * 3_600);
      expect(violated(await leave())).toEqual([429, ['receipt-hour']]);
      clock.advance(2 * 3_600_000);
      expect((await leave()).statusCode).toBe(201);
      await restart();
      expect(violated(await leave())).toEqual([429, ['receipt-day']]);
      expect((await leave('198.51.100.2')).statusCode).toBe(201);
      const full = await leave('198.51.100.3');
      expect(violated(full)).toEqual([429, ['receipt-service-day']]);
      expect(full.headers.ratelimit).toContain('"receipt-service-day";r=0');
      // What was refused cost its network nothing.
      clock.advance(DAY_MS / 2);
      expect(left(await leave('198.51.100.3'), 'receipt-day')).toBe(2);
      expect((await ask()).statusCode).toBe(200);
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe('a crowd', () => {
  it('[gateway-crowd] of two thousand networks at once is served, and leaves little behind', async () => {
    const app = await startApp({ ...WIDE, PLUMBLINE_TRUSTED_PROXIES: '127.0.0.1' });
    try {
      await warmUp(app);
      const ask = (n: number) =>
        post(
          app,
          '/api/v1/query',
          { question: `Who decides, asks number ${n}?` },
          { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
        );
      const round = async (from: number, count: number) =>
        Promise.all(Array.from({ length: count }, (_, i) => ask(from + i)));
      const statuses = (await round(0, 2_000)).map(({ statusCode }) => statusCode);
      expect(new Set(statuses)).toEqual(new Set([200]));
      const beforeBytes = heldBytes();
      await round(2_000, 1_000);
      // Counters and a name for each network, and nothing of what it asked or was answered.
      expect(heldBytes() - beforeBytes).toBeLessThan(16 * 1_024 * 1_024);
    } finally {
      await app.close();
    }
  }, 120_000);
});
