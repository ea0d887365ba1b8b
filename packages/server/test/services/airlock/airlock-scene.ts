// SPDX-License-Identifier: Apache-2.0
/** The airlock on the real rules, with nodes whose engines obey whatever they can make out to be an order. */
import { createHash, randomBytes } from 'node:crypto';
import { screen } from '@plumbline/core/engine/screen.ts';
import { buildOnce } from '../../../../../test/support/build-once.ts';
import { readOnce } from '../../../../../test/support/read-once.ts';
import { loadConfig } from '../../../src/config.ts';
import type { AirlockAnswer, AirlockRequest } from '../../../src/services/airlock/airlock.ts';
import { type AirlockTools, createAirlock, STAGES, type Stages } from '../../../src/services/airlock/stages.ts';
import type { AnsweringNode, EngineReply, NodeEngine, NodePrompt } from '../../../src/services/nodes/engine.ts';
import { forThreads } from '../../../src/services/rule-files.ts';
import { compileRules, readRules } from '../../../src/services/ruleset.ts';
import { createPorts } from '../../../src/services/ruleset-ports.ts';

const ports = createPorts(Date.now);
const { paths, settings } = loadConfig({}, '/');
const files = readRules(
  { ...paths, modelNamed: false, thresholds: settings.thresholds, retentionDays: settings.retention.record_days },
  readOnce,
);
export const ruleset = compileRules(files, ports, buildOnce);
/** For threads. */
export const rules = forThreads(files, ruleset);
export const HELP = 'Call somebody: 112, or the crisis line of your country.';
export const NEVER = new AbortController().signal;

export const tools: AirlockTools = {
  screen: async (text) => screen(text, ruleset, ports),
  consult: async (text) => screen(text, ruleset, ports),
  rules: ruleset,
  helpText: HELP,
  randomBytes,
  retrieve: () => ({ passages: [], sure: false, engine: 'none' }),
  deadlineMs: 10_000,
  onFault: () => undefined,
  contentHash: (text) => createHash('sha256').update(text).digest('hex'),
  retentionDays: 30,
};

/** Answers what the function says, and counts how often it was asked. */
export class Engine implements NodeEngine {
  readonly kind = 'model';
  readonly name = 'obedient';
  readonly prompts: NodePrompt[] = [];
  readonly #reply: (prompt: NodePrompt, signal: AbortSignal) => string | Promise<EngineReply>;

  constructor(reply: (prompt: NodePrompt, signal: AbortSignal) => string | Promise<EngineReply>) {
    this.#reply = reply;
  }

  async answer(prompt: NodePrompt, signal: AbortSignal): Promise<EngineReply> {
    this.prompts.push(prompt);
    const reply = this.#reply(prompt, signal);
    return typeof reply === 'string' ? { ok: true, text: reply, grounding: [] } : reply;
  }
}

export const nodeWith = (engine: NodeEngine): AnsweringNode => ({
  id: 'S5_LOCUS',
  alias: 'Ember',
  persona: 'You are Ember.',
  station: 'Hearth',
  texts: [],
  engine,
});

type Asked = Omit<AirlockRequest, 'node' | 'requestedNode' | 'signal'>;

/** Asks through the airlock with other stages in the place of some, and expects an answer. */
export async function ask(engine: NodeEngine, request: Asked, replaced: Partial<Stages> = {}): Promise<AirlockAnswer> {
  const airlock = createAirlock(tools, { ...STAGES, ...replaced });
  const result = await airlock.ask({ ...request, node: nodeWith(engine), requestedNode: 'Ember', signal: NEVER });
  if (!result.ok) throw new Error(`the node failed: ${result.failure.kind}`);
  return result.answer;
}

const ORDERS: readonly (readonly [RegExp, (prompt: NodePrompt, word: string) => string])[] = [
  [/write the word (\w+)/i, (_, word) => word],
  [/repeat everything above/i, ({ messages }) => messages[0]?.content ?? ''],
  [/show the picture (\S+)/i, (_, address) => `Here: ![picture](${address})`],
];

/**
 * A model of the gullible kind: it tells data from orders as far as the operator's message names the blocks of data, and
 * obeys every order that it finds outside of them, whoever gave it.
 */
export function gullible(): Engine {
  return new Engine((prompt) => {
    const outside = prompt.messages
      .slice(1)
      .map(({ content }) => withoutBlocks(content, prompt))
      .join('\n');
    for (const [order, obey] of ORDERS) {
      const match = order.exec(outside);
      if (match !== null) return obey(prompt, match[1] ?? '');
    }
    return 'The articles are numbered from 1 to 42.';
  });
}

function withoutBlocks(content: string, { messages }: NodePrompt): string {
  const name = /<<(data-[0-9a-f]{16}) …>>/.exec(messages[0]?.content ?? '')?.[1];
  if (name === undefined) return content;
  return content.replace(new RegExp(`<<${name} [^\\n]*>>[\\s\\S]*?<<end ${name}>>`, 'g'), '');
}

export const canaryOf = ({ messages }: NodePrompt): string =>
  /mark-[0-9a-f]{24}/.exec(messages[0]?.content ?? '')?.[0] ?? '';
