// SPDX-License-Identifier: Apache-2.0
import type { BodyOf } from '@plumbline/core/contract/operation.ts';
import type { Operations } from '@plumbline/core/contract/operations.ts';
import type { EvaluateOptions } from '@plumbline/core/engine/types.ts';

type WireOptions = BodyOf<Operations['evaluate']>['options'];

const DEFAULTS: EvaluateOptions = {};

/** The engine's options as an ordinary object: bodies have no prototype, and a worker thread could not tell. */
export function engineOptions(options: WireOptions): EvaluateOptions {
  return options === undefined ? DEFAULTS : ({ ...options } as EvaluateOptions);
}
