// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { govern } from '@plumbline/core/engine/govern/govern.ts';
import type { Ruleset } from '@plumbline/core/engine/ruleset.ts';
import type { Decision } from '@plumbline/core/engine/types.ts';
import { paintFor } from '../colour.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { boundedMember, judgeLines, type LineResult } from '../jsonl.ts';
import { requireReadable } from '../judged-text.ts';
import { nodePorts } from '../ports.ts';
import { renderGovernance } from '../render.ts';
import { loadRuleset, RULE_OPTIONS } from '../ruleset.ts';
import { briefFlag } from './evaluate.ts';

const EXIT_BY_DECISION: Readonly<Record<Decision, number>> = {
  allow: EXIT.pass,
  block: EXIT.fail,
  rewrite: EXIT.review,
  escalate: EXIT.review,
};

/** `govern PROMPT RESPONSE`, in process. */
export async function governCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...RULE_OPTIONS, json: { type: 'boolean' }, jsonl: { type: 'boolean' } },
  });
  if (values.jsonl && positionals.length > 0) throw new UsageError('--jsonl reads standard input and takes no texts');
  if (!values.jsonl && positionals.length !== 2) throw new UsageError('usage: plumbline govern PROMPT RESPONSE');
  const ruleset = loadRuleset(values, io);
  if (values.jsonl) return judgeLines(io, ['prompt', 'response'], (row) => governLine(row, ruleset));
  const [prompt = '', response = ''] = positionals;
  requireReadable(prompt, 'the prompt');
  requireReadable(response, 'the response');
  const governance = govern(prompt, response, ruleset, nodePorts);
  io.stdout.write(
    values.json ? `${JSON.stringify(governance)}\n` : renderGovernance(governance, prompt, response, paintFor(io)),
  );
  return EXIT_BY_DECISION[governance.decision];
}

function governLine(row: Readonly<Record<string, unknown>>, ruleset: Ruleset): LineResult {
  const prompt = boundedMember(row, 'prompt');
  if ('error' in prompt) return prompt;
  const response = boundedMember(row, 'response');
  if ('error' in response) return response;
  const governance = govern(prompt.text, response.text, ruleset, nodePorts);
  const { decision, verdict, risk_score, input, output } = governance;
  const flags = [...input.flags, ...output.flags].map((flag) => ({ ...briefFlag(flag), side: flag.side }));
  const verdicts = { prompt_verdict: input.verdict, response_verdict: output.verdict };
  return { id: row.id ?? null, decision, verdict, ...verdicts, risk_score, flags };
}
