// SPDX-License-Identifier: Apache-2.0
/** Processes that append and are killed, and what must be true of the ledger afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { auditLedger, type StoredLedgerReport } from '../../src/store/ledger/audit.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { crypto, genesisUnits, pinsOf, START_MS, signTree } from './ledger-units.ts';

const PROGRAM = fileURLToPath(new URL('./appending-process.ts', import.meta.url));

export interface Appender {
  readonly child: ChildProcess;
  /** Seq by subject, as far as it was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>;
  readonly ended: Promise<void>;
}

/** @param total 0: until killed */
export function startAppender(url: string, name: string, total: number, atOnce: number): Appender {
  const args = [PROGRAM, url, name, String(total), String(atOnce)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const acknowledged = new Map<string, number>();
  let rest = '';
  let faults = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [seq = '', subject = ''] = line.split(' ');
      acknowledged.set(subject, Number(seq));
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    faults += chunk.toString();
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code, signal) => {
      if (code === 0 || signal === 'SIGKILL') resolve();
      else reject(new Error(`appender ended with ${code}: ${faults}`));
    });
  });
  return { child, acknowledged, ended };
}

export interface RoundResult {
  readonly acknowledged: number;
  /** Committed without the answer having been seen. */
  readonly unacknowledged: number;
  readonly missing: readonly string[];
  readonly report: StoredLedgerReport;
}

/** Starts a chain where there is none. */
export async function beginChain(url: string): Promise<void> {
  const store = await openStore({ url });
  await store.ledger.chain.appendAll(genesisUnits(), { requireSize: 0 });
  await store.close();
}

/** Two processes append; both are killed after `afterMs` of work; then the ledger is opened anew and audited. */
export async function killRound(url: string, name: string, afterMs: number, atOnce: number): Promise<RoundResult> {
  const before = await withStore(url, async ({ ledger }) => (await ledger.chain.head()).size);
  const appenders = ['a', 'b'].map((letter) => startAppender(url, `${name}${letter}`, 0, atOnce));
  while (appenders.some(({ acknowledged }) => acknowledged.size === 0)) await sleep(5);
  await sleep(afterMs);
  for (const { child } of appenders) child.kill('SIGKILL');
  await Promise.all(appenders.map(({ ended }) => ended));
  const acknowledged = new Map(appenders.flatMap((appender) => [...appender.acknowledged]));
  return withStore(url, async (store) => {
    const { size } = await store.ledger.chain.head();
    const missing = await missingOf(store, acknowledged, before);
    await store.ledger.chain.checkpoints.publish(signTree, START_MS);
    return {
      acknowledged: acknowledged.size,
      unacknowledged: size - before - acknowledged.size,
      missing,
      report: await auditLedger(store.ledger.chain, { pins: await pinsOf(store.ledger.chain) }, crypto),
    };
  });
}

/** Subjects that were acknowledged and do not stand where it was said. */
export async function missingOf(
  store: Store,
  acknowledged: ReadonlyMap<string, number>,
  from: number,
): Promise<string[]> {
  const stored = new Map<string, number>();
  for await (const page of store.ledger.chain.entries({ from }))
    for (const { subject, seq } of page) stored.set(subject, seq);
  return [...acknowledged].filter(([subject, seq]) => stored.get(subject) !== seq).map(([subject]) => subject);
}

export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ url });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
