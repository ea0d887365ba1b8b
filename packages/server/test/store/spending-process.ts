// SPDX-License-Identifier: Apache-2.0
/**
 * A process that spends a quota as fast as it can, for processes.test.ts.
 * Arguments: store url, partition, day, limit, requests (0 = until killed), requests at once.
 * Each acknowledged check is written to stdout as `+` before the next is asked for; a refused one as `-`.
 */
import { writeSync } from 'node:fs';
import { openStore } from '../../src/store/open.ts';
import { checkRecord, checkUnit } from './check-units.ts';

const [url = '', partition = '', day = '0', limit = '0', total = '0', atOnce = '1'] = process.argv.slice(2);
const store = await openStore({ url });
let left = total === '0' ? Number.POSITIVE_INFINITY : Number(total);

async function spend(): Promise<void> {
  while (left > 0) {
    left -= 1;
    const checks = [checkRecord(Number(day) * 86_400_000)];
    const unit = checkUnit(partition, Number(day), { limit: Number(limit), checks });
    const { granted } = await store.usage.commit(unit);
    writeSync(1, granted ? '+' : '-');
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, spend));
await store.close();
