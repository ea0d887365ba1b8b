// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';
import { degradedWarnings, warned } from './degraded-warnings.ts';

/** POST /api/v1/evaluate/batch. */
export const evaluateBatch =
  ({ verification }: RouteServices): Handler =>
  async ({ body, caller, gone }) => {
    const { items } = body as BodyOf<Operations['evaluateBatch']>;
    const answer = await verification.evaluateBatch(items, caller, gone());
    const degraded = answer.data.results.map((result, i) =>
      result.ok ? degradedWarnings(result.evaluation, `/items/${i}`) : null,
    );
    return { ...answer, ...warned(...degraded) };
  };
