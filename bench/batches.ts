// SPDX-License-Identifier: Apache-2.0
/** Sends the largest legal batch, again and again, from a thread of its own: what it takes to send one delays no probe. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { post } from './service.ts';
import { ordinaryTexts } from './texts.ts';

const ITEMS = 50;
const WORDS = 2_400;
const ASTRAL = 1_590;
/** The largest body that is taken. */
const BODY_BYTES = 4 * 1024 * 1024;

interface Target {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Begins to send; what it returns stops that, and resolves with the number of batches that were answered. @throws Error when one was refused */
export function startBatches(port: number, headers: Readonly<Record<string, string>>): () => Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, headers } satisfies Target });
  const done = once(worker, 'message');
  return async () => {
    worker.postMessage('stop');
    const [answered] = await done;
    await worker.terminate();
    return answered as number;
  };
}

async function send({ port, headers }: Target): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = largestBatch();
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    const { status } = await post(agent, port, '/api/v1/evaluate/batch', body, headers);
    if (status !== 200) throw new Error(`the batch was answered ${status}`);
    answered++;
  }
  agent.destroy();
  return answered;
}

/** 50 items, 200,000 code points: astral characters, escaped, are twelve bytes each. Blanks fill up what is left. */
function largestBatch(): string {
  const texts = ordinaryTexts(ITEMS, WORDS, 5).map((text) => `${text}${'\u{1F98A}'.repeat(ASTRAL)}`);
  const body = JSON.stringify({ items: texts.map((text, i) => ({ id: `t${i}`, text })) });
  const escaped = body.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return escaped.replace('[', '['.padEnd(BODY_BYTES - escaped.length + 1));
}

if (!isMainThread && parentPort !== null) parentPort.postMessage(await send(workerData as Target));
