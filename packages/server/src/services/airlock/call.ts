// SPDX-License-Identifier: Apache-2.0
/** Stage 4. One call with a deadline; whatever the engine does, the airlock is free again when it is over. */
import type { EngineReply, NodeEngine, NodePrompt } from '../nodes/engine.ts';

export const DEADLINE_MS = 15_000;
const RETRY_AFTER_S = 5;

export interface CallTools {
  readonly deadlineMs: number;
  /** Told the class of what an engine threw, never its message: it could hold text. */
  readonly onFault: (fault: string) => void;
}

export async function call(
  engine: NodeEngine,
  prompt: NodePrompt,
  gone: AbortSignal,
  { deadlineMs, onFault }: CallTools,
): Promise<EngineReply> {
  const controller = new AbortController();
  let over = (_reply: EngineReply) => {};
  const ended = new Promise<EngineReply>((resolve) => {
    over = resolve;
  });
  const stop = (reply: EngineReply, reason: unknown) => {
    over(reply);
    controller.abort(reason);
  };
  // The engine learns which it was: a deadline says something about its upstream, a caller who hangs up does not.
  const timer = setTimeout(() => stop(TIMED_OUT, timedOut()), deadlineMs);
  const leave = () => stop(UNAVAILABLE, gone.reason);
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  try {
    return checked(await Promise.race([ended, answerOf(engine, prompt, controller.signal, onFault)]), prompt);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
  }
}

/** What AbortSignal.timeout gives as its reason. */
export const timedOut = () => new DOMException('The deadline is over.', 'TimeoutError');

const TIMED_OUT: EngineReply = { ok: false, failure: { kind: 'timeout', retryAfterS: RETRY_AFTER_S } };
const UNAVAILABLE: EngineReply = { ok: false, failure: { kind: 'unavailable', retryAfterS: RETRY_AFTER_S } };
const INVALID: EngineReply = { ok: false, failure: { kind: 'invalid', retryAfterS: RETRY_AFTER_S } };

async function answerOf(
  engine: NodeEngine,
  prompt: NodePrompt,
  signal: AbortSignal,
  onFault: CallTools['onFault'],
): Promise<EngineReply> {
  try {
    return await engine.answer(prompt, signal);
  } catch (error) {
    // What fails because we hung up is not the engine's fault, and the caller has its answer already.
    if (!signal.aborted) onFault(error instanceof Error ? error.constructor.name : 'a thrown value');
    return UNAVAILABLE;
  }
}

/** Nothing that an engine can say is trusted to have the form that it promised. */
function checked(reply: EngineReply, { limits }: NodePrompt): EngineReply {
  if (!reply.ok) return reply;
  if (typeof reply.text !== 'string' || reply.text.trim() === '') return INVALID;
  return Buffer.byteLength(reply.text) > limits.maxReplyBytes ? INVALID : reply;
}
