// SPDX-License-Identifier: Apache-2.0
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** Bursts and quotas wide open: the bench measures the path, not the refusals of the limiter. The path still counts. */
export const OPEN_LIMITS = ['limits:', '  verify_per_minute_keyed: 100000000', '  verify_in_flight_keyed: 1000'].join(
  '\n',
);

export interface Service {
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  readonly startedInMs: number;
  readonly stop: () => Promise<void>;
}

/** A free port of this machine, found by listening on it for a moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a program that listens on PORT and waits for `path` to answer 200. */
export async function startProgram(
  command: readonly string[],
  path: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'));
  const [program = '', ...args] = command;
  const startedMs = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PLUMBLINE_DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitFor(child, port, path);
  const startedInMs = performance.now() - startedMs;
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { port, pid: child.pid ?? 0, dataDir, startedInMs, stop };
}

/** The service as its users start it. */
export function startService(config?: string): Promise<Service> {
  if (config === undefined) return startProgram(['bin/up'], '/livez');
  const file = join(mkdtempSync(join(tmpdir(), 'plumbline-config-')), 'plumbline.yaml');
  writeFileSync(file, config);
  return startProgram(['bin/up'], '/livez', { PLUMBLINE_CONFIG: file });
}

async function waitFor(child: ChildProcess, port: number, path: string): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the program ended with code ${child.exitCode}`);
    const status = await get(port, path).catch(() => 0);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${path} did not answer within 10 s`);
}

function get(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

export function issueKey(dataDir: string, tier: string): string {
  const args = ['packages/cli/src/main.ts', 'keys', 'issue', '--tier', tier, '--label', 'bench', '--json'];
  const done = spawnSync('node', args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir },
  });
  if (done.status !== 0) throw new Error(`keys issue failed: ${done.stderr}`);
  return (JSON.parse(done.stdout) as { key: string }).key;
}

/** Time on a processor of all threads of a process so far, in milliseconds (Linux, first field of schedstat: nanoseconds). */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const onCpuNs = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
  return onCpuNs.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** Resident memory in MB (Linux). */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

export interface Answer {
  readonly status: number;
  readonly ms: number;
}

export interface Load {
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly requests: number;
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A closed loop: `connections` callers, each sending its next request when the last one is answered. */
export async function load({
  method = 'POST',
  port,
  path,
  bodies,
  requests,
  connections,
  headers = {},
}: Load): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  let next = 0;
  const caller = async () => {
    while (next < requests) {
      const body = bodies[next++ % bodies.length] ?? '';
      answers.push(
        await (method === 'GET' ? read(agent, port, path, headers) : post(agent, port, path, body, headers)),
      );
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  agent.destroy();
  return answers;
}

function read(agent: Agent, port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedMs }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export function post(
  agent: Agent,
  port: number,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedMs }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
