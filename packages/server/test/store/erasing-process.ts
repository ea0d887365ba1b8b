// SPDX-License-Identifier: Apache-2.0
/**
 * A process that erases an entry's payload where there may be no room to write the file anew, for ledger-faults.test.ts.
 * Arguments: store url, seq. Prints the code of what was refused, or `erased`, and its detail.
 */
import { PlumblineError } from '@plumbline/core/errors.ts';
import { openStore } from '../../src/store/open.ts';
import { START_MS } from './ledger-units.ts';

const [url = '', seq = '0'] = process.argv.slice(2);
const store = await openStore({ url });
try {
  await store.ledger.chain.write({ rows: [{ kind: 'erased', seq: Number(seq), atMs: START_MS }] });
  console.log('erased');
} catch (error) {
  if (!(error instanceof PlumblineError)) throw error;
  console.log(`${error.code} ${error.message}`);
}
await store.close();
