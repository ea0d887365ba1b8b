// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import type { Settings } from '../config-schema.ts';
import { modelUsageCsv, monthlyModelUsage } from '../services/model-endpoint/usage.ts';
import { monthlyUsage, usageCsv } from '../services/usage.ts';
import { SPEECH_ACCOUNT } from '../services/voice/open.ts';
import { ArgumentError, exitCodeOf, type OperatorIo, withDeployment } from './keys-deployment.ts';

const USAGE = 'Usage: plumbline usage export|models --month YYYY-MM\n';

/**
 * Exports what each key used in a month, or what each model cost, as CSV with decimal amounts.
 * @param args what stands after `usage`
 * @returns exit code: 0, 1 when it could not be done, 2 for wrong arguments
 */
export function runUsage(args: string[], io: OperatorIo): Promise<number> {
  const [verb, ...rest] = args;
  return exitCodeOf(io, USAGE, async () => {
    if (verb !== 'export' && verb !== 'models')
      throw new ArgumentError(verb === undefined ? 'usage: say what to do' : `usage: there is no '${verb}'`);
    const { values } = parseArgs({ args: rest, options: { month: { type: 'string' } } });
    const month = values.month;
    if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new ArgumentError(`usage ${verb}: --month must look like 2026-11`);
    const csv = await withDeployment(io, async ({ store, tiers, settings }) =>
      verb === 'export'
        ? usageCsv(await monthlyUsage(store, tiers, month))
        : modelUsageCsv(await monthlyModelUsage(store.modelBudgets, pricedBy(settings), month)),
    );
    io.stdout.write(csv);
  });
}

/** The voice is accounted for like a model. */
function pricedBy({ models, voice }: Settings) {
  return { ...models, [SPEECH_ACCOUNT.model]: { currency: voice.currency } };
}
