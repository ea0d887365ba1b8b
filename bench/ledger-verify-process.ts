// SPDX-License-Identifier: Apache-2.0
/** One pass over a ledger file, `verify` or `read`; prints entries, processor time and peak memory as JSON. For bench/ledger.ts. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createNodeCrypto } from '../packages/server/src/crypto.ts';
import { auditLedger } from '../packages/server/src/store/ledger/audit.ts';
import { openStore } from '../packages/server/src/store/open.ts';
import { pinsOf } from '../packages/server/test/store/ledger-units.ts';

interface Pass {
  readonly entries: number;
  /** Of all threads, so that another program on the machine does not count. */
  readonly cpuMs: number;
}

function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

const PAGE_ROWS = 500;
const [kind = '', file = ''] = process.argv.slice(2);
const crypto = createNodeCrypto();

/** Only what nobody can do without: the rows of both tables in pages, and a hash of what each holds. */
function read(): Pass {
  const db = new DatabaseSync(file, { readOnly: true });
  const headers = db.prepare('SELECT * FROM ledger_entry WHERE seq >= ? ORDER BY seq LIMIT ?');
  const payloads = db.prepare('SELECT * FROM ledger_payload WHERE seq >= ? ORDER BY seq LIMIT ?');
  const started = process.cpuUsage();
  let count = 0;
  for (;;) {
    const page = headers.all(count, PAGE_ROWS) as unknown as { header: Uint8Array }[];
    if (page.length === 0) break;
    for (const { header } of page) crypto.sha256(header);
    const beside = payloads.all(count, PAGE_ROWS) as unknown as { bytes: Uint8Array }[];
    for (const { bytes } of beside) crypto.sha256(bytes);
    count += page.length;
  }
  const cpuMs = cpuMsSince(started);
  db.close();
  return { entries: count, cpuMs };
}

async function verify(): Promise<Pass> {
  const store = await openStore({ url: file });
  const { chain } = store.ledger;
  const started = process.cpuUsage();
  const report = await auditLedger(chain, { pins: await pinsOf(chain) }, crypto);
  const cpuMs = cpuMsSince(started);
  await store.close();
  if (report.verdict !== 'VALID') throw new Error(`the ledger is ${report.verdict}`);
  return { entries: report.size, cpuMs };
}

const pass = kind === 'verify' ? await verify() : read();
console.log(JSON.stringify({ ...pass, maxRssMb: peakMb() }));

/** Not `maxRSS` of the process: Linux hands that on from whoever started it, and the bench itself is larger than a pass. */
function peakMb(): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kb) / 1024;
}
