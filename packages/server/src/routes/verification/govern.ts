// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';
import { degradedWarnings, warned } from './degraded-warnings.ts';
import { engineOptions, localeWarnings } from './engine-options.ts';
import { governanceText, isAsciiGovernance } from './evaluation-text.ts';

/** POST /api/v1/govern. */
export const govern =
  ({ verification }: RouteServices): Handler =>
  async ({ body, caller, gone }) => {
    const { prompt, response, options } = body as BodyOf<Operations['govern']>;
    const { data, usage } = await verification.govern(prompt, response, engineOptions(options), caller, gone);
    const answer = { data, usage, text: governanceText(data), isAscii: isAsciiGovernance(data) };
    const { input, output } = data;
    const degraded = [degradedWarnings(input, '/prompt'), degradedWarnings(output, '/response')];
    return { ...answer, ...warned(localeWarnings(options), ...degraded) };
  };
