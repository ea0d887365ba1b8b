// SPDX-License-Identifier: Apache-2.0
/** The SDK. Loaded by the first call (decision 0134): nothing else in the service imports this file. */
import { createOpenAICompatible, type MetadataExtractor } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import type { ModelSettings } from '../../config-models.ts';
import { ModelFault } from './failure.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { TokenCounts } from './money.ts';

export interface SdkCall {
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  readonly maxAnswerTokens: number;
  readonly maxReplyBytes: number;
  /** JSON schema that the answer should follow, as far as the server can be held to it. */
  readonly form: { readonly name: string; readonly schema: object } | null;
}

export interface SdkReply {
  readonly text: string;
  /** The model stopped at the limit of tokens. */
  readonly truncated: boolean;
  /** Null where the upstream reports none. */
  readonly usage: TokenCounts | null;
}

/** One request and its whole reply. @throws ModelFault, and the abort reason when the signal fires */
export async function callModel(
  settings: ModelSettings,
  key: string | undefined,
  call: SdkCall,
  signal: AbortSignal,
): Promise<SdkReply> {
  // The SDK tells of settings that a model ignores on the console, which is no place of ours.
  (globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;
  // A fault on the way ends the call at once, whatever the SDK makes of the exception.
  const faulty = new AbortController();
  const stop = AbortSignal.any([signal, faulty.signal]);
  const options = optionsOf(settings, key, call, stop, (fault) => faulty.abort(fault));
  try {
    return await untilStopped((settings.stream ? streamed : whole)(options), stop);
  } catch (error) {
    throw stop.aborted ? stop.reason : translated(error);
  }
}

type Options = ReturnType<typeof optionsOf>;

function optionsOf(
  settings: ModelSettings,
  key: string | undefined,
  call: SdkCall,
  signal: AbortSignal,
  onFault: (fault: ModelFault) => void,
) {
  const upstream = createOpenAICompatible({
    name: 'upstream',
    baseURL: settings.url,
    ...(key !== undefined && { apiKey: key }),
    includeUsage: true,
    metadataExtractor: oldCallsEnd(onFault),
    fetch: guardedFetch({
      type: settings.stream ? 'text/event-stream' : 'application/json',
      maxReplyBytes: call.maxReplyBytes,
      onFault,
    }),
    transformRequestBody: (body) => requestBody(body, settings, call),
  });
  return {
    model: upstream.chatModel(settings.model),
    messages: call.messages.map(({ role, content }) => ({ role, content })),
    // System messages are ours: the texts of callers stand in user messages only.
    allowSystemInMessages: true,
    ...(settings.temperature !== null && { temperature: settings.temperature }),
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
  };
}

/** The SDK leaves out calls of the older form: a reply that makes one is no answer all the same. */
function oldCallsEnd(onFault: (fault: ModelFault) => void): MetadataExtractor {
  const look = (reply: unknown) => {
    if (callsFunction(reply)) onFault(new ModelFault('tool_call'));
  };
  return {
    extractMetadata: async ({ parsedBody }) => {
      look(parsedBody);
      return undefined;
    },
    createStreamExtractor: () => ({ processChunk: look, buildMetadata: () => undefined }),
  };
}

/** `function_call` of a message or of a piece of one, in any of the choices; null and absent are none. */
function callsFunction(reply: unknown): boolean {
  const { choices } = (reply ?? {}) as { choices?: unknown };
  if (!Array.isArray(choices)) return false;
  return choices.some((choice: { message?: OldCall; delta?: OldCall } | null) =>
    [choice?.message, choice?.delta].some((part) => part?.function_call != null),
  );
}

type OldCall = { readonly function_call?: unknown } | null;

function requestBody(body: Record<string, unknown>, settings: ModelSettings, { form, maxAnswerTokens }: SdkCall) {
  const limited = { ...body, [settings.token_limit_name]: maxAnswerTokens };
  if (form === null || settings.structured_output === 'none') return limited;
  const { name, schema } = form;
  const schemaFormat = { type: 'json_schema', json_schema: { name, schema, strict: true } };
  const response_format = settings.structured_output === 'json_schema' ? schemaFormat : { type: 'json_object' };
  return { ...limited, response_format };
}

async function whole(options: Options): Promise<SdkReply> {
  const { content, text, rawFinishReason, finishReason, totalUsage } = await generateText(options);
  if (content.some(({ type }) => type.startsWith('tool'))) throw new ModelFault('tool_call');
  return replyOf(text, finishReason, rawFinishReason, totalUsage);
}

/** Held until it is complete; what was cut off is nothing. */
async function streamed(options: Options): Promise<SdkReply> {
  const { stream } = streamText({ ...options, onError: () => undefined });
  let text = '';
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw options.abortSignal.reason;
    if (part.type.startsWith('tool')) throw new ModelFault('tool_call');
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'finish') return replyOf(text, part.finishReason, part.rawFinishReason, part.totalUsage);
  }
  throw new ModelFault('cut_off');
}

interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

function replyOf(text: string, finish: string, rawFinish: string | undefined, usage: Usage): SdkReply {
  // Without a reason to stop the reply just ended: the connection was closed before its end.
  if (rawFinish === undefined) throw new ModelFault('cut_off');
  if (finish === 'tool-calls') throw new ModelFault('tool_call');
  if (finish === 'content-filter') throw new ModelFault('filtered');
  const answer = withoutThoughts(text);
  if (answer.trim() === '') throw new ModelFault('empty');
  return { text: answer, truncated: finish === 'length', usage: countsOf(usage) };
}

/** What some servers leave in front of the answer of a model that thinks aloud. Without its end there is no answer. */
function withoutThoughts(text: string): string {
  if (!/^\s*<think>/.test(text)) return text;
  const end = text.indexOf('</think>');
  return end < 0 ? '' : text.slice(end + '</think>'.length).trimStart();
}

/** Nothing, zeros and nonsense are no report; how much can be believed is the caller's to say. */
function countsOf({ inputTokens: input, outputTokens: output }: Usage): TokenCounts | null {
  const sound = (n: number | undefined): n is number => Number.isSafeInteger(n) && (n as number) >= 0;
  return sound(input) && sound(output) && input + output > 0 ? { input, output } : null;
}

/** Holds whatever the SDK does with the signal. */
function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(signal.reason);
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
  });
}

/** What is left are replies that break the protocol, and sockets that closed under the reader. */
function translated(error: unknown): ModelFault {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (at instanceof ModelFault) return at;
    else if (at instanceof TypeError && at.message === 'terminated') return new ModelFault('cut_off');
  return new ModelFault('protocol');
}
