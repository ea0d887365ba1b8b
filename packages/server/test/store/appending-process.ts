// SPDX-License-Identifier: Apache-2.0
/**
 * A process that appends to a ledger as fast as it can, for ledger-processes.test.ts and bench/ledger-faults.ts.
 * Arguments: store url, name, entries (0 = until killed), appends at once.
 * Each acknowledged entry is written to stdout as a line `SEQ SUBJECT` before the next one is asked for.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open.ts';
import { noteUnit } from './ledger-units.ts';

const [url = '', name = '', total = '0', atOnce = '1'] = process.argv.slice(2);
const store = await openStore({ url });
const last = total === '0' ? Number.POSITIVE_INFINITY : Number(total);
let next = 0;

async function append(): Promise<void> {
  while (next < last) {
    const subject = `${name}_${next++}`;
    const { seq } = await store.ledger.chain.append(noteUnit(subject));
    writeSync(1, `${seq} ${subject}\n`);
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, append));
await store.close();
