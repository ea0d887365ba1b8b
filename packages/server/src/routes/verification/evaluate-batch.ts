// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { Handler } from '../../http/call.ts';
import type { RouteServices } from '../services.ts';

/** POST /api/v1/evaluate/batch. */
export const evaluateBatch =
  ({ verification }: RouteServices): Handler =>
  ({ body, caller, gone }) => {
    const { items } = body as BodyOf<Operations['evaluateBatch']>;
    return verification.evaluateBatch(items, caller, gone());
  };
