// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run fuzz [RUNS] [SEED]`: generated hostile bodies against the real app, 20,000 by default. Fails on a 5xx, on an
 * answer that is not JSON and on one that takes longer than a second. The seed of a failing run is printed; give it back
 * to see the same failure.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/context.ts';
import { type HostileRequest, hostileRequest } from './support/hostile-bodies.ts';

const SLOW_MS = 1_000;
const runs = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 20_261_121);

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-fuzz-'));
const config = loadConfig(
  {
    PLUMBLINE_DATA_DIR: dataDir,
    PLUMBLINE_LOG_LEVEL: 'error',
    PLUMBLINE_TIERS_FREE_CHECKS_PER_DAY: '1000000',
    PLUMBLINE_LIMITS_VERIFY_PER_MINUTE_FREE: '1000000',
    PLUMBLINE_LIMITS_CHECK_PER_MINUTE: '1000000',
  },
  dataDir,
);
const context = await createContext(config);
const statuses = new Map<number, number>();

async function send({ path, type, body }: HostileRequest): Promise<void> {
  const startedMs = performance.now();
  const answer = await context.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': type },
    payload: body,
  });
  const tookMs = performance.now() - startedMs;
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  if (answer.statusCode >= 500) throw new Error(`${path} answered ${answer.statusCode}`);
  if ((answer.json() as { ok: boolean }).ok !== (answer.statusCode === 200)) throw new Error(`${path}: ok is wrong`);
  if (tookMs > SLOW_MS) throw new Error(`${path} took ${Math.round(tookMs)} ms`);
}

// The first calls load the worker threads; their time says nothing about bodies.
await context.pool.warm();
const result = await fc.check(fc.asyncProperty(hostileRequest, send), { seed, numRuns: runs });
await context.close();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  '),
);
if (result.failed) console.error(fc.defaultReportMessage(result));
else console.log(`${result.numRuns} bodies, no 5xx (seed ${seed})`);
process.exitCode = result.failed ? 1 : 0;
