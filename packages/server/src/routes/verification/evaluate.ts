// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';
import { degradedWarnings, warned } from './degraded-warnings.ts';
import { engineOptions, localeWarnings } from './engine-options.ts';
import { evaluationBody } from './evaluation-text.ts';

/** POST /api/v1/evaluate. `labels` are checked by the schema and dropped. */
export const evaluate =
  ({ verification }: RouteServices): Handler =>
  async ({ body, caller, gone }) => {
    const { text, options } = body as BodyOf<Operations['evaluate']>;
    const { data, usage } = await verification.evaluate(text, engineOptions(options), caller, gone);
    const { text: json, isAscii } = evaluationBody(data);
    const answer = { data, usage, text: json, isAscii };
    const locale = localeWarnings(options);
    if (locale === null && !data.degraded) return answer;
    return { ...answer, ...warned(locale, degradedWarnings(data, '/text')) };
  };
