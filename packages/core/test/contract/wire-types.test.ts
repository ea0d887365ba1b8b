// SPDX-License-Identifier: Apache-2.0
import { describe, expectTypeOf, it } from 'vitest';
import type { Constitution } from '../../src/constitution/types.ts';
import type { BodyOf, OutputOf, ParamsOf, Wire } from '../../src/contract/operation.ts';
import type { Operations } from '../../src/contract/operations.ts';
import type { ConstitutionSchema } from '../../src/contract/schemas/constitution.ts';
import type { FlagSchema } from '../../src/contract/schemas/evaluation.ts';
import type { EvaluateOptionsSchema } from '../../src/contract/schemas/requests.ts';
import type {
  ActionCheck,
  ActionCheckInput,
  EvaluateOptions,
  Evaluation,
  Flag,
  Governance,
  Thresholds,
} from '../../src/engine/types.ts';

type RootThresholds = OutputOf<Operations['apiRoot']>['thresholds'];

/** Checked by tsc: what the engine gives is what the contract promises, and the other way round. */
describe('wire types', () => {
  it('of the engine and of the schemas are the same', () => {
    expectTypeOf<Evaluation>().toExtend<OutputOf<Operations['evaluate']>>();
    expectTypeOf<OutputOf<Operations['evaluate']>>().toExtend<Evaluation>();
    expectTypeOf<Wire<typeof FlagSchema>>().toExtend<Flag>();
    expectTypeOf<Governance>().toExtend<OutputOf<Operations['govern']>>();
    expectTypeOf<OutputOf<Operations['govern']>>().toExtend<Governance>();
    expectTypeOf<ActionCheck>().toExtend<OutputOf<Operations['checkConstitution']>>();
    expectTypeOf<OutputOf<Operations['checkConstitution']>>().toExtend<ActionCheck>();
    expectTypeOf<Thresholds>().toExtend<RootThresholds>();
    expectTypeOf<RootThresholds>().toExtend<Thresholds>();
  });

  it('of requests are what the engine takes', () => {
    expectTypeOf<Wire<typeof EvaluateOptionsSchema>>().toExtend<EvaluateOptions>();
    expectTypeOf<EvaluateOptions>().toExtend<Wire<typeof EvaluateOptionsSchema>>();
    expectTypeOf<BodyOf<Operations['checkConstitution']>>().toExtend<ActionCheckInput>();
    expectTypeOf<BodyOf<Operations['evaluate']>['text']>().toEqualTypeOf<string>();
    expectTypeOf<ParamsOf<Operations['article']>>().toExtend<{ readonly number: string }>();
  });

  it('of the constitution leave out its date only', () => {
    expectTypeOf<Omit<Constitution, 'published_at'>>().toExtend<Wire<typeof ConstitutionSchema>>();
  });
});
