// SPDX-License-Identifier: Apache-2.0
/** A process that spends a model budget, for model-budget.test.ts. Arguments: store url, account, day, limit, calls. */
import { openStore } from '../../src/store/open.ts';

const [url = '', account = '', day = '0', limit = '0', calls = '0'] = process.argv.slice(2);
const store = await openStore({ url });
const limits = { tokens: Number(limit), moneyMicro: null };
const granted = await Promise.all(
  Array.from({ length: Number(calls) }, () =>
    store.modelBudgets.reserve({ account, day: Number(day) }, { tokens: 7, moneyMicro: 3 }, limits),
  ),
);
process.stdout.write(String(granted.filter(Boolean).length));
await store.close();
