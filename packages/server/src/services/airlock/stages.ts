// SPDX-License-Identifier: Apache-2.0
/** The airlock as the row of its stages. */
import type { Airlock, AirlockRequest, AirlockResult } from './airlock.ts';
import { type CallTools, call } from './call.ts';
import { type IntakeTools, intake } from './intake.ts';
import { type IsolationTools, isolate } from './isolation.ts';
import { type OutputTools, output } from './output.ts';
import { type ProjectionTools, project } from './projection.ts';
import { spotlight } from './spotlight.ts';

export type AirlockTools = IntakeTools & IsolationTools & CallTools & OutputTools & ProjectionTools;

/** Each stage is a function of its own; a test can put something else in the place of one. */
export const STAGES = { intake, isolate, spotlight, call, output, project };
export type Stages = typeof STAGES;

export function createAirlock(tools: AirlockTools, stages: Stages = STAGES): Airlock {
  return { ask: (request) => pass(request, tools, stages) };
}

/** A search quotes published texts: there is nothing in them that a second judge would have to see each time. */
function judgesOf({ node }: AirlockRequest, tools: AirlockTools): OutputTools {
  return node.engine.kind === 'model' ? tools : { ...tools, consult: tools.screen };
}

async function pass(request: AirlockRequest, tools: AirlockTools, stages: Stages): Promise<AirlockResult> {
  const admitted = await stages.intake(request, tools);
  if (admitted.kind !== 'admitted') {
    return { ok: true, answer: stages.project(request, { intake: admitted, released: null }, tools) };
  }
  const context = stages.isolate(admitted, request.node, tools);
  const prompt = stages.spotlight(context);
  const reply = await stages.call(request.node.engine, prompt, request.signal, tools);
  if (!reply.ok) return { ok: false, failure: reply.failure };
  const released = await stages.output(reply, context, judgesOf(request, tools));
  return {
    ok: true,
    answer: stages.project(request, { intake: admitted, released }, tools),
  };
}
