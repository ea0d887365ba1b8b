// SPDX-License-Identifier: Apache-2.0
import type { OpenedJudge } from '@plumbline/server/operator/second-judge.ts';
import { type Io, UsageError } from './io.ts';

/**
 * The second judge of the configuration that a service would start with here. Imported when it is asked for, as operators'
 * commands are (decision 0002).
 * @throws UsageError where it is not configured, or not rightly
 */
export async function openJudge({ env }: Io): Promise<OpenedJudge> {
  try {
    const { openSecondJudge } = await import('@plumbline/server/operator/second-judge.ts');
    return await openSecondJudge(env, process.cwd());
  } catch (error) {
    if (error instanceof Error && ['ConfigError', 'ArgumentError', 'StoreError'].includes(error.name))
      throw new UsageError(error.message);
    throw error;
  }
}
